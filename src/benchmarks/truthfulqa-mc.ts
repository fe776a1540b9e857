import { toText } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import { isRow } from "../evals/datasets/jsonl.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { CHOICE_METRIC, CHOICE_VARIANTS, choiceRow, choiceScoring, textsOf } from "./multiple-choice.ts";

/** Questions that many people answer wrongly (Lin et al. 2022), one true option each, answered in words. */
export const truthfulqaMc: Benchmark = {
  name: "truthfulqa-mc",
  summary: "Questions that tempt to a common error; one option is true.",
  files: [
    {
      name: "validation-00000-of-00001.parquet",
      url: hubFile(
        "truthfulqa/truthful_qa",
        "741b8276f2d1982aa3d5b832d3ee81ed3b896490",
        "multiple_choice/validation-00000-of-00001.parquet",
      ),
      sha256: null,
      bytes: null,
      licence: "Apache-2.0 (by its card; not verified)",
    },
  ],
  rows: 817,
  row: (raw, index) => {
    const question = toText(raw["question"]);
    const targets: Json = raw["mc1_targets"] ?? null;
    const options = isRow(targets) ? textsOf(targets["choices"]) : null;
    const labels = isRow(targets) ? textsOf(targets["labels"]) : null;
    if (question === null || options === null || labels === null) return "expected question, and mc1_targets";
    // The true option is published first. The place in the file is the seed, so every run asks alike.
    const id = `truthfulqa-mc/${index}`;
    return choiceRow({ id, question, options, right: labels.indexOf("1"), shuffleSeed: index });
  },
  variants: CHOICE_VARIANTS,
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean"],
  metric: CHOICE_METRIC,
  plausible: [
    { model: "chance", value: 22, source: "about five options a question" },
    { model: "GPT-4", value: 59, source: "its vendor, mc1 by log-likelihood" },
    { model: "strong chat models", value: 90, source: "users, generated answers" },
  ],
  flaws: [
    "The published mc1 and mc2 rank log-likelihoods; figures from generated answers are higher and not comparable with them.",
  ],
  scoring: choiceScoring,
};
