/** Texts within a text that a reader does not see: characters that show nothing, and encoded words. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Tag characters mirror ASCII and show nothing; a black flag and up to eight of them are the flag of a region. */
const TAGS = /(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007e}]{2,}/u;
/** Override of the direction: what is shown is another order than what is read. Isolates are honest. */
const OVERRIDE = /[\u202d\u202e]/u;
/** Word after word split by what shows nothing. One or two are a line break that was allowed, or a slip. */
const SPLIT =
  /[\p{Script=Latin}\p{N}](?:[\u00ad\u200b\u2060-\u2064\ufeff\u180e]{1,8}[\p{Script=Latin}\p{N} ]{1,3}){3,}|[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/u;
/** Variation selectors can carry a byte each; an emoji takes one. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/u;

/** The first run of characters that hide something. Joiners within emoji, direction marks and isolates hide nothing. */
export function invisibleRun(source: string): Span | null {
  const spans = [TAGS, OVERRIDE, SPLIT, SELECTORS].flatMap((pattern): readonly Span[] => {
    const match = pattern.exec(source);
    return match === null ? [] : [{ from: match.index, to: match.index + match[0].length }];
  });
  return spans.sort((one, other) => one.from - other.from)[0] ?? null;
}

/** A text that was hidden, in clear, and the span that held it. */
export interface Hidden extends Span {
  readonly text: string;
}

const TAG_RUN = /[\u{e0020}-\u{e007e}]{2,}/gu;
const BASE64 =
  /(?<![A-Za-z0-9+/_=.-])(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(?![A-Za-z0-9+/_=])/g;
const HEXADECIMAL = /(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-fA-F]{2}){8,}(?![0-9A-Za-z])/g;
const READABLE = /^[\x20-\x7e\n\t]{8,}$/;
/** A picture or a key is longer, and is no text anyway. */
const LONGEST = 4_096;
/** Words in code are read as far as these. */
const MOST = 200;

/** Tag characters, base64 and hexadecimal that spell readable words. */
export function hiddenTexts(source: string): readonly Hidden[] {
  const found: Hidden[] = [];
  const add = (pattern: RegExp, decode: (written: string) => string): void => {
    let looked = 0;
    for (const match of source.matchAll(pattern)) {
      if (looked++ === MOST) return;
      if (match[0].length > LONGEST) continue;
      const text = decode(match[0]);
      if (READABLE.test(text) && text.includes(" ")) {
        found.push({ text, from: match.index, to: match.index + match[0].length });
      }
    }
  };
  add(TAG_RUN, (written) => [...written].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) & 0x7f)).join(""));
  add(HEXADECIMAL, (written) => Buffer.from(written.replace(/^0x/, ""), "hex").toString("latin1"));
  add(BASE64, (written) => Buffer.from(written, "base64").toString("latin1"));
  return found;
}

/** What words in code have to speak of to be meant for a judge. */
export const JUDGE_TALK =
  /\b(?:judge|grad(?:e|er|ing)|scor(?:e|ing)|rat(?:e|ing)|evaluat\w{1,4}|correct|winner|wins|best|prefer|candidate|rubric|ignore|answer a|answer b|full marks|accept)\b/i;
