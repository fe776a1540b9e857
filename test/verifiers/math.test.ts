import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { snakeCase } from "../../src/core/naming.ts";
import { buildVerificationPipeline, buildVerifier } from "../../src/index.ts";
import { math } from "../../src/verifiers/math.ts";
import cases from "../cases/math.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";
import { attemptOf, CONTEXT } from "./attempt.ts";

interface Case {
  readonly why: string;
  readonly answer: string;
  readonly target: string;
  readonly options?: object;
  readonly value: number;
  readonly confident: boolean;
}

describe("math", () => {
  test.each(cases as readonly Case[])("$why", ({ answer, target, options = {}, value, confident }) => {
    const score = buildVerifier({ type: "math", ...options }).score(attemptOf(answer, [target]), CONTEXT);
    expect(score).toMatchObject({ value, confident });
  });

  test("any of several targets counts, and a sure match beats one that may be", () => {
    const score = (answer: string, targets: readonly string[]) => math().score(attemptOf(answer, targets), CONTEXT);
    expect(score("1/2", ["2", "0.5"])).toMatchObject({ value: 1, confident: true });
    expect(score("1,5", ["1.5", "{1,5}"])).toMatchObject({ value: 1, confident: true });
    expect(score("3", ["2", "0.5"])).toMatchObject({ value: 0, confident: true, reason: "mismatch" });
    expect(score("50", ["2", "50%"])).toMatchObject({ value: 0, confident: false, reason: "percent" });
  });

  test("no answer, no target and a blank target are told apart", () => {
    expect(math().score(attemptOf(null, ["5"]), CONTEXT)).toMatchObject({ value: 0, reason: "no_answer" });
    expect(math().score(attemptOf("5", []), CONTEXT)).toMatchObject({ value: null, error: { code: "missing_target" } });
    expect(math().score(attemptOf("5", [" "]), CONTEXT)).toMatchObject({ error: { code: "unusable_target" } });
  });

  test("an answer that cannot be read says so, and is right only letter for letter", () => {
    expect(math().score(attemptOf("$\\foo{5}$", ["5"]), CONTEXT)).toMatchObject({
      value: 0,
      reason: "answer_unparsed",
    });
    expect(math().score(attemptOf("5", ["$\\foo{5}$"]), CONTEXT)).toMatchObject({
      value: 0,
      reason: "target_unparsed",
    });
    expect(math().score(attemptOf("$\\foo {5}$", ["\\foo{5}"]), CONTEXT)).toMatchObject({ value: 1 });
  });

  test("what was judged is told", () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "math" } });
    const result = pipeline.verifySync({ prediction: "So $x=\\boxed{\\frac12}$.", groundTruth: 0.5 });
    expect(result.metadata["extracted_prediction"]).toBe("\\frac12");
    expect(result.rawOutput).toBe("math: \\frac12 is 0.5");
  });

  test("options that make no sense are refused", () => {
    for (const options of [
      { floatRounding: -1 },
      { relTol: Number.NaN },
      { decimalComma: "always" },
      { strickt: true },
    ]) {
      expect(() => buildVerifier({ type: "math", ...options })).toThrow(ConfigError);
    }
  });
});

const SOLUTIONS = "data/gsm8k/example_model_solutions.jsonl";
const MODELS = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"] as const;

type Solved = { readonly ground_truth: string } & Readonly<
  Record<(typeof MODELS)[number], { readonly solution: string; readonly is_correct: boolean }>
>;

describeShared("the recorded GSM8K solutions, math then math", SOLUTIONS, () => {
  test("agree with all 5,276 labels, whether or not the target is extracted", { timeout: 60_000 }, () => {
    const rows = sharedRows<Solved>(SOLUTIONS);
    const extractors = [{ type: "math" }];
    const both = buildVerificationPipeline({ extractors, target_extractors: extractors, verifier: { type: "math" } });
    const one = buildVerificationPipeline({ extractors, verifier: { type: "math" } });
    let seen = 0;
    const disagreed = rows.flatMap(({ ground_truth: groundTruth, ...solutions }) =>
      MODELS.filter((model) => {
        const { solution: prediction, is_correct } = solutions[model];
        seen++;
        const results = [both, one].map((pipeline) => pipeline.verifySync({ prediction, groundTruth }));
        return results.some(({ isCorrect }) => isCorrect !== is_correct);
      }).map((model) => `${model}: ${solutions[model].solution.slice(-60)}`),
    );
    expect([seen, disagreed]).toEqual([5_276, []]);
  });
});

describeShared("the targets of GSM8K", "data/gsm8k/train.jsonl", () => {
  test("are all read, and each is surely right against itself", { timeout: 60_000 }, () => {
    const verifier = math();
    const missed = ["test", "train"].flatMap((name) =>
      sharedRows<{ readonly answer: string }>(`data/gsm8k/${name}.jsonl`)
        .map(({ answer }) => ({ answer, gold: answer.slice(answer.lastIndexOf("####") + 4).trim() }))
        .filter(({ answer, gold }) => {
          const score = verifier.score(attemptOf(`The answer is ${gold}.`, [answer]), CONTEXT);
          return score instanceof Promise || score.value !== 1 || !score.confident;
        }),
    );
    expect(missed).toEqual([]);
  });
});

test("every option of the verifier is told on its page", () => {
  const page = readFileSync("docs/math.md", "utf8");
  const schema = math.definition.options as unknown as { readonly entries: object };
  const names = Object.keys(schema.entries).map(snakeCase);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
