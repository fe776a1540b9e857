import { noAnswer, right, wrong } from "../core/score.ts";
import { shorten } from "../core/text.ts";
import type { Verifier } from "../core/types.ts";

/**
 * Reads and compares as lm-evaluation-harness does for GSM8K (its `exact_match` with the task's ignored patterns), so
 * that a figure can be set beside published ones. Its faults are kept: `18.00` is not `18`, and a Unicode minus is not
 * seen. Where nothing is found the harness compares the text `[invalid]`, which is wrong; so it is here.
 */
export function harnessMatch(find: (text: string) => string | null): Verifier {
  return ({ output, targets }) => {
    const found = find(output);
    if (found === null) return noAnswer({ answer: null });
    const given = normalized(found);
    return targets.some((target) => normalized(target) === given)
      ? right("match", true, { answer: found })
      : wrong("mismatch", true, {
          answer: found,
          raw: `harness: ${shorten(given)} is not ${shorten(targets.join(" | "))}`,
        });
  };
}

/** The harness deletes, in this order: commas, dollar signs, everything to the last `#### `, one trailing full stop. */
function normalized(text: string): string {
  const plain = text.replaceAll(",", "").replaceAll("$", "");
  const mark = plain.lastIndexOf("#### ");
  const rest = mark < 0 ? plain : plain.slice(mark + 5);
  return (rest.endsWith(".") ? rest.slice(0, -1) : rest).toLowerCase();
}

/** The first match of a pattern: its first group. For `strict-match`. */
export function firstMatch(pattern: RegExp): (text: string) => string | null {
  return (text) => pattern.exec(text)?.[1]?.trim() ?? null;
}

const NUMBER_LIKE = /(-?[$0-9.,]{2,})|(-?[0-9]+)/g;

/** The last number-like run of characters, which may be dots alone. For `flexible-extract`. */
export function lastNumberLike(text: string): string | null {
  let last: string | null = null;
  for (const match of text.matchAll(NUMBER_LIKE)) last = match[1] ?? match[2] ?? null;
  return last === null ? null : last.trim();
}
