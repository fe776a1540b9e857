import type { Audit, AuditCriterion, AuditModelShare, AuditSums, AuditVerdict, AuditVote } from "../audit-types.ts";
import type { CandidateFacts } from "../types.ts";
import type { Criterion } from "../vote-types.ts";
import { compareText } from "./ballot.ts";
import { explainAudit } from "./explain-audit.ts";
import { leastVoteMargin, mostUnreadable } from "./gate.ts";
import { byModel } from "./model-share.ts";
import { type Profile, profiles } from "./profile.ts";
import { refusalWarning, refusedJudges } from "./refused-judges.ts";
import { shareOf } from "./share.ts";
import { warningsOf } from "./warnings.ts";
import { clamp, orEqual, rounding, usableWeight, weightedDeviation, weightedMean } from "./weighted.ts";

/** From here on a score is a vote for the candidate. */
const leastPositive = 0.7;
/** Up to here a score is a vote against it. */
const mostNegative = 0.3;

export interface AuditMaterial {
  readonly candidate: CandidateFacts;
  readonly criteria: readonly Criterion[];
  readonly votes: readonly AuditVote[];
  readonly profile?: Profile;
  /** Calls that the whole audit takes. */
  readonly planned?: number;
  /** The most repetitions of one criterion, where the caller wants to be told that it is low. */
  readonly bound?: number;
  /** A budget or an interruption ended it before the plan did. */
  readonly partial?: boolean;
  /** Of the caller, put before those of the tally. */
  readonly warnings?: readonly string[];
}

type Scored = AuditVote & { readonly score: number };

/**
 * The verdict on a single candidate. Positive or negative needs 0.7 of all votes that do not abstain, and a mean on the
 * same side of one half: a single vote among many abstentions decides nothing against the mean. A failed check makes it
 * negative whatever the votes say.
 */
export function tallyAudit(material: AuditMaterial): Audit {
  const { candidate, criteria, votes, profile = profiles.default, planned = votes.length } = material;
  const asked = criteria.map((criterion) => ({
    criterion,
    cast: inFixedOrder(votes.filter((vote) => vote.criterion === criterion.id)),
  }));
  const counted = asked.flatMap(({ cast }) => cast.filter(isScored));
  const cast = asked.reduce((count, one) => count + one.cast.length, 0);
  const tallies = asked.map(({ criterion, cast }) => tallyCriterion(criterion, cast, profile));
  const withScore = tallies.filter((tally) => tally.score !== null);
  const weights = orEqual(withScore.map(({ criterion }) => usableWeight(criterion.weight ?? 1)));
  const mean = (figure: (tally: AuditCriterion) => number | null) =>
    weightedMean(withScore.map((tally, index) => ({ value: figure(tally) ?? 0, weight: weights[index] ?? 0 })));

  const pooled = sumScores(counted, profile);
  const score = profile.means === "by_vote" ? pooled.score : mean((tally) => tally.score);
  const penalty = candidate.penalty ?? 0;
  const overallScore = score === null ? null : Math.max(0, score - penalty);
  const unreadable = shareOf(cast - counted.length, cast);
  const failedChecks = candidate.failedChecks ?? [];
  const { verdict, reason } = conclude({ pooled, overallScore, unreadable: unreadable.value, failedChecks });
  const calls = { planned, used: votes.length, unreadable: unreadable.count };
  const refused = refusedJudges(votes);
  const noted = warningsOf({ models: [], unreadable, calls }, { ...material, candidates: [candidate] });
  const audit: Omit<Audit, "explanation"> = {
    mode: "audit",
    profile: profile.name,
    candidate: { id: candidate.id, ...(candidate.summary === undefined ? {} : { summary: candidate.summary }) },
    verdict,
    reason,
    overallScore,
    overallConfidence: mean((tally) => tally.confidence),
    overallVoteMargin: mean((tally) => tally.voteMargin),
    voteMargin: pooled.voteMargin,
    positive: pooled.positive,
    negative: pooled.negative,
    abstain: pooled.abstain,
    penalty,
    weaknesses: candidate.weaknesses ?? [],
    failedChecks,
    criteria: tallies,
    modelBreakdown: modelShares(counted, profile),
    calls,
    estimatedCalls: calls.used,
    unreadable,
    warnings: [...refused.map(refusalWarning), ...(material.warnings ?? []), ...noted],
  };
  return { ...audit, explanation: explainAudit(audit, candidate, refused) };
}

function conclude(given: {
  readonly pooled: AuditSums & { readonly positiveShare: number };
  readonly overallScore: number | null;
  readonly unreadable: number | null;
  readonly failedChecks: readonly string[];
}): { readonly verdict: AuditVerdict; readonly reason: Audit["reason"] } {
  const { pooled, overallScore, unreadable, failedChecks } = given;
  if (failedChecks.length > 0) return { verdict: "negative", reason: "checks" };
  if (unreadable !== null && unreadable > mostUnreadable + rounding) {
    return { verdict: "uncertain", reason: "unreadable" };
  }
  if (overallScore === null) return { verdict: "uncertain", reason: "no_votes" };
  const clear = pooled.voteMargin >= leastVoteMargin - rounding;
  if (clear && pooled.positiveShare > 0.5 && overallScore >= 0.5 - rounding) {
    return { verdict: "positive", reason: "votes" };
  }
  if (clear && pooled.positiveShare < 0.5 && overallScore <= 0.5 + rounding) {
    return { verdict: "negative", reason: "votes" };
  }
  return { verdict: "uncertain", reason: "undecided" };
}

function tallyCriterion(criterion: Criterion, cast: readonly AuditVote[], profile: Profile): AuditCriterion {
  const counted = cast.filter(isScored);
  const { positiveShare: _, ...sums } = sumScores(counted, profile);
  return {
    criterion,
    ...sums,
    unreadable: cast.length - counted.length,
    modelBreakdown: modelShares(counted, profile),
    repetitions: cast.map((vote) => ({
      rep: vote.repetition,
      model: vote.model,
      weight: vote.weight,
      score: vote.score,
      source: vote.source ?? "unreadable",
      ...(vote.excerpt === undefined ? {} : { responseExcerpt: vote.excerpt }),
      ...(vote.error === undefined ? {} : { error: vote.error }),
    })),
  };
}

/** disagreement = min(1, 2 x standard deviation); confidence = |mean - 0.5| x 2 x (1 - disagreement). */
function sumScores(votes: readonly Scored[], profile: Profile): AuditSums & { readonly positiveShare: number } {
  const weights = orEqual(votes.map((vote) => (profile.weighted === "nothing" ? 1 : usableWeight(vote.weight))));
  const weighed = votes.map((vote, index) => ({ value: vote.score, weight: weights[index] ?? 0 }));
  const score = weightedMean(weighed);
  const deviation = weightedDeviation(weighed);
  const stands = votes.map((vote) => standOf(vote.score));
  const voteWeight = (index: number) => (profile.weighted === "means_and_votes" ? (weights[index] ?? 0) : 1);
  const positiveShare = weightedMean(
    stands.flatMap((stand, index) =>
      stand === "abstain" ? [] : [{ value: stand === "positive" ? 1 : 0, weight: voteWeight(index) }],
    ),
  );
  const disagreement = deviation === null ? null : Math.min(1, 2 * deviation);
  return {
    score,
    disagreement,
    confidence: score === null || disagreement === null ? null : clamp(Math.abs(score - 0.5) * 2 * (1 - disagreement)),
    positive: stands.filter((stand) => stand === "positive").length,
    negative: stands.filter((stand) => stand === "negative").length,
    abstain: stands.filter((stand) => stand === "abstain").length,
    voteMargin: positiveShare === null ? 0 : Math.max(positiveShare, 1 - positiveShare),
    positiveShare: positiveShare ?? 0.5,
  };
}

function standOf(score: number): "positive" | "negative" | "abstain" {
  if (score >= leastPositive - rounding) return "positive";
  return score <= mostNegative + rounding ? "negative" : "abstain";
}

function modelShares(votes: readonly Scored[], profile: Profile): readonly AuditModelShare[] {
  return byModel(votes).map(([model, own]) => ({
    model,
    weight: own[0]?.weight ?? 0,
    repetitions: own.length,
    score: sumScores(own, profile).score,
  }));
}

function isScored(vote: AuditVote): vote is Scored {
  return Number.isFinite(vote.score);
}

function inFixedOrder(votes: readonly AuditVote[]): readonly AuditVote[] {
  return [...votes].sort(
    (one, other) =>
      one.repetition - other.repetition ||
      compareText(one.model, other.model) ||
      (one.score ?? -1) - (other.score ?? -1) ||
      one.weight - other.weight,
  );
}
