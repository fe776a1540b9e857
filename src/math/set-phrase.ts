import { foldCase } from "../core/text.ts";

/** Sets that answers say in words, by the name that the sign for them has. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ...said("empty", "no solution, no solutions, no real solution, no real solutions, there are no solutions, empty set"),
  ...said("empty", "there is no solution, there are no real solutions, has no solution, has no solutions"),
  ...said(
    "R",
    "all real numbers, all reals, real numbers, set of all real numbers, set of real numbers, any real number",
  ),
]);

function said(name: string, phrases: string): [string, string][] {
  return phrases.split(", ").map((phrase) => [phrase, name]);
}

/** The name of the set that the words are, or null. */
export function setInWords(words: string): string | null {
  return PHRASES.get(foldCase(words).replace(/^the /, "").replace(/[.!]$/, "")) ?? null;
}
