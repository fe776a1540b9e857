import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { finalNumber } from "./final-number.ts";
import { EIGHT_SHOTS } from "./gsm8k-shots.ts";
import { firstMatch, harnessMatch, lastNumberLike } from "./harness-match.ts";
import { sideBySide } from "./side-by-side.ts";

const PUBLISHED =
  "https://raw.githubusercontent.com/openai/grade-school-math/3101c7d5072418e28b9008a6636bde82a006892c/grade_school_math/data";

const MARKED = firstMatch(/#### (-?[0-9.,]+)/);
// The last dot of the published pattern stands for any character: "The answer is 18 dollars." counts there.
const SAID = firstMatch(/The answer is (-?[0-9.,]+)[^\n]/);

/** Grade-school word problems with one whole number as the answer (Cobbe et al. 2021). */
export const gsm8k: Benchmark = {
  name: "gsm8k",
  summary: "Grade-school word problems; the answer is one number.",
  files: [
    {
      name: "test.jsonl",
      url: `${PUBLISHED}/test.jsonl`,
      sha256: "3730d312f6e3440559ace48831e51066acaca737f6eabec99bccb9e4b3c39d14",
      bytes: 749_738,
      licence: "MIT",
    },
    {
      name: "train.jsonl",
      url: `${PUBLISHED}/train.jsonl`,
      sha256: "17f347dc51477c50d4efb83959dbb7c56297aba886e5544ee2aaed3024813465",
      bytes: 4_166_206,
      licence: "MIT",
    },
  ],
  rows: 1_319,
  row: (raw, index) => {
    const question = toText(raw["question"]);
    const target = goldOf(toText(raw["answer"]) ?? "");
    if (question === null || target === null) return "expected question, and answer with a line that begins with ####";
    return { id: `gsm8k/${index}`, input: question, target };
  },
  variants: [
    {
      name: "zero-shot",
      summary: "Chain of thought without examples; the last line is to be `#### N`.",
      prompt:
        "{{input}}\n\nReason step by step. Then give the final answer as a plain number on a last line of the form:\n#### N",
    },
    {
      name: "5-shot",
      summary: "The first five questions of the training set with their solutions, then the question.",
      prompt: "Question: {{input}}\nAnswer:",
      shots: {
        file: "train.jsonl",
        shot: (row) => {
          const question = toText(row["question"]);
          const answer = toText(row["answer"]);
          return question === null || answer === null ? null : { input: question, output: withoutCalculator(answer) };
        },
      },
      fewShot: 5,
      stop: ["Question:"],
    },
    {
      name: "8-shot",
      summary: "The eight chain-of-thought examples of Wei et al. 2022, then the question.",
      prompt: "Q: {{input}}\nA:",
      shots: EIGHT_SHOTS,
      stop: ["Q:"],
    },
  ],
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean"],
  metric:
    "`final` counts: the declared or last number equals the gold by value; `strict` and `flexible` stand beside it.",
  plausible: [
    { model: "6B, fine-tuned", value: 21.7, source: "recorded solutions published with the data" },
    { model: "6B with a verifier", value: 39, source: "recorded solutions published with the data" },
    { model: "175B, fine-tuned", value: 34.7, source: "recorded solutions published with the data" },
    { model: "175B with a verifier", value: 56.3, source: "recorded solutions published with the data" },
    { model: "Llama-3-8B-Instruct", value: 75.7, source: "5-shot, strict, reported by users" },
    { model: "Llama-3.1-8B-Instruct", value: 84.5, source: "its vendor" },
    { model: "Qwen2.5-72B base", value: 88.3, source: "its vendor" },
  ],
  flaws: [
    "Some golds are wrong (openai/grade-school-math, pull request 25; GSM8K-Platinum annotates the set anew), so 100 % is not to be had with honest answers.",
    "Above 97 % suspect that the questions were trained on.",
  ],
  scoring: ({ variant }) =>
    sideBySide(
      [
        { name: "final", score: finalNumber() },
        { name: "strict", score: harnessMatch(variant === "8-shot" ? SAID : MARKED) },
        { name: "flexible", score: harnessMatch(lastNumberLike) },
      ],
      "final",
    ),
};

/** The gold is what stands after the mark. */
function goldOf(answer: string): string | null {
  const mark = answer.lastIndexOf("#### ");
  const gold = mark < 0 ? "" : answer.slice(mark + 5).trim();
  return gold === "" ? null : gold;
}

/** `<<16-3=13>>` was meant for a calculator during sampling; a model that is shown it imitates it. */
function withoutCalculator(answer: string): string {
  return answer.replace(/<<[^<>]*>>/g, "");
}
