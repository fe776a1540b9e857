import {
  type Shorthands,
  type Spelling,
  spellCharacter,
  spellMembers,
  spellRange,
  spellShorthand,
} from "./character-class.ts";
import { type Escape, readEscape } from "./escape.ts";
import { PatternError } from "./pattern-error.ts";

/** The set or character that an escape stands for. */
export function spellEscape(found: Escape, shorthands: Shorthands): Spelling {
  switch (found.kind) {
    case "character":
      return spellCharacter(found.code);
    case "property":
      return found.spelling;
    case "shorthand":
      return spellShorthand(found.letter, shorthands);
    default:
      throw new PatternError("invalid_pattern", `a ${found.kind} cannot stand here`);
  }
}

/** Reads a set in brackets, Python's way: a ] that stands first is a member. */
export function readSet(source: string, start: number, shorthands: Shorthands): Spelling & { readonly next: number } {
  let at = start + 1;
  const negated = source[at] === "^";
  if (negated) at++;
  let linear = "";
  let native = "";
  const first = at;
  const add = (piece: Spelling): void => {
    linear += piece.linear;
    native += piece.native;
  };
  /** One member: a character's code, or the spelling of a whole set. */
  const member = (): number | Spelling => {
    if (source[at] !== "\\") {
      const code = source.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      return code;
    }
    const found = readEscape(source, at + 1, true);
    at = found.next;
    if (found.kind === "character") return found.code;
    return found.kind === "shorthand" ? spellMembers(found.letter, shorthands) : spellEscape(found, shorthands);
  };
  while (at === first || source[at] !== "]") {
    if (at >= source.length) {
      throw new PatternError("invalid_pattern", `a set is not closed, a ] is missing (from character ${start})`);
    }
    if (source[at] === "[" && /^\[[:.=]\^?\w+[:.=]\]/.test(source.slice(at, at + 20))) {
      throw new PatternError("invalid_pattern", "named sets [:alpha:] are not supported; write [A-Za-z]");
    }
    const low = member();
    // A hyphen at the end, or behind a whole set, is itself.
    if (source[at] !== "-" || source[at + 1] === "]" || typeof low !== "number") {
      add(typeof low === "number" ? spellCharacter(low) : low);
      continue;
    }
    if (at + 1 >= source.length) continue;
    at++;
    const high = member();
    if (typeof high !== "number") {
      add(spellCharacter(low));
      add(spellCharacter(0x2d));
      add(high);
    } else if (high < low) {
      throw new PatternError("invalid_pattern", `a range in a set is the wrong way round (before character ${at})`);
    } else add(spellRange(low, high));
  }
  const head = negated ? "[^" : "[";
  return { linear: `${head}${linear}]`, native: `${head}${native}]`, next: at + 1 };
}
