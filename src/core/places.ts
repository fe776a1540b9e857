/** A text with places for values, read once. A place is `{{name}}`. */
export type TextPart = string | { readonly field: string };

/** Bounded runs: a text of braces costs nothing. */
const PLACE = /\{\{\s{0,20}([^{}\s][^{}\n]{0,200}?)\s{0,20}\}\}/g;

/** The parts of a text in their order: what stands as it is, and the names of what is filled in. */
export function readPlaces(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ field: match[1] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** The names that occur, in the order of occurrence, each once. */
export function fieldsIn(parts: readonly TextPart[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === "string" ? [] : part.field)))];
}

/** The text with its values: one pass, so what stands in a value is never looked at again. */
export function fillPlaces(parts: readonly TextPart[], textOf: (field: string) => string): string {
  return parts.map((part) => (typeof part === "string" ? part : textOf(part.field))).join("");
}
