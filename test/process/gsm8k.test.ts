import { expect, test } from "vitest";
import { describeShared, sharedPath, sharedRows } from "../shared.ts";
import { makeFolder, runProgram } from "./program.ts";

const DATA = "data/gsm8k/example_model_solutions.jsonl";

/** The four models of the recorded solutions, with how many of 1,319 their authors' labels call right. */
const MODELS = [
  { model: "6b_finetuning", right: 286 },
  { model: "6b_verification", right: 515 },
  { model: "175b_finetuning", right: 458 },
  { model: "175b_verification", right: 742 },
] as const;

type Solutions = Readonly<Record<string, { readonly is_correct: boolean }>>;

interface Exported {
  readonly index: number;
  readonly scores: { readonly answer: { readonly value: number | null; readonly pass: boolean | null } };
}

function configOf(model: string): string {
  return JSON.stringify({
    name: model,
    dataset: { path: sharedPath(DATA), fields: { target: "ground_truth" } },
    output_field: `${model}.solution`,
    scorers: [
      {
        type: "pipeline",
        name: "answer",
        extractors: [{ type: "number" }],
        target_extractors: [{ type: "number" }],
        verifier: { type: "numeric" },
      },
    ],
  });
}

describeShared("the recorded GSM8K solutions, number then numeric, through the command line", DATA, () => {
  test("agree with all 5,276 labels, and a diff of two models prints the paired interval", async () => {
    const labels = sharedRows<Solutions>(DATA);
    expect(labels).toHaveLength(1_319);
    await using folder = makeFolder();
    const options = { folder: folder.path };
    const ids = new Map<string, string>();
    for (const { model, right } of MODELS) {
      await folder.write(`${model}.json`, configOf(model));
      const ended = await runProgram(["eval", `${model}.json`, "--store", "s.db", "--json"], options);
      expect([ended.code, JSON.parse(ended.out)]).toMatchObject([0, { status: "complete", samples: 1_319 }]);
      const summary = JSON.parse(ended.out);
      expect(summary.scorers.answer).toMatchObject({ count: 1_319, error_count: 0 });
      expect(Math.round(summary.scorers.answer.mean * 1_319)).toBe(right);
      ids.set(model, summary.run_id);

      const exported = await runProgram(["runs", "export", summary.run_id, "--store", "s.db"], options);
      const rows = exported.out.trimEnd().split("\n");
      const disagreed = rows
        .map((line): Exported => JSON.parse(line))
        .filter(({ index, scores }) => scores.answer.pass !== labels[index]?.[model]?.is_correct)
        .map(({ index }) => index);
      expect([model, rows.length, disagreed]).toEqual([model, 1_319, []]);
    }

    const [a = "", b = ""] = [ids.get("6b_verification"), ids.get("175b_verification")];
    const told = await runProgram(["runs", "diff", a, b, "--store", "s.db"], options);
    expect([told.code, told.err]).toEqual([0, ""]);
    expect(told.out).toMatch(/answer +0\.3904 +0\.5625 +\+0\.1721 +\+0\.\d{4} to \+0\.\d{4} +1,319/);
    const json = await runProgram(["runs", "diff", a, b, "--store", "s.db", "--json"], options);
    const { difference } = JSON.parse(json.out).scorers.answer;
    expect(difference.count).toBe(1_319);
    expect(difference.mean).toBeCloseTo((742 - 515) / 1_319, 12);
    // The standard error of paired differences of -1, 0 and 1, computed here from the labels alone.
    const differences = labels.map(
      (row) => Number(row["175b_verification"]?.is_correct) - Number(row["6b_verification"]?.is_correct),
    );
    const mean = differences.reduce((sum, one) => sum + one, 0) / 1_319;
    const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 1_318;
    const half = 1.96 * Math.sqrt(variance / 1_319);
    expect(difference.ci.low).toBeCloseTo(mean - half, 3);
    expect(difference.ci.high).toBeCloseTo(mean + half, 3);
  }, 60_000);
});
