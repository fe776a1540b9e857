import type { Menu, MenuLabel } from "./menu.ts";

/** A label that a reply declares; `label` is null where what it declares is not on the menu. */
export interface Declared {
  readonly label: MenuLabel | null;
  readonly text: string;
  /** Whether an unknown label at this place is a verdict all the same: behind "Verdict:", not behind "Answer:". */
  readonly strong: boolean;
}

/** Words that announce a verdict. The second half announces other things too, so there only labels of the menu count. */
const CUE =
  /(?<![\p{L}\p{N}_])(?:(verdict|grade|judge?ment|decision|ruling|label|winner)|answer|score|rating|result|conclusion|evaluation|assessment|choice|(?:is[_ ])?correct|correctness)(?![\p{L}\p{N}_])["'*_`)\]]{0,6}(?:\s{0,4}(?:[:=]|[-–—](?=\s))|\s{1,4}(is):?(?=\s))/giu;

/** What may stand before a cue in its clause; "the expected answer: 1" announces no verdict. */
const BEFORE = new Set(
  "my the a our your this so therefore thus hence and in conclusion final finally overall last with that give as i".split(
    " ",
  ),
);

const OPENING = /[\s*_`"'([{$<>~=#]{0,16}/y;
const SPACE = /[\s*_]{0,16}/y;
const DENIED = /not\s{1,4}/iy;

/**
 * What may follow a label that is declared: the line's end, punctuation, a reason in brackets or behind a dash. A
 * digit is followed by no other digit, and by "of 1" or "/1" only as its scale.
 */
const CLOSED = /["'*_`)\]}$>~]{0,8}(?:$|\s{0,8}(?:\n|$)|\s{0,4}[([–—;:!?|]|\s{1,4}-|[.,](?![\p{N}])|<)/uy;
const REASONED = /["'*_`)\]}$]{0,8}\s{1,4}(?:because|since|as|for)(?![\p{L}])/iuy;
const OF_ONE = /\s{0,2}(?:\/|out of|of)\s{0,2}1(?![p{N}.,]\d|\d)/iy;

/** All labels that a reply declares outside its JSON: tags, cues, a label that leads the reply or is its last line. */
export function declaredLabels(text: string, menu: Menu, tag: string | null): readonly Declared[] {
  return [...tagged(text, menu, tag), ...bracketed(text, menu), ...cued(text, menu, tag), ...alone(text, menu)];
}

function tagged(text: string, menu: Menu, tag: string | null): readonly Declared[] {
  if (tag === null) return [];
  const pattern = new RegExp(`<${tag}>([^<]{0,200})</${tag}>`, "gi");
  return [...text.matchAll(pattern)].map(([, said = ""]) => {
    const label = menu.exactly(said) ?? menu.exactly(bare(said));
    return { label, text: said.trim(), strong: true };
  });
}

/** `[[A>B]]` and `\boxed{CORRECT}`. Brackets also hold matrices and links, so only labels of the menu count there. */
function bracketed(text: string, menu: Menu): readonly Declared[] {
  const pattern = /\[\[([^[\]\n]{1,80})\]\]|\\boxed\{([^{}\n]{1,80})\}/g;
  return [...text.matchAll(pattern)].flatMap(([, one, two]) => {
    const said = (one ?? two ?? "").trim();
    const label = menu.exactly(said) ?? menu.exactly(bare(said));
    return label === null ? [] : [{ label, text: said, strong: true }];
  });
}

function cued(text: string, menu: Menu, tag: string | null): readonly Declared[] {
  const found: Declared[] = [];
  for (const match of text.matchAll(CUE)) {
    const strong = match[1] !== undefined;
    // "The answer is 1" is prose, "my verdict is 1" is a declaration.
    if (match[2] !== undefined && !strong) continue;
    if (!leads(text, match.index)) continue;
    const declared = labelAt(text, match.index + match[0].length, menu);
    if (declared !== null) found.push({ ...declared, strong });
    else {
      const behind = match.index + match[0].length;
      const other = unknownAt(text, behind);
      // "My verdict is: tie, about the same: [[A=B]]" gives its label in words first.
      const near = text.slice(behind, behind + 200);
      const explained = other !== null && (bracketed(near, menu).length > 0 || tagged(near, menu, tag).length > 0);
      if (other !== null && !explained) found.push({ label: null, text: other, strong });
    }
  }
  return found;
}

/** Whether nothing but harmless words stands between the clause's beginning and a cue. */
function leads(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  const clause = before.slice(Math.max(...[...'\n.,;:!?()[]|>"*—–'].map((mark) => before.lastIndexOf(mark))) + 1);
  return clause
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === "" || /^\p{N}{1,2}$/u.test(word) || BEFORE.has(word.toLowerCase()));
}

/** The label that begins at a place and ends as a declared one does. */
function labelAt(text: string, from: number, menu: Menu): { readonly label: MenuLabel; readonly text: string } | null {
  // A label may begin with a mark itself, as "(a)" does.
  const plain = past(SPACE, text, from);
  const at = tests(menu.sticky, text, plain) ? plain : past(OPENING, text, from);
  const denied = menu.polar ? past(DENIED, text, at) : at;
  const isDenied = denied > at;
  const pattern = menu.sticky;
  pattern.lastIndex = isDenied ? denied : at;
  let match = pattern.exec(text);
  // "not attempted" is a label of its own.
  if (isDenied) {
    pattern.lastIndex = at;
    const whole = pattern.exec(text);
    if (whole !== null) match = whole;
  }
  if (match === null) return null;
  const turned = isDenied && match.index === denied;
  const end = match.index + match[0].length;
  const digit = /^\p{N}+$/u.test(match[0]);
  const scaled = digit ? past(OF_ONE, text, end) : end;
  if (scaled === end && !tests(CLOSED, text, end) && !(tests(REASONED, text, end) && !digit)) return null;
  const label = menu.exactly(match[0]);
  if (label === null) return null;
  return { label: turned ? menu.opposite(label) : label, text: text.slice(at, end) };
}

/** What stands behind a cue as a label would, in at most three words; before a comma only what is written like a label. */
const UNKNOWN =
  /(?:[\p{Lu}\p{N}]{1,12}(?=,)|[^\s,;:!?()[\]*"`<>]{1,40}(?:[ \t]{1,2}[^\s,;:!?()[\]*"`<>]{1,40}){0,2}["'*_`)\]}$>]{0,8}(?=[ \t]{0,8}(?:\n|$)|[;:!?(]))/uy;

/** A short text behind a cue that could be a label, but is none of the menu. A sentence is no label. */
function unknownAt(text: string, from: number): string | null {
  UNKNOWN.lastIndex = past(OPENING, text, from);
  const match = UNKNOWN.exec(text);
  return match === null ? null : match[0].trim();
}

/** A label that leads the reply, and one that is its last line. */
function alone(text: string, menu: Menu): readonly Declared[] {
  const found: Declared[] = [];
  const first = text.search(/\S/);
  if (first < 0) return found;
  const mark = /(?:[-+•>]\s{1,4}|#{1,6}\s{1,4})?/y;
  const from = past(mark, text, first);
  const leading = labelAt(text, from, menu);
  // "- 1" may be a list of one or a number below zero.
  const signed = from > first && leading !== null && /^\p{N}/u.test(leading.text);
  if (leading !== null && !signed) {
    const behind = /["'*_`)\]]{0,8}\s{0,4}:/y;
    const end = text.indexOf(leading.text, from) + leading.text.length;
    const colon = past(behind, text, end);
    const inner = colon > end ? labelAt(text, colon, menu) : null;
    // "correct: no" is the value of a field, and read as its cue; "incorrect: no" may mean either.
    if (inner === null) found.push({ label: leading.label, text: leading.text, strong: true });
    else if (!/^(?:is[_ ])?correct/i.test(leading.text)) {
      const denied = menu.polar && /^(?:incorrect|wrong|false)/i.test(leading.text);
      const label = denied ? menu.opposite(inner.label) : inner.label;
      found.push({ label: leading.label, text: leading.text, strong: true });
      found.push({ label, text: inner.text, strong: true });
    }
  }
  const end = text.trimEnd();
  const line = end.slice(end.lastIndexOf("\n") + 1);
  if (line.length <= 200 && line.length < end.length) {
    const label = menu.exactly(line) ?? menu.exactly(bare(line));
    if (label !== null) found.push({ label, text: line.trim(), strong: true });
  }
  return found;
}

/** A text without the marks around it. */
function bare(text: string): string {
  return text.replace(/^[\s*_`"'([{$#>]{1,40}/, "").replace(/[\s*_`"')\]}$.!]{1,40}$/, "");
}

/** Where a sticky pattern that begins at `from` ends; `from` where it does not match. */
function past(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function tests(pattern: RegExp, text: string, from: number): boolean {
  pattern.lastIndex = from;
  return pattern.test(text);
}
