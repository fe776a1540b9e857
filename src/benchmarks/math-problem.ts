import type { Verifier } from "../core/types.ts";
import { mathAnswer } from "../extractors/math.ts";
import { stripReasoning } from "../extractors/strip-reasoning.ts";
import { exactMatch } from "../verifiers/exact-match.ts";
import { math } from "../verifiers/math.ts";
import type { Variant } from "./benchmark.ts";
import { readBy } from "./read-by.ts";
import { sideBySide } from "./side-by-side.ts";

export const BOXED: Variant = {
  name: "boxed",
  summary: "Chain of thought without examples; the answer is to be boxed.",
  prompt: "{{input}}\n\nReason step by step, and put your final answer within \\boxed{}.",
};

export const MATH_METRIC =
  "`final` counts: the boxed or declared answer is mathematically the gold; `strict` wants a box with the gold's own text.";

/** Mathematical answers, in two readings. */
export function mathScoring(): Verifier {
  const reasoning = stripReasoning().run;
  return sideBySide(
    [
      {
        name: "final",
        score: readBy({
          extractors: [reasoning, mathAnswer().run],
          targetExtractors: [],
          verifier: math().score,
        }),
      },
      {
        name: "strict",
        score: readBy({
          extractors: [reasoning, mathAnswer({ strictBoxed: true }).run],
          targetExtractors: [],
          verifier: exactMatch({ ignoreCase: false, whitespace: "trim" }).score,
        }),
      },
    ],
    "final",
  );
}
