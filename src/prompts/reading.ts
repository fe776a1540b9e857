/** Why a reply could not be read. The judge's own failing, never the answer's. */
export interface Unread {
  readonly code: "unparsable" | "off_menu" | "out_of_range" | "contradiction" | "refusal" | "truncated" | "empty";
  readonly message: string;
}

export type ReadingCode = Unread["code"];

/** What was read, or why nothing was. */
export type Reading<Read> =
  | { readonly read: Read; readonly unread?: never }
  | { readonly read?: never; readonly unread: Unread };

export function read<Read>(value: Read): Reading<Read> {
  return { read: value };
}

export function unread(code: ReadingCode, message: string): { readonly unread: Unread } {
  return { unread: { code, message } };
}

/** Marks that show nothing, which would part a label from its cue. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** A reply as it is read: without invisible marks, full-width letters and curled apostrophes as plain ones. */
export function legible(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "").replace(/[‘’]/g, "'").replace(/\r\n?/g, "\n");
}

const THINK_OPEN = /^\s*<(think|thinking|thought|reasoning)>/i;
const THINK_CLOSE = /<\/(?:think|thinking|thought|reasoning)>/gi;

/**
 * The reply behind the thinking that some models write into it. The last closing tag counts: a quoted one within the
 * thinking must not end it early. Thinking that never ends leaves nothing.
 */
export function withoutThinking(text: string): string {
  const opened = THINK_OPEN.test(text);
  let end = -1;
  for (const match of text.matchAll(THINK_CLOSE)) end = match.index + match[0].length;
  if (opened) return end < 0 ? "" : text.slice(end);
  // A template that opens the thinking for the model leaves a closing tag alone on its line.
  const orphan = /^[^<]*<\/(?:think|thinking)>/i.exec(text);
  return orphan === null ? text : text.slice(orphan[0].length);
}

/** Only looked for where nothing was declared: a verdict that talks of what it cannot know is still a verdict. */
const REFUSAL =
  /\b(?:i|we)(?: am|'m|’m)? (?:sorry|unable to|not able to)\b|\b(?:i|we) (?:cannot|can't|can’t|can not|won't|won’t|will not|must decline|decline)\b|\bas an ai\b/i;

/** The reason why a reply without any verdict holds none. */
export function withoutVerdict(text: string, wanted: string): { readonly unread: Unread } {
  if (text.trim() === "") return unread("empty", "the judge's reply is empty");
  if (REFUSAL.test(text.slice(0, 2_000))) return unread("refusal", "the judge declined to judge");
  return unread("unparsable", `the judge's reply holds no ${wanted}`);
}
