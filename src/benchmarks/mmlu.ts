import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { CHOICE_METRIC, CHOICE_VARIANTS, choiceRow, choiceScoring, placeIn, textsOf } from "./multiple-choice.ts";

/** Exam questions of 57 subjects, four options each (Hendrycks et al. 2021), answered in words. */
export const mmlu: Benchmark = {
  name: "mmlu",
  summary: "Exam questions of 57 subjects with four options, by generated answers.",
  files: [
    {
      name: "test-00000-of-00001.parquet",
      url: hubFile("cais/mmlu", "c30699e8356da336a370243923dbaf21066bb9fe", "all/test-00000-of-00001.parquet"),
      sha256: null,
      bytes: null,
      licence: "MIT",
    },
  ],
  rows: 14_042,
  row: (raw, index) => {
    const question = toText(raw["question"]);
    const options = textsOf(raw["choices"]);
    if (question === null || options === null) return "expected question, choices and answer";
    const subject = toText(raw["subject"]);
    return choiceRow({ id: `mmlu/${index}`, question, options, right: placeIn(raw["answer"]), subject });
  },
  variants: CHOICE_VARIANTS,
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean"],
  groupBy: "metadata.subject",
  metric: CHOICE_METRIC,
  plausible: [
    { model: "chance", value: 25, source: "four options" },
    { model: "GPT-4o 2024-08-06", value: 88.7, source: "simple-evals" },
    { model: "o1", value: 91.8, source: "simple-evals" },
    { model: "o3, high effort", value: 93.3, source: "simple-evals" },
  ],
  flaws: [
    "Some questions are wrong or have no right option; a study found 6.5 % of those it looked at (MMLU-Redux, 2024).",
    "Published figures are often from ranking log-likelihoods with five examples; generated answers differ.",
  ],
  scoring: choiceScoring,
};
