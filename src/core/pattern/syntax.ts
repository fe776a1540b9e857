import { type Spelling, spellCharacter } from "./character-class.ts";
import { readSet, spellEscape } from "./character-set.ts";
import { readEscape } from "./escape.ts";
import { type PatternFlags, withLetters } from "./flags.ts";
import { PatternError } from "./pattern-error.ts";

/**
 * A user's pattern, spelled for both engines. The syntax is what Python's `re`, JavaScript and RE2 share, plus Python's
 * own; where they disagree Python decides, as patterns in existing configurations are Python's. What one dialect has
 * alone and would be read differently by another is refused by name, never matched in silence.
 */
export interface Translation {
  readonly linear: string;
  /** Null where the pattern has no dollar that may take a line break into the match. */
  readonly marked: MarkedDollars | null;
  readonly native: string;
  readonly nativeFlags: string;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** What the linear engine does not have; null where it can run the pattern. */
  readonly backtracks: "look-around" | "a back-reference" | null;
  /** Why native RegExp cannot run it, or null. */
  readonly nativeRefusal: string | null;
}

/** The linear spelling again, where each dollar captures the line break that it took, so that it can be given back. */
export interface MarkedDollars {
  readonly linear: string;
  /** Where the groups of the pattern stand among those of this spelling; the first is group 0. */
  readonly groups: readonly number[];
  /** Where the dollars stand among them. */
  readonly dollars: readonly number[];
}

/**
 * `python`: `$` also matches before a line break that ends the text, as most outputs have one. `ecmascript`: only at
 * the very end; for JSON Schema.
 */
export type Dialect = "python" | "ecmascript";

interface OpenGroup {
  /** The flags outside, restored at its end. */
  readonly outside: PatternFlags;
  readonly capture: number | null;
  readonly look: boolean;
}

/** What the next quantifier would repeat. */
type Before = "nothing" | "atom" | "anchor" | "look" | "quantifier";

const BRACES = /\{(\d*)(?:(,)(\d*))?\}/y;
const OPENING = /\(\?(?:P?<([^<>=!)]{1,100})>|P=([^)]{1,100})\)|(<?[=!])|([aiLmsux]*)(?:-([imsx]+))?([:)])|(#))/y;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Reads a pattern once from left to right, without recursion: nesting cannot exhaust the stack. */
export function translatePattern(source: string, given: PatternFlags, dialect: Dialect): Translation {
  let flags = given;
  let globalCase = given.ignoreCase;
  let linear = "";
  let marked = "";
  const groups = [0];
  const dollars: number[] = [];
  let native = "";
  let before: Before = "nothing";
  let groupCount = 0;
  let backtracks: Translation["backtracks"] = null;
  let nativeRefusal: string | null = null;
  let at = 0;
  const open: OpenGroup[] = [];
  const groupNames = new Map<string, number>();

  const refuse = (problem: string): never => {
    throw new PatternError("invalid_pattern", `${problem} (at character ${at})`);
  };
  const emit = (piece: Spelling, now: Before, markedAs = piece.linear): void => {
    linear += piece.linear;
    marked += markedAs;
    native += piece.native;
    before = now;
  };
  const same = (text: string): Spelling => ({ linear: text, native: text });

  const refer = (group: number | string): void => {
    const number = typeof group === "number" ? group : groupNames.get(group);
    if (number === undefined || number > groupCount || open.some((one) => one.capture === number)) {
      refuse(`the back-reference to group ${JSON.stringify(group)} does not follow such a group`);
    }
    backtracks ??= "a back-reference";
    emit({ linear: "", native: `(?:\\${number})` }, "atom");
  };

  const anchor = (letter: string): void => {
    if (letter === "b" || letter === "B") emit(same(`\\${letter}`), "anchor");
    else if (letter === "A") emit({ linear: "\\A", native: "^" }, "anchor");
    else emit({ linear: "\\z", native: "$" }, "anchor");
  };

  const lineEnd = (): void => {
    if (flags.multiline) emit({ linear: "(?m:$)", native: "(?=\\n|$)" }, "anchor");
    else if (dialect === "ecmascript") emit({ linear: "\\z", native: "$" }, "anchor");
    else {
      // RE2 cannot look ahead, so the line break becomes part of the match, and is given back afterwards.
      dollars.push(groups.length + dollars.length);
      emit({ linear: "(?:\\n?\\z)", native: "(?=\\n?$)" }, "anchor", "(\\n?)\\z");
    }
  };

  const repeat = (quantifier: string): void => {
    if (before === "nothing") refuse(`there is nothing to repeat before ${quantifier}`);
    if (before === "anchor" || before === "look") refuse(`a place cannot be repeated by ${quantifier}`);
    if (before === "quantifier") {
      refuse(
        quantifier === "+"
          ? "possessive repetition (++, *+, ?+) is not supported; write a plain one if it means the same here"
          : `there are two quantifiers in a row (${quantifier})`,
      );
    }
    at += quantifier.length;
    let lazy = "";
    if (source[at] === "?") {
      lazy = "?";
      at++;
    }
    BRACES.lastIndex = 0;
    const [, low = "", comma, high = ""] = BRACES.exec(quantifier) ?? [];
    const bounds = quantifier.startsWith("{");
    if (bounds && high !== "" && Number(low) > Number(high))
      refuse(`the bounds of ${quantifier} are the wrong way round`);
    // Python reads {,3} as {0,3}; the engines would read it as literal text.
    const written = bounds ? `{${low === "" ? "0" : low}${comma ?? ""}${high}}` : quantifier;
    emit(same(written + lazy), "quantifier");
  };

  const braces = (): void => {
    BRACES.lastIndex = at;
    const found = BRACES.exec(source);
    if (found === null || found[0] === "{}") {
      at++;
      emit(spellCharacter(0x7b), "atom");
    } else repeat(found[0]);
  };

  const openGroup = (capture: boolean, opening: Spelling, look = false, inside = flags): void => {
    if (capture) {
      groups.push(groups.length + dollars.length);
      groupCount++;
    }
    open.push({ outside: flags, capture: capture ? groupCount : null, look });
    if (open.length > 250) refuse("the groups nest more than 250 deep");
    flags = inside;
    emit(opening, "nothing");
  };

  const setFlags = (on: string, off: string, scoped: boolean): void => {
    const changed = withLetters(withLetters(flags, on), off, false);
    if (!scoped) {
      flags = changed;
      globalCase = changed.ignoreCase;
      return;
    }
    if (changed.ignoreCase !== globalCase) {
      nativeRefusal = "a part with its own letter case (?i:…) cannot be combined with look-around or back-references";
    }
    openGroup(false, { linear: changed.ignoreCase ? "(?i:" : "(?-i:", native: "(?:" }, false, changed);
  };

  const extension = (): void => {
    OPENING.lastIndex = at;
    const found = OPENING.exec(source) ?? refuseGroup(source.slice(at, at + 4));
    const [all, name, reference, look, on = "", off = "", end, comment] = found;
    if (end === ")" && (linear !== "" || open.length > 0 || off !== "")) {
      refuse(`flags for the whole pattern stand at its start; for a part write (?${on}:…)`);
    }
    at += all.length;
    if (comment !== undefined) {
      const close = source.indexOf(")", at);
      if (close < 0) refuse("a comment (?#…) is not closed");
      at = close + 1;
    } else if (name !== undefined) {
      if (!IDENTIFIER.test(name)) refuse(`${JSON.stringify(name)} is no name for a group`);
      if (groupNames.has(name)) refuse(`there are two groups named ${JSON.stringify(name)}`);
      // Names are kept here, and the engines see numbers alone: they do not accept the same names.
      openGroup(true, same("("));
      groupNames.set(name, groupCount);
    } else if (reference !== undefined) {
      refer(reference);
    } else if (look !== undefined) {
      backtracks ??= "look-around";
      openGroup(false, { linear: "", native: `(?${look}` }, true);
    } else if (end === ":" && on === "" && off === "") {
      openGroup(false, same("(?:"));
    } else {
      setFlags(on, off, end === ":");
    }
  };

  const refuseGroup = (text: string): never => {
    if (text.startsWith("(?>")) {
      refuse("atomic groups (?>…) are not supported; write a plain group (?:…) if it means the same here");
    }
    if (text.startsWith("(?(")) refuse("conditional groups (?(1)…) are not supported; write the alternatives out");
    if (text.startsWith("(?|")) refuse("branch reset (?|…) is not supported; number the groups yourself");
    return refuse(`the group ${text}… is not supported`);
  };

  const close = (): void => {
    const group = open.pop() ?? refuse("there is a ) without its (");
    at++;
    flags = group.outside;
    emit(same(")"), group.look ? "look" : "atom");
  };

  const shorthands = () => (flags.ascii ? "ascii" : dialect === "ecmascript" ? "ecmascript" : "unicode");

  const brackets = (): void => {
    const set = readSet(source, at, shorthands());
    at = set.next;
    emit(set, "atom");
  };

  while (at < source.length) {
    const character = source[at] ?? "";
    if (flags.verbose && /\s/.test(character)) at++;
    else if (flags.verbose && character === "#") {
      const lineBreak = source.indexOf("\n", at);
      at = lineBreak < 0 ? source.length : lineBreak + 1;
    } else if (character === "\\") {
      const found = readEscape(source, at + 1, false);
      if (found.kind === "reference") refer(found.group);
      else if (found.kind === "anchor") anchor(found.letter);
      else emit(spellEscape(found, shorthands()), "atom");
      at = found.next;
    } else if (character === "[") brackets();
    else if (character === "(" && source[at + 1] !== "?") {
      at++;
      openGroup(true, same("("));
    } else if (character === "(") extension();
    else if (character === ")") close();
    else if (character === "{") braces();
    else if (character === "*" || character === "+" || character === "?") repeat(character);
    else {
      if (character === "|") emit(same("|"), "nothing");
      else if (character === ".") emit(flags.dotAll ? { linear: "(?s:.)", native: "[^]" } : same("[^\\n]"), "atom");
      else if (character === "^" && flags.multiline) emit({ linear: "(?m:^)", native: "(?<=\\n|^)" }, "anchor");
      else if (character === "^") emit({ linear: "\\A", native: "^" }, "anchor");
      else if (character === "$") lineEnd();
      else {
        const code = source.codePointAt(at) ?? 0;
        emit(spellCharacter(code), "atom");
        if (code > 0xffff) at++;
      }
      at++;
    }
  }
  if (open.length > 0) refuse("a group is not closed, a ) is missing");
  const spelled = (text: string) => (globalCase ? `(?i)${text}` : text);
  return {
    linear: spelled(linear),
    marked: dollars.length === 0 ? null : { linear: spelled(marked), groups, dollars },
    native,
    nativeFlags: globalCase ? "iu" : "u",
    groupCount,
    groupNames,
    backtracks,
    nativeRefusal,
  };
}
