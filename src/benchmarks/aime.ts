import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { finalNumber } from "./final-number.ts";
import { hubFile } from "./hub.ts";
import { BOXED } from "./math-problem.ts";

const COMMON = {
  rows: 30,
  variants: [BOXED] as const,
  // With 30 rows one answer each says next to nothing.
  generation: { temperature: 0.6, maxTokens: 32_768, epochs: 4 },
  reducers: ["mean", "pass_at_1", "pass_at_2", "pass_at_4"],
  metric: "The boxed, declared or last number equals the gold, a whole number from 0 to 999.",
  flaws: [
    "30 rows: the 95 % interval of 50 % is from 33 to 67 %; compare models with many epochs, and not by one year alone.",
    "The problems and their answers were on the web within a day.",
  ],
  scoring: finalNumber,
};

/** The two papers of the American Invitational Mathematics Examination of 2024. */
export const aime2024: Benchmark = {
  ...COMMON,
  name: "aime-2024",
  summary: "30 problems of the AIME of 2024; the answer is a whole number.",
  files: [
    {
      name: "aime_2024_problems.parquet",
      url: hubFile("Maxwell-Jia/AIME_2024", "main", "aime_2024_problems.parquet"),
      sha256: null,
      bytes: null,
      licence: "MIT (of the copy; the problems are the contest's)",
    },
  ],
  row: (raw, index) => row(`aime-2024/${index}`, raw["ID"], raw["Problem"], raw["Answer"]),
  plausible: [
    { model: "GPT-4o", value: 9.3, source: "its vendor" },
    { model: "o1", value: 74.3, source: "its vendor" },
    { model: "o4-mini", value: 93.4, source: "its vendor" },
  ],
};

/** The two papers of 2025. */
export const aime2025: Benchmark = {
  ...COMMON,
  name: "aime-2025",
  summary: "30 problems of the AIME of 2025; the answer is a whole number.",
  files: [
    {
      name: "test.jsonl",
      url: hubFile("math-ai/aime25", "main", "test.jsonl"),
      sha256: null,
      bytes: null,
      licence: "Apache-2.0 (of the copy, not verified; the problems are the contest's)",
    },
  ],
  row: (raw, index) => row(`aime-2025/${index}`, raw["id"], raw["problem"], raw["answer"]),
  plausible: [
    { model: "GPT-4o", value: 7, source: "users, about" },
    { model: "o3", value: 88.9, source: "its vendor" },
    { model: "o4-mini", value: 92.7, source: "its vendor" },
  ],
};

function row(fallback: string, id: unknown, problem: unknown, answer: unknown) {
  const input = toText(problem);
  // Copies write 033 as well as 33, and some leave a remark behind it.
  const target = /^\s*(\d{1,3})\s*$/.exec(toText(answer) ?? "")?.[1] ?? null;
  if (input === null || target === null) return "expected a problem, and an answer from 0 to 999";
  return { id: toText(id) ?? fallback, input, target: `${Number(target)}` };
}
