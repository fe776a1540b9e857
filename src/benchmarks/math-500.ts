import { toText } from "../core/text.ts";
import type { Benchmark } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { BOXED, MATH_METRIC, mathScoring } from "./math-problem.ts";

/** 500 competition problems out of MATH (Hendrycks et al. 2021; selection of Lightman et al. 2023). */
export const math500: Benchmark = {
  name: "math-500",
  summary: "500 competition problems of seven fields; the answer is a formula.",
  files: [
    {
      name: "test.jsonl",
      url: hubFile("HuggingFaceH4/MATH-500", "6e4ed1a2a79af7d8630a6b768ec859cb5af4d3be", "test.jsonl"),
      sha256: "35dc41080a3680858b27fa7e0533d2d547825316fc5dafe5d316f4ccc5a06132",
      bytes: null,
      licence: "MIT (of MATH; not verified)",
    },
  ],
  rows: 500,
  row: (raw, index) => {
    const problem = toText(raw["problem"]);
    const answer = toText(raw["answer"]);
    if (problem === null || answer === null) return "expected problem and answer";
    const subject = toText(raw["subject"]) ?? "";
    const id = toText(raw["unique_id"]) ?? `math-500/${index}`;
    return { id, input: problem, target: answer, metadata: { subject, level: raw["level"] ?? null } };
  },
  variants: [BOXED],
  generation: { temperature: 0, maxTokens: 8_192, epochs: 1 },
  reducers: ["mean"],
  groupBy: "metadata.subject",
  metric: MATH_METRIC,
  plausible: [
    { model: "Llama 3.1 8B Instruct", value: 51.9, source: "its vendor, of all of MATH" },
    { model: "GPT-4o 2024-08-06", value: 75.9, source: "simple-evals" },
    { model: "o1", value: 96.4, source: "simple-evals" },
    { model: "o3, high effort", value: 98.1, source: "simple-evals" },
  ],
  flaws: ["The problems are on the web with their solutions since 2021."],
  scoring: mathScoring,
};
