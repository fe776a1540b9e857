import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { completionRow, completionScoring, humaneval } from "./humaneval.ts";
import { mbpp, taskRow, taskScoring } from "./mbpp.ts";
import { textsOf } from "./multiple-choice.ts";
import { NUMPY_STAND_IN } from "./numpy-stand-in.ts";

/** HumanEval with some 80 times as many tests (Liu et al. 2023). */
export const humanevalPlus: Benchmark = {
  ...humaneval,
  name: "humaneval-plus",
  summary: "HumanEval with many more tests.",
  files: [
    {
      name: "humaneval-plus.parquet",
      url: hubFile("evalplus/humanevalplus", "main", "data/test-00000-of-00001-5973903632b82d40.parquet"),
      sha256: null,
      bytes: null,
      licence: "Apache-2.0",
    },
  ],
  row: (raw) => completionRow({ ...raw, test: withStandIn(toText(raw["test"])) }),
  plausible: [
    { model: "CodeGen 16B", value: 26.8, source: "EvalPlus" },
    { model: "GPT-4o", value: 87.2, source: "EvalPlus" },
    { model: "o1-preview", value: 89, source: "EvalPlus" },
  ],
  flaws: ["A copy of HumanEval/32 was broken for a time (evalplus, issue 253)."],
  scoring: () => completionScoring,
};

/** 378 tasks of MBPP with mended sentences and some 35 times as many tests. */
export const mbppPlus: Benchmark = {
  ...mbpp,
  name: "mbpp-plus",
  summary: "378 tasks of MBPP with many more tests.",
  files: [
    {
      name: "mbpp-plus.parquet",
      url: hubFile("evalplus/mbppplus", "main", "data/test-00000-of-00001-d5781c9c51e02795.parquet"),
      sha256: null,
      bytes: null,
      licence: "Apache-2.0",
    },
  ],
  rows: 378,
  row: (raw) =>
    taskRow({
      ...raw,
      task: raw["prompt"] ?? null,
      setup: (textsOf(raw["test_imports"]) ?? []).join("\n"),
      test: withStandIn(toText(raw["test"])),
    }),
  plausible: [
    { model: "Llama 3.1 8B Instruct", value: 55.6, source: "EvalPlus" },
    { model: "GPT-4o", value: 72.2, source: "EvalPlus" },
    { model: "o1-preview", value: 80.2, source: "EvalPlus" },
  ],
  flaws: ["Version 0.2.0; earlier ones have 399 tasks, and their figures are not comparable."],
  scoring: () => taskScoring,
};

function withStandIn(test: string | null): string | null {
  return test === null ? null : `${NUMPY_STAND_IN}\n${test}`;
}
