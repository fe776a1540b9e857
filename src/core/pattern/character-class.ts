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

/** The members of a shorthand (`d D w W s S`), to stand within brackets. */
export function spellShorthand(letter: string, ascii: boolean): Spelling {
  if (letter !== "s" && letter !== "S") return { linear: `\\${letter}`, native: `\\${letter}` };
  const space = ascii ? ASCII_SPACE : UNICODE_SPACE;
  const ranges = (letter === "s" ? space : complement(space)).map(([from, to]) => spellRange(from, to));
  return { linear: ranges.map((one) => one.linear).join(""), native: ranges.map((one) => one.native).join("") };
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
