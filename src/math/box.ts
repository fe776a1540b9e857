/** The content of a box, as offsets into the text; `start` and `end` hold the command and its braces too. */
export interface Span {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** The braces that a text opens and does not close. */
export function missingBraces(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}") depth--;
  }
  return depth > 0 && depth < 20 ? "}".repeat(depth) : "";
}

export interface Boxes {
  /** In the order in which they end; a box within a box is left out. */
  readonly closed: readonly Span[];
  /** Where the last box begins that never closes, or null. */
  readonly open: Span | null;
}

/** Finds `\boxed{…}` and `\fbox{…}` in one pass with one stack of braces. */
export function findBoxes(text: string): Boxes {
  if (!text.includes("\\boxed") && !text.includes("\\fbox")) return { closed: [], open: null };
  const closed: Span[] = [];
  const braces: (Span | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") {
      const span = boxAt(text, at);
      if (span === null) at++;
      else {
        braces.push(span);
        at = span.from - 1;
      }
    } else if (character === "{") braces.push(null);
    else if (character === "}") {
      const span = braces.pop();
      if (span == null) continue;
      while (closed.length > 0 && (closed.at(-1)?.start ?? 0) > span.start) closed.pop();
      if (text.slice(span.from, at).trim() !== "") closed.push({ ...span, to: at, end: at + 1 });
    }
  }
  const open = braces.findLast((one) => one !== null) ?? null;
  return { closed, open };
}

function boxAt(text: string, at: number): Span | null {
  const length = text.startsWith("\\boxed", at) ? 6 : text.startsWith("\\fbox", at) ? 5 : 0;
  if (length === 0) return null;
  let brace = at + length;
  while (text[brace] === " " || text[brace] === "\n") brace++;
  return text[brace] === "{" ? { start: at, from: brace + 1, to: text.length, end: text.length } : null;
}
