import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { CHOICE_METRIC, CHOICE_VARIANTS, choiceRow, choiceScoring } from "./multiple-choice.ts";

/** Questions that experts of the field answer and others with the whole web do not (Rein et al. 2023). */
export const gpqaDiamond: Benchmark = {
  name: "gpqa-diamond",
  summary: "198 questions in biology, physics and chemistry for experts of the field.",
  files: [
    {
      name: "gpqa_diamond.csv",
      url: hubFile("Idavidrein/gpqa", "633f5ee89ab8ad4522a9f850766b73f62147ffdd", "gpqa_diamond.csv"),
      sha256: null,
      bytes: null,
      licence: "CC-BY-4.0 (by its card; not verified)",
      gated:
        "accept the terms at https://huggingface.co/datasets/Idavidrein/gpqa, make a token at https://huggingface.co/settings/tokens and set HF_TOKEN to it; or download gpqa_diamond.csv there and name its folder with --data",
    },
  ],
  rows: 198,
  row: (raw, index) => {
    const question = toText(raw["Question"]);
    const options = ["Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"].map((field) =>
      toText(raw[field])?.trim(),
    );
    if (question === null || !options.every((option) => option !== undefined && option !== "")) {
      return "expected Question, Correct Answer and Incorrect Answer 1 to 3";
    }
    const texts = options.filter((option) => option !== undefined);
    const id = toText(raw["Record ID"]) ?? `gpqa-diamond/${index}`;
    const subject = toText(raw["High-level domain"]);
    // The right answer is published first. The place in the file is the seed, so every run asks alike.
    return choiceRow({ id, question, options: texts, right: 0, shuffleSeed: index, subject });
  },
  variants: CHOICE_VARIANTS,
  generation: { temperature: 0, maxTokens: 8_192, epochs: 1 },
  reducers: ["mean"],
  metric: CHOICE_METRIC,
  plausible: [
    { model: "chance", value: 25, source: "four options" },
    { model: "GPT-4o 2024-08-06", value: 50, source: "simple-evals, about" },
    { model: "experts of the field", value: 65, source: "Rein et al. 2023, of the larger set" },
    { model: "o3, high effort", value: 83.4, source: "simple-evals, about" },
    { model: "reasoning models of 2025", value: 88, source: "their vendors, about" },
  ],
  flaws: [
    "198 rows: two models that are seven points apart are hardly told apart by one run; use epochs.",
    "Its authors ask not to publish questions in plain text; veridic keeps rows in its cache and in the store.",
  ],
  scoring: choiceScoring,
};
