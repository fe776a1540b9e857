import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

interface Total {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number | null;
  readonly low_usd: number | null;
  readonly high_usd: number | null;
}
interface Forecast {
  readonly runs: readonly {
    readonly samples: number;
    readonly candidate: { readonly model: string; readonly calls: Total } | null;
    readonly judges: readonly { readonly model: string; readonly calls: Total }[];
  }[];
  readonly total: Total;
}

const rows = jsonl([
  { id: "a", question: "two and two", label: "4" },
  { id: "b", question: "x".repeat(4_000), label: "4" },
  { id: "c", label: "no question" },
]);
const judge = { type: "llm_judge", model: "deployment:judge", rubric: "Is it right?", max_tokens: 50 };

async function forecastOf(config: object, flags: readonly string[] = []) {
  const server = await startModelServer();
  await using place = workplace();
  const deployments = Object.fromEntries(
    ["mine", "judge"].map((name) => [
      name,
      { provider: "openai-compatible", base_url: `${server.url}/v1`, model: name },
    ]),
  );
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify({ ...config, deployments }) });
  const ran = await place.run(["eval", "eval.yaml", "--dry-run", ...flags]);
  await server.close();
  expect(server.requests).toHaveLength(0);
  expect(existsSync(join(place.folder, ".veridic"))).toBe(false);
  return ran;
}
const asking = { dataset: "rows.jsonl", model: "deployment:mine", prompt: "{{question}}", max_tokens: 100 };
const scorers = [{ type: "exact_match", name: "exact" }];
const short = [{ type: "length", name: "short", max: 9 }];

test("every call is counted, none is sent, and nothing is written", async () => {
  const { out, exitCode } = await forecastOf({ ...asking, scorers, epochs: 2 }, ["--json"]);
  expect(exitCode).toBe(0);
  const { runs, total } = JSON.parse(out) as Forecast;
  // The row without the field is not asked about.
  expect(runs).toMatchObject([
    { samples: 3, candidate: { model: "deployment:mine", calls: { calls: 4 } }, judges: [] },
  ]);
  expect(total.output_tokens).toBe(400);
  expect(total.input_tokens).toBeGreaterThan(1_000);
});

test("a price that is not known is null, and so is the sum with it", async () => {
  const { out } = await forecastOf({ ...asking, scorers }, ["--json"]);
  expect((JSON.parse(out) as Forecast).total).toMatchObject({ low_usd: null, high_usd: null });
});

test("a price of the user's own is reckoned with", async () => {
  const prices = { "deployment:mine": { input: 1, output: 1_000 } };
  const { out } = await forecastOf({ ...asking, scorers, prices }, ["--json"]);
  const { total } = JSON.parse(out) as Forecast;
  expect(total.high_usd).toBeGreaterThan(0.2);
  expect(total.low_usd).toBeLessThan(0.01);
});

test("without a limit of tokens there is no upper bound", async () => {
  const { max_tokens: _limit, ...unlimited } = asking;
  const { out } = await forecastOf({ ...unlimited, scorers });
  expect(out).toContain("no limit");
  expect(out).toContain("no upper bound");
});

test("a judge is counted only where the rules before it leave doubt", async () => {
  const checked = { type: "composite", name: "checked", verifiers: [{ type: "exact_match" }, judge] };
  const recorded = {
    data: [
      { output: "4", target: "4" },
      { output: "5", target: "4" },
      { output: "", target: "4" },
    ],
    scorers: [checked, { ...judge, name: "judged" }],
  };
  const { out } = await forecastOf(recorded, ["--json"]);
  const { runs } = JSON.parse(out) as Forecast;
  expect(runs[0]?.candidate).toBeNull();
  const calls = runs[0]?.judges[0]?.calls.calls ?? 0;
  expect(calls).toBeGreaterThanOrEqual(3);
  expect(calls).toBeLessThan(6);
});

test("both orders of a comparison are counted", async () => {
  const data = [{ output: "a", reference_response: "b", input: "q" }];
  const { out } = await forecastOf({ data, scorers: [{ ...judge, name: "pair", judge_type: "comparative" }] }, [
    "--json",
  ]);
  expect((JSON.parse(out) as Forecast).total.calls).toBe(2);
});

test("rules on recorded outputs call nobody, and that is said", async () => {
  const { out } = await forecastOf({ data: [{ output: "4", target: "4" }], scorers });
  expect(out).toContain("1 rows, no calls");
});

test("what an eval refuses, its dry run refuses", async () => {
  const { exitCode, err } = await forecastOf({ ...asking, prompt: "{{nothing}}", scorers });
  expect(exitCode).toBe(2);
  expect(err).toContain("nothing");
});

test("what a solver sends is not known, and not nothing", async () => {
  const solved = { data: [{ input: "q", target: "a" }], solver: { command: ["node"] }, scorers };
  const { out } = await forecastOf(solved, ["--json"]);
  const unknown = { calls: 1, input_tokens: null, output_tokens: null, low_usd: null, high_usd: null };
  expect(JSON.parse(out)).toMatchObject({ runs: [{ candidate: { calls: unknown } }], total: unknown });
  expect((await forecastOf(solved)).out).toMatch(/not known +not known +not known/);
});

test("a price of less than a hundredth of a cent is not shown as nothing", async () => {
  const prices = { "deployment:mine": { input: 2.5, output: 0 } };
  const { out } = await forecastOf({
    ...asking,
    dataset: undefined,
    data: [{ question: "q" }],
    scorers: short,
    prices,
  });
  expect(out).toMatch(/\$0\.0000025 to \$0\.0000050/);
});
