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
const THINK_CLOSE = /<\/(?:think|thinking|thought|reasoning)>/i;

const CLOSE_OF_TEMPLATE = /<\/(?:think|thinking)>/iy;

/** What begins or declares like a verdict is the reply itself, in which the judge quotes a closing tag. */
const SPOKEN =
  /^[\s*_`"'($#>-]{0,16}(?:\d|[{[]|(?:json\s{0,4})?\{|(?:(?:in)?correct|yes|no|true|false|wrong|right)(?![\p{L}]))|(?<![\p{L}])(?:verdict|score|grade|rating)["'*_`]{0,4}\s{0,4}[:=]/iu;

/**
 * The reply behind the thinking that some models write into it; thinking that never ends leaves nothing. A judge also
 * quotes closing tags, and the judged text may hold some for that very end: what stands behind a quoted one must not
 * become the verdict. So only the tag that closes the reply's own opening one counts, and one without an opening only
 * alone on its side of a line, behind a text that gives no verdict yet. Linear in the text's length.
 */
export function withoutThinking(text: string): string {
  if (!THINK_OPEN.test(text)) return withoutOpened(text);
  const close = THINK_CLOSE.exec(text);
  // Thoughts may quote a closing tag as well; then there is another one.
  return close === null ? "" : withoutOpened(text.slice(close.index + close[0].length));
}

function withoutOpened(text: string): string {
  CLOSE_OF_TEMPLATE.lastIndex = Math.max(0, text.indexOf("<"));
  const close = CLOSE_OF_TEMPLATE.exec(text);
  if (close === null) return text;
  const thinking = text.slice(0, close.index);
  const answer = text.slice(close.index + close[0].length);
  const alone = /(?:^|\n)[^\S\n]{0,8}$/.test(thinking.slice(-10)) || /^[^\S\n]{0,8}(?:\n|$)/.test(answer.slice(0, 10));
  return alone && !SPOKEN.test(thinking) ? answer : text;
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
