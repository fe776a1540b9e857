import { PatternError } from "./pattern-error.ts";

/** What a pattern's flags mean, whatever they were written as. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  /** `^` and `$` match at every line. */
  readonly multiline: boolean;
  /** A dot matches a line break too. */
  readonly dotAll: boolean;
  /** White space and comments in the pattern are ignored. */
  readonly verbose: boolean;
  /** `\d`, `\w` and `\s` cover ASCII alone. */
  readonly ascii: boolean;
}

const NO_FLAGS: PatternFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  verbose: false,
  ascii: false,
};

/** Python's numbers: `re.I` is 2, and so on. `re.U` (32) is how texts are read anyway. */
const BITS: readonly (readonly [bit: number, letter: string])[] = [
  [2, "i"],
  [4, "L"],
  [8, "m"],
  [16, "s"],
  [32, "u"],
  [64, "x"],
  [256, "a"],
];
const KNOWN_BITS = BITS.reduce((sum, [bit]) => sum + bit, 0);

/** Reads the option `flags`: Python's number, or letters out of `imsxau`. A `PatternError` says what is not known. */
export function readFlags(flags: number | string): PatternFlags {
  if (typeof flags === "string") return withLetters(NO_FLAGS, flags);
  if (!Number.isInteger(flags) || flags < 0) {
    throw new PatternError("invalid_pattern", `the flags ${flags} are no sum of Python's flag numbers`);
  }
  // Compared as a number: a bitwise test would drop everything above 32 bits.
  const unknown = flags > KNOWN_BITS ? flags : flags & ~KNOWN_BITS;
  if (unknown !== 0) {
    throw new PatternError(
      "invalid_pattern",
      `the flags ${flags} hold an unknown bit; known are I = 2, M = 8, S = 16, U = 32, X = 64 and A = 256`,
    );
  }
  const letters = BITS.filter(([bit]) => (flags & bit) !== 0).map(([, letter]) => letter);
  return withLetters(NO_FLAGS, letters.join(""));
}

/** Adds flags by letter; with `on` false, takes them away. */
export function withLetters(flags: PatternFlags, letters: string, on = true): PatternFlags {
  let changed = flags;
  for (const letter of letters) {
    switch (letter) {
      case "i":
        changed = { ...changed, ignoreCase: on };
        break;
      case "m":
        changed = { ...changed, multiline: on };
        break;
      case "s":
        changed = { ...changed, dotAll: on };
        break;
      case "x":
        changed = { ...changed, verbose: on };
        break;
      case "a":
        changed = { ...changed, ascii: on };
        break;
      case "u":
        changed = { ...changed, ascii: !on };
        break;
      case "L":
        throw new PatternError("invalid_pattern", "the flag L (4) is for bytes, and a pattern here reads text");
      case "g":
      case "y":
        throw new PatternError("invalid_pattern", `the flag ${letter} has no meaning here: the first match counts`);
      default:
        throw new PatternError("invalid_pattern", `unknown flag ${JSON.stringify(letter)}; known are i, m, s, x, a, u`);
    }
  }
  return changed;
}
