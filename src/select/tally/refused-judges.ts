import { shorten } from "../../core/text.ts";
import type { ScoreError } from "../../core/types.ts";
import { compareText } from "./ballot.ts";
import { count, list } from "./wording.ts";

/** A judge that its provider would not serve: a wrong name, a key that is not accepted, no credit. */
export interface RefusedJudge {
  readonly model: string;
  readonly code: string;
  /** What the provider said, in our words. */
  readonly message: string;
  /** Its votes that are missing for it, of all that it was to cast. */
  readonly missing: number;
  readonly votes: number;
}

/** Failures that every call of the judge would meet. Their counterpart is a reply that was given and cannot be read. */
export function isForGood({ code, retryable }: Pick<ScoreError, "code" | "retryable">): boolean {
  return code === "auth" || code === "unknown_model" || (code === "rate_limit" && !retryable);
}

/** Judges that were refused for good, in the order of their names, which depends on no order of replies. */
export function refusedJudges(
  votes: readonly { readonly model: string; readonly error?: ScoreError }[],
): readonly RefusedJudge[] {
  const cast = new Map<string, number>();
  const refused = new Map<string, Omit<RefusedJudge, "votes">>();
  for (const { model, error } of votes) {
    cast.set(model, (cast.get(model) ?? 0) + 1);
    if (error === undefined || !isForGood(error)) continue;
    const before = refused.get(model);
    const { code, message } = before ?? error;
    refused.set(model, { model, code, message, missing: (before?.missing ?? 0) + 1 });
  }
  return [...refused.values()]
    .map((one) => ({ ...one, votes: cast.get(one.model) ?? one.missing }))
    .sort((one, other) => compareText(one.model, other.model));
}

/** The longest words of a provider that are repeated. */
const MOST_SAID = 160;

/** `deployment:x was refused (auth: …): 4 of its 4 votes are missing`, without a full stop. */
export function refusalText({ model, code, message, missing, votes }: RefusedJudge): string {
  return `${model} was refused (${code}: ${shorten(message, MOST_SAID)}): ${missing} of its ${count(votes, "vote")} ${missing === 1 ? "is" : "are"} missing`;
}

/** What can be done about a refusal: a resumed run keeps its judges and sends again what failed. */
const MEND_REFUSAL =
  "mend its key or account and resume the run, which asks for the missing votes alone, or start anew with another judge";

/** For the top of the warnings: nothing else that is doubtful costs so many votes. */
export function refusalWarning(refused: RefusedJudge): string {
  return `${refusalText(refused)}; ${MEND_REFUSAL}`;
}

/** A sentence that names no winner, with the judges that may be why, and what to do. */
export function withRefusal(verdict: string, winner: string | null, refused: readonly RefusedJudge[]): string {
  if (winner !== null || refused.length === 0) return verdict;
  const who = list(refused.map(({ model, code }) => `${model} (${code})`));
  return `${verdict} Refused: ${who}; ${MEND_REFUSAL}.`;
}
