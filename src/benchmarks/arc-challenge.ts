import { toText } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import { isRow } from "../evals/datasets/jsonl.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { CHOICE_METRIC, CHOICE_VARIANTS, choiceRow, choiceScoring, textsOf } from "./multiple-choice.ts";

/** School science questions that simple retrieval gets wrong (Clark et al. 2018). */
export const arcChallenge: Benchmark = {
  name: "arc-challenge",
  summary: "School science questions, mostly with four options.",
  files: [
    {
      name: "test-00000-of-00001.parquet",
      url: hubFile(
        "allenai/ai2_arc",
        "210d026faf9955653af8916fad021475a3f00453",
        "ARC-Challenge/test-00000-of-00001.parquet",
      ),
      sha256: null,
      bytes: null,
      licence: "CC-BY-SA-4.0 (by its card; not verified)",
    },
  ],
  rows: 1_172,
  row: (raw, index) => {
    const question = toText(raw["question"]);
    const choices: Json = raw["choices"] ?? null;
    const options = isRow(choices) ? textsOf(choices["text"]) : null;
    const labels = isRow(choices) ? textsOf(choices["label"]) : null;
    if (question === null || options === null || labels === null) return "expected question, choices and answerKey";
    // Some rows number their options; all are asked by letters.
    const at = labels.indexOf(toText(raw["answerKey"]) ?? "");
    return choiceRow({ id: toText(raw["id"]) ?? `arc-challenge/${index}`, question, options, right: at });
  },
  variants: CHOICE_VARIANTS,
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean"],
  metric: CHOICE_METRIC,
  plausible: [
    { model: "chance", value: 25, source: "four options" },
    { model: "Llama 3.1 8B Instruct", value: 83.4, source: "its vendor" },
    { model: "GPT-4", value: 96.3, source: "its vendor, 25 examples" },
  ],
  flaws: ["Strong models are above 95 %, so it tells them apart no more."],
  scoring: choiceScoring,
};
