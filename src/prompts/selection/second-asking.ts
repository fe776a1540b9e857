import type { Message } from "../../core/model.ts";
import type { Unread } from "../reading.ts";

/**
 * The messages that ask once more after an unreadable reply, with the reply before the judge's eyes and the fault
 * named. Null after a refusal: it is not argued with.
 */
export function secondAsking(
  messages: readonly Message[],
  replyText: string,
  { code, message }: Unread,
): readonly Message[] | null {
  if (code === "refusal") return null;
  const told = `Your reply cannot be used: ${message}. Judge the same texts again, in the form that was asked for, and keep it short.`;
  // An empty message is refused by providers.
  const said: readonly Message[] = replyText.trim() === "" ? [] : [{ role: "assistant", content: replyText }];
  return [...messages, ...said, { role: "user", content: told }];
}
