import { messageOf } from "../../core/errors.ts";
import type { Message, Model, ModelReply } from "../../core/model.ts";
import type { ScoreError, Usage } from "../../core/types.ts";
import { addUsage, chargedUsage, noUsage } from "../../core/usage.ts";
import { isClosed } from "../../prompts/closed-reply.ts";
import { type Reading, type Unread, unread } from "../../prompts/reading.ts";
import type { JudgeRequest } from "./request.ts";

/** What came of asking a judge once, or twice. */
export interface Asked<Read> {
  readonly read: Read | null;
  /** Why there is nothing to read; null where there is. */
  readonly error: ScoreError | null;
  /** The raw texts of all replies, in order. */
  readonly replies: readonly string[];
  /** The reply that was read. */
  readonly reply: ModelReply | null;
  readonly usage: Usage;
}

/**
 * Asks a judge, and once more where its reply cannot be read: with the reply before its eyes and the fault named. A
 * refusal is not argued with. Calls that fail are the model's to send again, never ours.
 */
export async function askJudge<Read>(
  model: Model,
  { request, tag }: JudgeRequest,
  reading: (text: string) => Reading<Read>,
  signal: AbortSignal,
): Promise<Asked<Read>> {
  const replies: string[] = [];
  let usage = noUsage;
  let messages: readonly Message[] = request.messages;
  for (let again = false; ; again = true) {
    let reply: ModelReply;
    try {
      reply = await model.ask({ ...request, messages }, signal);
    } catch (thrown) {
      // The caller gave up: that says nothing of the judge.
      if (signal.aborted) throw thrown;
      return { read: null, error: errorOf(thrown), replies, reply: null, usage };
    }
    replies.push(reply.text);
    usage = addUsage(usage, chargedUsage(reply));
    const result = readReply(reply, tag, reading);
    if (result.unread === undefined) return { read: result.read, error: null, replies, reply, usage };
    const { code, message } = result.unread;
    if (again || code === "refusal") {
      const error = { stage: "judge", code, message, retryable: code !== "refusal" } as const;
      return { read: null, error, replies, reply: null, usage };
    }
    messages = [...request.messages, ...askedAgain(reply.text, result.unread)];
  }
}

/** Of a label in double brackets. */
const LABEL_END = "]]";

/**
 * A cut reply may have been going to say anything, however clear its beginning. Where the provider does not say why it ended
 * (or names a reason that nobody knows, or a tool), it may be cut too: then only its form can show that it is whole.
 */
function readReply<Read>(reply: ModelReply, tag: string, reading: (text: string) => Reading<Read>): Reading<Read> {
  if (reply.finishReason === "refusal") return unread("refusal", "the judge, or a filter of its provider, declined");
  if (reply.finishReason === "length") return unread("truncated", "the judge's reply was cut at its token limit");
  if (reply.text.trim() === "") return unread("empty", "the judge's reply is empty");
  if (reply.finishReason !== "stop" && !isClosed(reply.text, [`</${tag}>`, LABEL_END])) {
    return unread("truncated", "nothing says that the judge's reply is whole, and it does not end as it was asked to");
  }
  return reading(reply.text);
}

function askedAgain(text: string, { message }: Unread): readonly Message[] {
  const told = `Your reply cannot be used: ${message}. Judge the same texts again. Give one verdict, in the form that was asked for, and keep it short.`;
  // An empty message is refused by providers.
  return text.trim() === ""
    ? [{ role: "user", content: told }]
    : [
        { role: "assistant", content: text },
        { role: "user", content: told },
      ];
}

/** What a model says of its failure is kept as it is; anything else is the code of no failure that is known. */
function errorOf(thrown: unknown): ScoreError {
  const told = thrown as { readonly name?: unknown; readonly code?: unknown; readonly retryable?: unknown } | null;
  const known = thrown instanceof Error && typeof told?.code === "string";
  return {
    stage: "judge",
    code: known ? String(told.code).toLowerCase() : "exception",
    message: messageOf(thrown),
    retryable: known && told.retryable === true,
  };
}
