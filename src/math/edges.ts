/** A text without the given characters at its ends. Not by a pattern: one anchored at the end is quadratic. */
export function withoutEdges(text: string, atStart: string, atEnd: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && atStart.includes(text[from] ?? "")) from++;
  while (to > from && atEnd.includes(text[to - 1] ?? "")) to--;
  return text.slice(from, to);
}
