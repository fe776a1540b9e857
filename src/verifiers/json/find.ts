import { type JsonFault, type JsonReading, readJson, readJsonAt } from "./reader.ts";

/** ```` ```json … ``` ```` around the whole answer; the closing fence may be missing where the output was cut. */
const FENCE = /^(`{3,}|~{3,})[^\n`~]{0,60}\n/;

/** The text within a code fence that spans the whole answer, or the answer. */
export function withoutFence(answer: string): string {
  const fence = FENCE.exec(answer);
  if (fence === null) return answer;
  const inner = answer.slice(fence[0].length);
  const mark = fence[1] ?? "```";
  const last = inner.lastIndexOf("\n");
  return inner.slice(last + 1).trim() === mark ? inner.slice(0, Math.max(last, 0)) : inner;
}

/**
 * The last list or object that stands in a text, or null. Brackets of prose are passed over. Linear: what was read in
 * vain is not read again, but for one text in quotes.
 */
export function findLastJson(text: string): JsonReading | null {
  let last: readonly [from: number, to: number] | null = null;
  let found: JsonReading | null = null;
  const bracket = /[[{]/g;
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const reading: JsonReading | JsonFault = readJsonAt(text, start.index);
    if ("fault" in reading) {
      if (reading.inner !== null) [last, found] = [reading.inner, null];
      bracket.lastIndex = reading.resume;
    } else {
      [last, found] = [null, reading];
      bracket.lastIndex = reading.end;
    }
  }
  if (last === null) return found;
  const inner = readJson(text.slice(...last));
  return "fault" in inner ? null : inner;
}
