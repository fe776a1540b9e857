/** Sets of characters and single characters, spelled for both engines. */

/** The same piece of a pattern for the linear engine (RE2 syntax) and for native RegExp with the `u` flag. */
export interface Spelling {
  readonly linear: string;
  readonly native: string;
}

type Range = readonly [from: number, to: number];

const LAST_CODE_POINT = 0x10ffff;
const ASCII_SPACE: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
/** What Python or JavaScript count as white space; RE2's own `\s` is ASCII without the vertical tab. */
const UNICODE_SPACE: readonly Range[] = [
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** One literal character. All but letters and digits are spelled by number, so nothing in it can be read as syntax. */
export function spellCharacter(code: number): Spelling {
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const text = String.fromCodePoint(code);
  if ((code > 0x7f && !surrogate) || /[0-9A-Za-z]/.test(text)) return { linear: text, native: text };
  const hex = code.toString(16);
  return { linear: `\\x{${hex}}`, native: `\\u{${hex}}` };
}

export function spellRange(from: number, to: number): Spelling {
  const [low, high] = [spellCharacter(from), spellCharacter(to)];
  return { linear: `${low.linear}-${high.linear}`, native: `${low.native}-${high.native}` };
}

/**
 * What `\d` and `\w` cover: Unicode's digits and words, as in Python; ASCII, as Python's flag `a` says; or ASCII with
 * Unicode's white space, as in JavaScript.
 */
export type Shorthands = "unicode" | "ascii" | "ecmascript";

/** Letters, numbers and the underscore, as Python's `isalnum` has it: no marks. */
const WORD = "\\p{L}\\p{N}_";

/** A shorthand (`d D w W s S`) by itself. */
export function spellShorthand(letter: string, shorthands: Shorthands): Spelling {
  if (letter === "W" && shorthands === "unicode") return { linear: `[^${WORD}]`, native: `[^${WORD}]` };
  const { linear, native } = spellMembers(letter, shorthands);
  return { linear: `[${linear}]`, native: `[${native}]` };
}

/** The members of a shorthand, to stand within brackets beside others. */
export function spellMembers(letter: string, shorthands: Shorthands): Spelling {
  switch (letter) {
    case "s":
    case "S": {
      const space = shorthands === "ascii" ? ASCII_SPACE : UNICODE_SPACE;
      return spellRanges(letter === "s" ? space : complement(space));
    }
    case "d":
    case "D":
      return both(shorthands === "unicode" ? `\\${letter === "d" ? "p" : "P"}{Nd}` : `\\${letter}`);
    case "w":
      return both(shorthands === "unicode" ? WORD : "\\w");
    default:
      // No engine has sets within sets, so the complement of a word's characters is spelled out.
      return shorthands === "unicode" ? spellRanges(complement(wordRanges())) : both("\\W");
  }
}

function both(text: string): Spelling {
  return { linear: text, native: text };
}

function spellRanges(ranges: readonly Range[]): Spelling {
  const spelled = ranges.map(([from, to]) => spellRange(from, to));
  return { linear: spelled.map((one) => one.linear).join(""), native: spelled.map((one) => one.native).join("") };
}

/** All code points of a word, in ranges: by asking each one, as only the engine has the table. */
function wordRanges(): readonly Range[] {
  const isWord = /[\p{L}\p{N}_]/u;
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    if (!isWord.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

function complement(ranges: readonly Range[]): readonly Range[] {
  const outside: Range[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) outside.push([next, from - 1]);
    next = to + 1;
  }
  outside.push([next, LAST_CODE_POINT]);
  return outside;
}

/**
 * A Unicode property (`\p{L}`, `\p{Greek}`, `\p{Script=Greek}`), or null where the name is not known. RE2 takes a
 * script by its bare name, JavaScript only after `Script=`.
 */
export function spellProperty(name: string, negated: boolean): Spelling | null {
  const letter = negated ? "P" : "p";
  const [, key, value = ""] = /^(?:(Script|sc|General_Category|gc)=)?(\w+)$/.exec(name) ?? [];
  if (value === "") return null;
  const names = key === undefined ? [value, `Script=${value}`] : [`${key}=${value}`];
  const native = names.find((one) => isProperty(one));
  return native === undefined ? null : { linear: `\\${letter}{${value}}`, native: `\\${letter}{${native}}` };
}

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, "u");
    return true;
  } catch {
    // The engine's own table is the list of known names.
    return false;
  }
}
