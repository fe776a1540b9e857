import { isPromise } from "../core/boundary.ts";
import { ConfigError } from "../core/errors.ts";
import { toText } from "../core/text.ts";
import type { Score, Verifier } from "../core/types.ts";
import { isRow } from "../evals/datasets/jsonl.ts";
import { stripReasoning } from "../extractors/strip-reasoning.ts";
import type { Benchmark } from "./benchmark.ts";
import { readBy } from "./read-by.ts";

const RUBRIC = [
  "`correct`: the answer holds the whole of the reference answer, and nothing in it contradicts the reference.",
  "`incorrect`: the answer says something that contradicts the reference, even if it hedges.",
  "`not_attempted`: the answer does not give what was asked for, and does not contradict the reference either; also where it says that it does not know, or only guesses among several.",
  "Numbers must be right to the last figure of the reference. Ignore spelling, case and style, and what goes beyond the question.",
];

const LABELS = { correct: 1, incorrect: 0, not_attempted: 0 } as const;

/** Short questions of fact with one answer that does not change (Wei et al. 2024), graded by a judge. */
export const simpleqa: Benchmark = {
  name: "simpleqa",
  summary: "4,326 short questions of fact, graded by a judge as correct, incorrect or not attempted.",
  files: [
    {
      name: "simple_qa_test_set.csv",
      url: "https://openaipublic.blob.core.windows.net/simple-evals/simple_qa_test_set.csv",
      sha256: null,
      bytes: null,
      licence: "MIT",
    },
  ],
  rows: 4_326,
  row: (raw, index) => {
    const question = toText(raw["problem"]);
    const answer = toText(raw["answer"]);
    if (question === null || answer === null) return "expected problem and answer";
    return { id: `simpleqa/${index}`, input: question, target: answer };
  },
  variants: [{ name: "plain", summary: "The question and nothing else.", prompt: "{{input}}" }],
  generation: { temperature: 0, maxTokens: 1_024, epochs: 1 },
  reducers: ["mean"],
  metric:
    "`correct` counts; `incorrect`, `not_attempted`, and the share of correct ones among those that were attempted stand beside it.",
  asksJudge: true,
  plausible: [
    { model: "GPT-4o mini", value: 9.5, source: "simple-evals" },
    { model: "GPT-4o 2024-11-20", value: 38.8, source: "simple-evals" },
    { model: "GPT-4.5", value: 62.5, source: "simple-evals" },
  ],
  flaws: [
    "Published figures were graded by one model with one prompt; another judge moves them by a point or so.",
    "The published grader takes the first A, B or C of its reply, so words before the label may decide; here a label must be declared.",
  ],
  scoring: ({ judge, build, place }) => {
    if (judge === undefined) {
      throw new ConfigError("missing_option", "is missing", {
        place: `${place}.judge`,
        expected: "the model that grades",
        hint: "for example --judge openai:gpt-4.1",
      });
    }
    const grader = build.verifier(
      { type: "llm_judge", model: judge, response_format: "choice", choices: LABELS, rubric: RUBRIC },
      place,
    );
    return graded(
      readBy({ extractors: [stripReasoning().run], targetExtractors: [], verifier: answerAlone(grader.score) }),
    );
  },
};

/** The judge reads what was extracted: reasoning is not the answer. */
function answerAlone(verifier: Verifier): Verifier {
  return (attempt, context) => verifier({ ...attempt, output: attempt.answer ?? "" }, context);
}

/** The judge's label as sub-scores. An answer that was not attempted is in no share of attempted ones. */
function graded(verifier: Verifier): Verifier {
  const told = (score: Score): Score => {
    if (score.value === null) return score;
    const judged = score.metadata?.["judge"] ?? null;
    // An empty answer goes to no judge, and is not attempted as published figures have it.
    const empty = score.reason === "no_answer";
    const label = empty ? "not_attempted" : isRow(judged) ? judged["label"] : undefined;
    if (typeof label !== "string" || !Object.hasOwn(LABELS, label)) return score;
    const share = (name: string) => Number(label === name);
    const values = {
      correct: share("correct"),
      incorrect: share("incorrect"),
      not_attempted: share("not_attempted"),
      ...(label === "not_attempted" ? {} : { correct_of_attempted: share("correct") }),
    };
    return { ...score, pass: label === "correct", reason: empty ? score.reason : label, values };
  };
  return (attempt, context) => {
    const score = verifier(attempt, context);
    return isPromise(score) ? score.then(told) : told(score);
  };
}
