import type { Verifier } from "../core/types.ts";
import { number } from "../extractors/number.ts";
import { stripReasoning } from "../extractors/strip-reasoning.ts";
import { numeric } from "../verifiers/numeric.ts";
import { rangeEnd } from "./range-end.ts";
import { readBy } from "./read-by.ts";

/**
 * The number that an answer gives as its last word, compared by value: reasoning is removed, a declared answer wins over
 * the last number, and the rule that found it is kept. An expression such as `10-3` is no answer.
 */
export function finalNumber(): Verifier {
  const numberOf = number().run;
  return readBy({
    extractors: [stripReasoning().run, (text, input) => numberOf(text, input) ?? rangeEnd(text)],
    targetExtractors: [],
    // Golds are exact, so nothing near them counts.
    verifier: numeric({ relTol: 0, absTol: 0 }).score,
  });
}
