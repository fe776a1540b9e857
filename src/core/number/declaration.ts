import { cueAfter, cueWordAt } from "./cues.ts";

/** A place where a text says that an answer follows. */
export interface Declaration {
  readonly rule: "box" | "marker" | "cue";
  /** Where what is declared begins. */
  readonly from: number;
  /** For a box its end; else how far the declaration can reach, which is the start of the next one. */
  readonly to: number;
  /** A box further on was never closed. */
  readonly unclosed: boolean;
}

const TRIGGERS = new Uint8Array(128);
for (const glyph of "{}#AwWpP") TRIGGERS[glyph.charCodeAt(0)] = 1;

/**
 * Offers the declarations of a text from the last to the first, until one is taken; `take` answers null for one that
 * declares nothing. One pass from the end with one stack of braces, so it is linear however often a box is opened.
 */
export function findDeclaration<Taken>(text: string, take: (declaration: Declaration) => Taken | null): Taken | null {
  let closings: number[] | null = null;
  // What is declared reaches as far as the next cue; so no stretch of the text is read twice.
  let limit = text.length;
  let nextMarker = text.length;
  let unclosed = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code < 0x80 && TRIGGERS[code] === 0) continue;
    if (code === 0x7d) {
      if (!isEscaped(text, at)) closings = pushed(closings, at);
    } else if (code === 0x7b) {
      if (isEscaped(text, at)) continue;
      const close = closings?.pop();
      if (!opensBox(text, at)) continue;
      if (close === undefined) unclosed = true;
      else {
        const taken = take({ rule: "box", from: at + 1, to: close, unclosed });
        if (taken !== null) return taken;
      }
    } else if (code === 0x23) {
      const start = runStart(text, at);
      if (at - start === 3) {
        const taken = take({ rule: "marker", from: at + 1, to: Math.min(limit, nextMarker), unclosed });
        if (taken !== null) return taken;
        nextMarker = start;
      }
      at = start;
    } else {
      const word = cueWordAt(text, at);
      if (word === null) continue;
      const from = cueAfter(text, word, limit);
      const taken = from === -1 ? null : take({ rule: "cue", from, to: limit, unclosed });
      if (taken !== null) return taken;
      limit = word.from;
    }
  }
  return null;
}

function pushed(stack: number[] | null, at: number): number[] {
  if (stack === null) return [at];
  stack.push(at);
  return stack;
}

/** `\{` is a brace to be seen; after `\\`, a line break, it is a plain one. */
function isEscaped(text: string, at: number): boolean {
  return text[at - 1] === "\\" && text[at - 2] !== "\\";
}

function opensBox(text: string, brace: number): boolean {
  let end = brace;
  while (text[end - 1] === " ") end--;
  if (text[end - 1] === "x") return text.startsWith("\\fbox", end - 5);
  return text[end - 1] === "d" && text.startsWith("\\boxed", end - 6);
}

function runStart(text: string, at: number): number {
  let from = at;
  while (text[from - 1] === "#") from--;
  return from;
}
