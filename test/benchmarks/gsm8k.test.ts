import { expect, test } from "vitest";
import { gsm8k } from "../../src/benchmarks/gsm8k.ts";
import cases from "../cases/gsm8k-readings.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";
import { scored, tools } from "./attempt.ts";

const scoring = gsm8k.scoring(tools("zero-shot"));

test.each(cases)("$output for $gold: $why", async ({ output, gold, strict, flexible, final }) => {
  const score = await scored(scoring, output, [gold]);
  expect(score).toMatchObject({ value: final, values: { strict, flexible, final } });
});

test("after eight shots the strict reading is the sentence that they end with", async () => {
  const eight = gsm8k.scoring(tools("8-shot"));
  expect(await scored(eight, "3 + 2 = 5. The answer is 5.", ["5"])).toMatchObject({ values: { strict: 1 } });
  expect(await scored(eight, "#### 5", ["5"])).toMatchObject({ value: 1, values: { strict: 0 } });
  // The published pattern wants one more character of any kind, and gives up a digit where there is none.
  expect(await scored(eight, "The answer is 18 dollars.", ["18"])).toMatchObject({ values: { strict: 1 } });
  expect(await scored(eight, "The answer is 18. So it is.", ["18"])).toMatchObject({ values: { strict: 1 } });
  expect(await scored(eight, "The answer is 18", ["18"])).toMatchObject({ values: { strict: 0 } });
  expect(await scored(eight, "The answer is 18\nQ:", ["18"])).toMatchObject({ values: { strict: 0 } });
});

test("each reading keeps what it found, and the counting one the rule", async () => {
  const score = await scored(scoring, "#### 17\nNo.\n#### 18", ["18"]);
  expect(score).toMatchObject({
    answer: "18",
    metadata: {
      counting: "final",
      rule: "marker",
      readings: { final: { answer: "18" }, strict: { answer: "17" }, flexible: { answer: "18" } },
    },
  });
});

test("a long output is read in one pass", async () => {
  expect(await scored(scoring, `${"1.,$".repeat(250_000)}\n#### 18`, ["18"])).toMatchObject({ value: 1 });
  expect(await scored(scoring, `${"#### ".repeat(200_000)}\n`, ["18"])).toMatchObject({ value: 0 });
});

const MODELS = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"] as const;

interface Solved {
  readonly [model: string]: { readonly solution: string; readonly is_correct: boolean };
}

describeShared("the recorded solutions", "data/gsm8k/example_model_solutions.jsonl", () => {
  const rows = sharedRows<{ readonly question: string; readonly answer: string }>("data/gsm8k/test.jsonl");
  const solved = sharedRows<Solved>("data/gsm8k/example_model_solutions.jsonl");

  test("every published row is read", () => {
    const read = rows.map((row, index) => gsm8k.row(row, index));
    expect(read.filter((row) => row === null || typeof row === "string")).toEqual([]);
    expect(read).toHaveLength(1_319);
  });

  test("final and flexible agree with all 5,276 labels, and strict finds nothing", async () => {
    const disagree: string[] = [];
    let compared = 0;
    for (const [index, row] of rows.entries()) {
      const read = gsm8k.row(row, index);
      if (read === null || typeof read === "string") throw new TypeError(`row ${index} was not read`);
      for (const model of MODELS) {
        const said = solved[index]?.[model];
        const score = await scored(scoring, said?.solution ?? "", [String(read.target)]);
        const { final, flexible, strict } = score.values ?? {};
        const label = said?.is_correct === true ? 1 : 0;
        compared++;
        if (final !== label || flexible !== label || strict !== 0) disagree.push(`${read.id} ${model}`);
      }
    }
    expect(disagree).toEqual([]);
    expect(compared).toBe(5_276);
  });
});
