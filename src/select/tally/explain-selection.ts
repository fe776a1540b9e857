import type { CandidateFacts, Explanation, Pairing, RepetitionRecord, Selection } from "../types.ts";
import { type Contribution, contributionsTo, decisive } from "./contribution.ts";
import { leastGap, leastVoteMargin, mostUnreadable } from "./gate.ts";
import { nextCheckOf } from "./next-check.ts";
import { type RefusedJudge, refusalText, withRefusal } from "./refused-judges.ts";
import { isPair } from "./winner.ts";
import { count, list, percent, score } from "./wording.ts";

type Told = Omit<Selection, "explanation" | "warnings">;

/**
 * A winner that is the best in fewer of the draws than this is not called sure. The draws are cautious: in the simulated
 * world of the bench, leaders with three quarters of them were the best in nine of ten.
 */
const sure = 0.75;

/** Why a comparison ended as it did, in words, from the votes and checks alone: no model is asked. */
export function explainSelection(
  selection: Told,
  candidates: readonly CandidateFacts[],
  refused: readonly RefusedJudge[] = [],
): Explanation {
  const [first, second] = selection.ranking;
  const pair = selection.pairwise.find(
    (one) => first !== undefined && second !== undefined && isPair(one, first.id, second.id),
  );
  const contributions = first === undefined ? [] : contributionsTo(first.id, selection.pairwise);
  const against = contributions.filter(({ part }) => part < -1e-9).reverse();
  const certain = selection.winner !== null && (selection.reason === "checks" || (selection.confidence ?? 0) >= sure);
  const closest = candidates.filter(({ id }) => id === first?.id || id === second?.id);
  return {
    verdict: withRefusal(verdictOf(selection, pair), selection.winner, refused),
    decisiveCriteria: selection.reason === "checks" ? [] : decisive(contributions).map(({ criterion }) => criterion.id),
    opposingCriteria: against.map(({ criterion }) => criterion.id),
    reasons: contributions.map((one) => reasonOf(one, first?.id ?? "")),
    evidence: [...checksOf(candidates), ...widestGap(pair)],
    uncertainty: [...refused.map((one) => `${refusalText(one)}.`), ...uncertaintyOf(selection, candidates)],
    nextCheck: nextCheckOf({
      candidates: closest,
      criterion: (against[0] ?? contributions.at(-1))?.criterion ?? null,
      certain,
    }),
  };
}

function verdictOf(selection: Told, pair: Pairing | undefined): string {
  const { winner, reason, ranking, unreadable } = selection;
  const [first, second] = ranking;
  const rivals = `${first?.id ?? "none"} and ${second?.id ?? "none"}`;
  switch (reason) {
    case "decided":
      return `${winner} wins: ${against(pair, winner)}; ${count(first?.wins ?? 0, "win")} of ${ranking.length - 1}.`;
    case "checks":
      return `${winner} wins: every other candidate has a failed check, and no vote outweighs one.`;
    case "tie":
      return `No winner: ${rivals} are tied, ${against(pair, first?.id ?? null)}. A winner needs ${percent(leastVoteMargin)} of the votes and a lead of ${leastGap} in the mean, on the same side.`;
    case "cycle":
      return `No winner: ${first?.id} is ahead over all pairs, but lost to ${list(lostTo(selection, first?.id))}, and they cannot be told apart.`;
    case "unreadable":
      return `No verdict: ${unreadable.count} of ${unreadable.of} replies could not be read, at most ${percent(mostUnreadable)} may, in all and of the first two.`;
    case "no_votes":
      return "No verdict: no vote could be counted.";
    case "all_checks_failed":
      return "No winner: every candidate has a failed check.";
    case "incomplete":
      return `No verdict: the first two of the ranking, ${rivals}, were not compared in both orders.`;
    default:
      return reason satisfies never;
  }
}

/** `0.91 to 0.40 against y, 100 % of the votes`. */
function against(pair: Pairing | undefined, id: string | null): string {
  if (pair === undefined || id === null) return "without a pair of its own";
  const isA = pair.candidateA === id;
  const [own, other, votes] = isA ? [pair.scoreA, pair.scoreB, pair.votesA] : [pair.scoreB, pair.scoreA, pair.votesB];
  const share = votes / Math.max(1e-9, pair.votesA + pair.votesB);
  return `${score(own)} to ${score(other)} against ${isA ? pair.candidateB : pair.candidateA}, ${percent(share)} of the votes`;
}

function reasonOf({ criterion, lead, votesFor, votes }: Contribution, id: string): string {
  const votesShare = votes === 0 ? null : votesFor / votes;
  const how = Math.abs(lead) < 1e-9 ? "level" : `${lead > 0 ? "ahead" : "behind"} by ${score(Math.abs(lead))}`;
  return `${criterion.name}: ${id} is ${how} on average, with ${percent(votesShare)} of the votes.`;
}

function checksOf(candidates: readonly CandidateFacts[]): readonly string[] {
  return candidates.flatMap(({ id, passedChecks = [], failedChecks = [] }) => [
    ...(failedChecks.length > 0 ? [`${id} failed ${list(failedChecks)}.`] : []),
    ...(passedChecks.length > 0 ? [`${id} passed ${list(passedChecks)}.`] : []),
  ]);
}

/** The judge's own words where its scores were furthest apart on the side of the first two's verdict. */
function widestGap(pair: Pairing | undefined): readonly string[] {
  if (pair?.margin === null || pair === undefined) return [];
  const sign = pair.margin < 0 ? -1 : 1;
  const all = pair.criteria.flatMap((tally) =>
    tally.repetitions
      .filter((one) => one.counted)
      .map((one) => ({ one, name: tally.criterion.name, gap: gapOf(one) * sign })),
  );
  const widest = all.reduce<(typeof all)[number] | null>(
    (best, next) => (best !== null && best.gap >= next.gap ? best : next),
    null,
  );
  if (widest === null || widest.gap <= 0) return [];
  const { one, name } = widest;
  const [a, b] = one.order === "swapped" ? [pair.candidateB, pair.candidateA] : [pair.candidateA, pair.candidateB];
  const said = one.responseExcerpt === undefined ? "" : ` The judge wrote: ${one.responseExcerpt.slice(0, 300)}`;
  return [
    `Furthest apart: ${name}, ${one.model}, ${score(one.scoreA)} for A (${a}) and ${score(one.scoreB)} for B (${b}).${said}`,
  ];
}

function gapOf({ canonicalScoreA, canonicalScoreB }: RepetitionRecord): number {
  return (canonicalScoreA ?? 0) - (canonicalScoreB ?? 0);
}

/** Who won a pair against the candidate. */
function lostTo({ pairwise }: Told, id: string | undefined): readonly string[] {
  return pairwise.flatMap(({ candidateA, candidateB, side }) => {
    if (side === "a" && candidateB === id) return [candidateA];
    return side === "b" && candidateA === id ? [candidateB] : [];
  });
}

/** A winner beside this reads as a contradiction, unless it is said that the votes decide and the interval does not. */
function togetherOf({ winner, reason, profile }: Told, together: readonly string[]): string {
  const apart = `${list(together)} cannot be told apart at 95 %`;
  if (winner === null || !together.includes(winner)) return `${apart}.`;
  if (reason === "checks") return `By votes alone ${apart}; the failed checks decide.`;
  return `${apart}: by the rule of the ${profile} profile, ${percent(leastVoteMargin)} of the votes and a lead of ${leastGap} in the mean, ${winner} wins; the interval adds that with so few votes chance may have had its part.`;
}

function uncertaintyOf(selection: Told, candidates: readonly CandidateFacts[]): readonly string[] {
  const notes: string[] = [];
  const { winner, reason, confidence, groups, flipRate, unreadable, baselines } = selection;
  const together = groups?.[0] ?? [];
  if (together.length > 1) notes.push(togetherOf(selection, together));
  if (winner !== null && reason === "decided" && groups !== null && (confidence ?? 0) < sure) {
    notes.push(`${winner} is the best in ${percent(confidence)} of the bootstrap draws: that is not sure.`);
  }
  const lost = winner === null ? [] : lostTo(selection, winner);
  if (lost.length > 0) notes.push(`${winner} lost to ${list(lost)}.`);
  if (flipRate.count > 0) notes.push(`The winner changed with the order in ${flipRate.count} of ${flipRate.of} looks.`);
  if (unreadable.count > 0) notes.push(`${unreadable.count} of ${unreadable.of} replies could not be read.`);
  if (baselines.shortest.samePick === true)
    notes.push("The shortest candidate is the winner, so length alone would have picked it too.");
  for (const { id, weaknesses = [] } of candidates) {
    if (weaknesses.length > 0) notes.push(`${id} tries to steer the judge: ${weaknesses.join(", ")}.`);
  }
  if (candidates.some(({ hasEvidence }) => hasEvidence === false)) {
    notes.push("Some candidates were judged by their own words alone, without evidence.");
  }
  return notes;
}
