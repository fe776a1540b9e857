import { lookAlike } from "./look-alikes.ts";

/** A text as patterns are looked for in it, and where each of its UTF-16 units stands in the source. */
export interface PlainForm {
  readonly text: string;
  readonly origin: readonly number[];
}

export interface PlainFormOptions {
  /** What becomes of characters that show nothing: they may split a word, or part two words. */
  readonly invisible: "drop" | "blank";
  /** Whether accents fall away and look-alikes become Latin letters. Patterns in other scripts want them kept. */
  readonly latin: boolean;
}

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const MARKS = /\p{M}/gu;
const ENTITY =
  /&(?:amp;){0,3}(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})/iy;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };
/** What stands before the words of a comment or a quotation on every line. */
const LEADER = /(?:\/{2,}|\/\*+|\*+|#+|--+|;+|>+|%+|"""|''')[ \t]*/y;
/** Emphasis of Markdown; it may stand within a phrase. */
const EMPHASIS = new Set(["*", "`", "~"]);

/**
 * The text in small letters, compatibility forms resolved (NFKD), entities decoded, emphasis and the leaders of
 * comments left out. A run of white space is one unit: a blank, `\n` where it holds a line's end, `\v` where it holds
 * more of them. One pass.
 */
export function plainForm(source: string, { invisible, latin }: PlainFormOptions): PlainForm {
  const units: number[] = [];
  const origin: number[] = [];
  let lineEnds = 0;
  let space = -1;
  let lineStart = true;
  // A text repeats its characters, and resolving one costs far more than finding it here.
  const resolved = new Map<string, string>();
  const resolve = (character: string): string => {
    let plain = resolved.get(character);
    if (plain === undefined) {
      plain = plainCharacters(character, latin);
      resolved.set(character, plain);
    }
    return plain;
  };
  const add = (character: string, at: number): void => {
    if (space >= 0) {
      if (units.length > 0) {
        units.push(lineEnds === 0 ? 32 : lineEnds === 1 ? 10 : 11);
        origin.push(space);
      }
      space = -1;
      lineEnds = 0;
    }
    lineStart = false;
    for (let index = 0; index < character.length; index++) {
      units.push(character.charCodeAt(index));
      origin.push(at);
    }
  };
  const blank = (at: number, isLineEnd: boolean): void => {
    if (space < 0) space = at;
    if (!isLineEnd) return;
    lineEnds++;
    lineStart = true;
  };
  for (let at = 0; at < source.length; ) {
    if (lineStart) {
      LEADER.lastIndex = at;
      const leader = LEADER.exec(source)?.[0];
      if (leader !== undefined) {
        if (space < 0 && units.length > 0) space = at;
        at += leader.length;
        continue;
      }
    }
    const { character, length } = characterAt(source, at);
    for (const part of character.length === 1 && character <= "\x7f" ? character.toLowerCase() : resolve(character)) {
      if (part === "\n") blank(at, true);
      else if (part.trim() === "" || (INVISIBLE.test(part) && invisible === "blank")) blank(at, false);
      else if (!EMPHASIS.has(part) && !(part > "~" && INVISIBLE.test(part))) add(part, at);
    }
    at += length;
  }
  return { text: textOf(units), origin };
}

function characterAt(source: string, at: number): { readonly character: string; readonly length: number } {
  const code = source.codePointAt(at) ?? 0;
  // `&` and `\` open what stands for another character.
  if (code === 38 || code === 92) {
    ENTITY.lastIndex = at;
    const match = ENTITY.exec(source);
    if (match !== null) return { character: decoded(match), length: match[0].length };
  }
  const character = String.fromCodePoint(code);
  return { character, length: character.length };
}

function decoded([whole, name, decimal, ...hexadecimal]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const digits = hexadecimal.find((one) => one !== undefined);
  const code = decimal === undefined ? Number.parseInt(digits ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function plainCharacters(character: string, latin: boolean): string {
  if (!latin) return character.normalize("NFKC").toLowerCase();
  // A look-alike is looked up before its case is lost: В is like B, в is not.
  const parts = lookAlike(character).normalize("NFKD").replace(MARKS, "");
  return [...parts].map((part) => lookAlike(part).toLowerCase()).join("");
}

/** In pieces: the call's arguments lie on the stack. */
function textOf(units: readonly number[]): string {
  let text = "";
  for (let from = 0; from < units.length; from += 8_192) {
    text += String.fromCharCode(...units.slice(from, from + 8_192));
  }
  return text;
}
