import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { CHOICE_METRIC, CHOICE_VARIANTS, choiceRow, choiceScoring, placeIn, textsOf } from "./multiple-choice.ts";

const FILLER = "N/A";

/** Harder questions than MMLU's, with up to ten options (Wang et al. 2024). */
export const mmluPro: Benchmark = {
  name: "mmlu-pro",
  summary: "Exam questions of 14 fields with up to ten options.",
  files: [
    {
      name: "test-00000-of-00001.parquet",
      url: hubFile(
        "TIGER-Lab/MMLU-Pro",
        "b189ec765aa7ed75c8acfea42df31fdae71f97be",
        "data/test-00000-of-00001.parquet",
      ),
      sha256: null,
      bytes: null,
      licence: "MIT (by its card; not verified)",
    },
  ],
  rows: 12_032,
  row: (raw, index) => {
    const question = toText(raw["question"]);
    const all = textsOf(raw["options"]);
    if (question === null || all === null) return "expected question, options and answer_index";
    // Rows with fewer than ten options are filled up. The place of the right one counts those too.
    const options = all.filter((option) => option !== FILLER);
    const place = placeIn(raw["answer_index"]);
    const before = all.slice(0, Math.max(0, place)).filter((option) => option === FILLER).length;
    const right = all[place] === FILLER ? -1 : place - before;
    const id = toText(raw["question_id"]) ?? `${index}`;
    const subject = toText(raw["category"]);
    return choiceRow({ id: `mmlu-pro/${id}`, question, options, right, subject });
  },
  variants: CHOICE_VARIANTS,
  generation: { temperature: 0, maxTokens: 4_096, epochs: 1 },
  reducers: ["mean"],
  groupBy: "metadata.subject",
  metric: CHOICE_METRIC,
  plausible: [
    { model: "chance", value: 10, source: "ten options" },
    { model: "GPT-4o", value: 72.6, source: "Wang et al. 2024, five examples" },
    { model: "reasoning models of 2025", value: 87, source: "their vendors, about" },
  ],
  flaws: ["Published figures are with five examples of the field; here it is asked without any."],
  scoring: choiceScoring,
};
