import type { ModelReply } from "../../core/model.ts";
import type { ScoreError } from "../../core/types.ts";
import type { Reading } from "../../prompts/reading.ts";
import { readLetters } from "../../prompts/selection/letter-reply.ts";
import type { PanelModel } from "../stop/cells.ts";
import type { Vote } from "../vote-types.ts";
import { voteOf } from "./cast-vote.ts";
import type { CallPurpose } from "./context.ts";
import { errorOf, excerptOf, type Judged } from "./panel-calls.ts";

/** A call that was made before, for this comparison or for the one it is made from. */
export interface RecordedCall {
  readonly purpose: CallPurpose;
  readonly reply: ModelReply | null;
  readonly error: ScoreError | null;
}

/** The votes of calls that were made before, with the weights of now. Votes of models that have no weight count 1. */
export function recordedVotes(
  calls: readonly RecordedCall[],
  panel: readonly PanelModel[],
  kind: "vote" | "control" = "vote",
): readonly Vote[] {
  const weights = new Map(panel.map(({ model, weight }) => [model, weight]));
  return lastAskings(calls, kind).flatMap((call) => {
    const { a, b, criterion, repetition, model, order, slots } = call.purpose;
    if (a === undefined || b === undefined || criterion === undefined || order === undefined) return [];
    const look = { a, b, criterion, repetition, model };
    const judged = judgedOf(call, (reply) => readLetters(reply, slots));
    return voteOf({ look, order, weight: weights.get(model) ?? 1 }, judged);
  });
}

/** Of each question the second asking where there was one: the first could not be read. */
export function lastAskings(calls: readonly RecordedCall[], kind: CallPurpose["kind"]): readonly RecordedCall[] {
  const last = new Map<string, RecordedCall>();
  for (const call of calls) {
    const { kind: own, asking, slots: _, ...question } = call.purpose;
    if (own !== kind) continue;
    const key = JSON.stringify(Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1)));
    const before = last.get(key);
    if (before === undefined || before.purpose.asking < asking) last.set(key, call);
  }
  return [...last.values()];
}

/** What a reply that is here already says. */
export function judgedOf<Read>(
  { reply, error }: RecordedCall,
  read: (reply: ModelReply) => Reading<Read>,
): Judged<Read> {
  if (reply === null)
    return { error: error ?? { stage: "judge", code: "empty", message: "there is no reply", retryable: true } };
  const reading = read(reply);
  const excerpt = excerptOf(reply);
  return reading.unread === undefined ? { read: reading.read, excerpt } : { error: errorOf(reading.unread), excerpt };
}
