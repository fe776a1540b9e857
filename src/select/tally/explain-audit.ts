import type { Audit } from "../audit-types.ts";
import type { CandidateFacts, Explanation } from "../types.ts";
import { leastVoteMargin, mostUnreadable } from "./gate.ts";
import { nextCheckOf } from "./next-check.ts";
import { type RefusedJudge, refusalText, withRefusal } from "./refused-judges.ts";
import { list, percent, score } from "./wording.ts";

/** Why an audit ended as it did, in words, from its figures alone. */
export function explainAudit(
  audit: Omit<Audit, "explanation">,
  candidate: CandidateFacts,
  refused: readonly RefusedJudge[] = [],
): Explanation {
  const judged = audit.criteria.filter((tally) => tally.score !== null);
  const ordered = [...judged].sort(
    (one, other) => Math.abs((other.score ?? 0) - 0.5) - Math.abs((one.score ?? 0) - 0.5),
  );
  const sign = audit.verdict === "negative" ? -1 : 1;
  const along = ordered.filter((tally) => ((tally.score ?? 0.5) - 0.5) * sign > 0);
  const against = ordered.filter((tally) => ((tally.score ?? 0.5) - 0.5) * sign < 0);
  return {
    verdict: withRefusal(verdictOf(audit), audit.verdict === "uncertain" ? null : audit.verdict, refused),
    decisiveCriteria: along.map(({ criterion }) => criterion.id),
    opposingCriteria: against.map(({ criterion }) => criterion.id),
    reasons: ordered.map(
      (tally) =>
        `${tally.criterion.name}: mean ${score(tally.score)}, ${tally.positive} for, ${tally.negative} against, ${tally.abstain} undecided.`,
    ),
    evidence: evidenceOf(audit, candidate),
    uncertainty: [...refused.map((one) => `${refusalText(one)}.`), ...uncertaintyOf(audit, candidate)],
    nextCheck: nextCheckOf({
      candidates: [candidate],
      criterion: (against[0] ?? ordered.at(-1))?.criterion ?? null,
      certain: audit.verdict !== "uncertain",
    }),
  };
}

/** Results of checks, then the judge's words at the score furthest on the side of the verdict. */
function evidenceOf(
  audit: Omit<Audit, "explanation">,
  { passedChecks = [], failedChecks = [] }: CandidateFacts,
): readonly string[] {
  const evidence: string[] = [];
  if (failedChecks.length > 0) evidence.push(`It failed ${list(failedChecks)}.`);
  if (passedChecks.length > 0) evidence.push(`It passed ${list(passedChecks)}.`);
  const sign = audit.verdict === "negative" ? -1 : 1;
  const read = audit.criteria.flatMap(({ criterion, repetitions }) =>
    repetitions.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score, name: criterion.name }])),
  );
  const furthest = read.sort((one, other) => (other.score - one.score) * sign)[0];
  if (furthest !== undefined) {
    const said =
      furthest.responseExcerpt === undefined ? "" : ` The judge wrote: ${furthest.responseExcerpt.slice(0, 300)}`;
    evidence.push(`Furthest: ${furthest.name}, ${furthest.model}, ${score(furthest.score)}.${said}`);
  }
  return evidence;
}

function verdictOf(audit: Omit<Audit, "explanation">): string {
  const { id } = audit.candidate;
  switch (audit.reason) {
    case "checks":
      return `${id} fails: ${audit.failedChecks.join(", ")} failed, and no vote outweighs a failed check.`;
    case "unreadable":
      return `No verdict on ${id}: ${percent(audit.unreadable.value)} of the replies could not be read, at most ${percent(mostUnreadable)} may.`;
    case "no_votes":
      return `No verdict on ${id}: no reply could be read.`;
    case "undecided":
      return `Uncertain about ${id}: ${audit.positive} votes for it and ${audit.negative} against, ${percent(leastVoteMargin)} on one side with the mean are needed; mean ${score(audit.overallScore)}.`;
    case "votes":
      return `${id} is judged ${audit.verdict}: ${audit.positive} votes for it and ${audit.negative} against, mean ${score(audit.overallScore)}.`;
    default:
      return audit.reason satisfies never;
  }
}

function uncertaintyOf(audit: Omit<Audit, "explanation">, candidate: CandidateFacts): readonly string[] {
  const notes: string[] = [];
  if (audit.abstain > 0) notes.push(`${audit.abstain} votes are neither for nor against.`);
  if (audit.unreadable.count > 0)
    notes.push(`${audit.unreadable.count} of ${audit.unreadable.of} replies could not be read.`);
  if (audit.weaknesses.length > 0) notes.push(`Its text tries to steer the judge: ${audit.weaknesses.join(", ")}.`);
  if (candidate.hasEvidence === false) notes.push("The judge saw the candidate's own words alone, and no evidence.");
  notes.push("A single candidate is judged on a scale of its own; a comparison with another one tells more.");
  return notes;
}
