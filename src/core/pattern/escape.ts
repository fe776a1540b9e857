import { type Spelling, spellProperty } from "./character-class.ts";
import { PatternError } from "./pattern-error.ts";

/** What a backslash and the text after it mean. `next` is the offset behind it. */
export type Escape = { readonly next: number } & (
  | { readonly kind: "character"; readonly code: number }
  | { readonly kind: "shorthand"; readonly letter: string }
  | { readonly kind: "property"; readonly spelling: Spelling }
  | { readonly kind: "anchor"; readonly letter: string }
  | { readonly kind: "reference"; readonly group: number | string }
);

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Escapes of other dialects, each with what to write instead. Read as plain letters they would match in silence. */
const FOREIGN: Readonly<Record<string, string>> = {
  h: "write [ \\t] for a blank",
  R: "write \\r?\\n for a line break",
  X: "write a dot for a character",
  K: "use a group for the part that is wanted",
  G: "write \\A for the start of the text",
  C: "write a dot for a character",
  Q: "escape the characters one by one",
  E: "escape the characters one by one",
  N: "write the character itself, or \\uXXXX",
  g: "write \\1 or (?P=name) for a back-reference",
  e: "write \\x1b for the escape character",
};

const HEX = /x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,8})\})/y;
const UNICODE = /u(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,8})\})|U([0-9A-Fa-f]{8})/y;
const CONTROL = /c([A-Za-z])/y;
const PROPERTY = /([pP])(?:\{(\^?)([^{}]{1,60})\}|([A-Z]))/y;
const NAME = /k<([^<>]{1,100})>/y;
const OCTAL = /0[0-7]{0,2}|[0-3][0-7]{2}/y;
const NUMBER = /[1-9]\d?/y;

/** Reads what stands behind a backslash at `at`. Within brackets `\b` is a backspace and there are no references. */
export function readEscape(source: string, at: number, within: boolean): Escape {
  const take = (part: RegExp): RegExpExecArray | null => {
    part.lastIndex = at;
    return part.exec(source);
  };
  const letter = source[at];
  if (letter === undefined) throw new PatternError("invalid_pattern", "the pattern ends with a lone backslash");
  const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
  if (control !== undefined) return { kind: "character", code: control, next: at + 1 };
  if ("dDwWsS".includes(letter)) return { kind: "shorthand", letter, next: at + 1 };
  if (within && letter === "b") return { kind: "character", code: 8, next: at + 1 };
  if (!within && "bBAZz".includes(letter)) return { kind: "anchor", letter, next: at + 1 };

  const coded = take(HEX) ?? take(UNICODE);
  if (coded !== null) return readCode(source, at, coded);
  const ctrl = take(CONTROL);
  if (ctrl !== null) return { kind: "character", code: (ctrl[1] ?? "").charCodeAt(0) % 32, next: at + ctrl[0].length };
  const property = take(PROPERTY);
  if (property !== null) {
    const [all, sign, caret, braced, bare] = property;
    const spelling = spellProperty(braced ?? bare ?? "", (sign === "P") !== (caret === "^"));
    if (spelling === null) throw new PatternError("invalid_pattern", `unknown Unicode property \\${all}`);
    return { kind: "property", spelling, next: at + all.length };
  }
  const octal = take(OCTAL);
  if (octal !== null) return { kind: "character", code: Number.parseInt(octal[0], 8), next: at + octal[0].length };
  const named = within ? null : take(NAME);
  if (named !== null) return { kind: "reference", group: named[1] ?? "", next: at + named[0].length };
  const number = within ? null : take(NUMBER);
  if (number !== null) return { kind: "reference", group: Number(number[0]), next: at + number[0].length };
  if (/[0-9A-Za-z]/.test(letter)) {
    const hint = Object.hasOwn(FOREIGN, letter) ? `; ${FOREIGN[letter]}` : "";
    throw new PatternError("invalid_pattern", `the escape \\${letter} is not known here${hint}`);
  }
  const code = source.codePointAt(at) ?? 0;
  return { kind: "character", code, next: at + String.fromCodePoint(code).length };
}

function readCode(source: string, at: number, found: RegExpExecArray): Escape {
  const [all, first, second, third] = found;
  const code = Number.parseInt(first ?? second ?? third ?? "", 16);
  if (!(code <= 0x10ffff)) throw new PatternError("invalid_pattern", `\\${all} is beyond the last character`);
  const next = at + all.length;
  // A pair of surrogates is one character, as JavaScript writes it.
  const pair =
    code >= 0xd800 && code <= 0xdbff ? /^\\u([dD][c-fC-F][0-9A-Fa-f]{2})/.exec(source.slice(next, next + 6)) : null;
  if (pair === null) return { kind: "character", code, next };
  const low = Number.parseInt(pair[1] ?? "", 16);
  return { kind: "character", code: (code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, next: next + pair[0].length };
}
