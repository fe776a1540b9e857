import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Folder, makeFolder, runProgram, runShell } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const CLEAR = "\r\u001b[2K";
const COLOR = /\u001b\[\d+m/;

const hasScript = process.env["VERIDIC_REQUIRE_ALL"] === "1" || spawnSync("script", ["--version"]).status === 0;

let folder: Folder;
beforeAll(async () => {
  folder = makeFolder();
  await writeRecordedEval(folder, 8_000);
  expect((await runProgram(["eval", "eval.json", "--store", "shown.db"], { folder: folder.path })).code).toBe(0);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** What a person sees who runs a line of bash in a terminal of so many columns; both outputs come together. */
async function inTerminal(line: string, variables: Readonly<Record<string, string>> = {}, columns = 100) {
  const sized = columns === 0 ? line : `stty cols ${columns} rows 30; ${line}`;
  return runShell(`script -qec '${sized}' /dev/null`, { folder: folder.path, variables });
}

(hasScript ? describe : describe.skip)(`in a terminal${hasScript ? "" : " (skipped: there is no script)"}`, () => {
  test("a bar tells the rate and the time left, and is gone when the result stands there", async () => {
    const { code, out } = await inTerminal("$VERIDIC eval eval.json --store bar.db");
    expect(code).toBe(0);
    const bars = out.split(CLEAR).filter((piece) => piece.includes("━"));
    expect(bars.length).toBeGreaterThanOrEqual(2);
    expect(out).toMatch(/━.*\d\/8,000 scored · [\d,]+\/s · \d+ s left/);
    const afterwards = out.slice(out.lastIndexOf("━"));
    expect(afterwards).toMatch(/\r\u001b\[2K[^━]*scorer +mean/);
    // No line of the bar is left on the screen: each is followed by the clearing of its line, not by a new line.
    for (const bar of bars) expect(bar).not.toContain("\n");
  });

  test("a terminal that does not tell its width gets the whole text", async () => {
    const { out } = await inTerminal("$VERIDIC eval eval.json --store wide.db", {}, 0);
    expect(out).toMatch(/8,000 scored · [\d,]+\/s/);
  });

  test("there are colours, and NO_COLOR takes them away", async () => {
    expect((await inTerminal("$VERIDIC runs show latest --store shown.db")).out).toMatch(COLOR);
    expect((await inTerminal("$VERIDIC runs show latest --store shown.db", { NO_COLOR: "1" })).out).not.toMatch(COLOR);
    expect((await inTerminal("$VERIDIC runs show latest --store shown.db", { TERM: "dumb" })).out).not.toMatch(COLOR);
  });
});

describe("elsewhere", () => {
  test("there are plain lines: no bar, no colour, no cursor movement", async () => {
    const { code, out, err } = await runProgram(["eval", "eval.json", "--store", "plain.db"], { folder: folder.path });
    expect(code).toBe(0);
    expect(out + err).not.toMatch(/[\u001b\r━]/);
    expect(err).toMatch(/^run \S+: sums, 8000 rows of rows\.jsonl\n/);
  });

  test.each([
    { why: "asked for", variables: { FORCE_COLOR: "1" }, colored: true },
    { why: "0 means no", variables: { FORCE_COLOR: "0" }, colored: false },
    { why: "no wins over force", variables: { FORCE_COLOR: "1", NO_COLOR: "1" }, colored: false },
    { why: "an empty NO_COLOR says nothing", variables: { FORCE_COLOR: "1", NO_COLOR: "" }, colored: true },
    { why: "nothing is asked for", variables: {}, colored: false },
    { why: "a build server is no terminal", variables: { CI: "true" }, colored: false },
  ])("colours: $why", async ({ variables, colored }) => {
    const argv = ["runs", "show", "latest", "--store", "shown.db"];
    const { out } = await runProgram(argv, { folder: folder.path, variables: variables as Record<string, string> });
    expect(COLOR.test(out)).toBe(colored);
  });
});

describe("--json", () => {
  const rows = (output: unknown) => `${JSON.stringify({ output, target: "blue" })}\n`;
  const config = (gates: object) =>
    JSON.stringify({ dataset: "own.jsonl", scorers: [{ type: "exact_match", name: "answer" }], gates });

  test.each([
    { why: "done", output: "blue", gates: {}, flags: [], code: 0, told: { status: "complete" } },
    { why: "a gate was missed", output: "red", gates: { answer: 1 }, flags: [], code: 1, told: { status: "complete" } },
    { why: "nothing was scored", output: null, gates: {}, flags: [], code: 3, told: { status: "complete" } },
    {
      why: "usage",
      output: "red",
      gates: { wrong: 1 },
      flags: [],
      code: 2,
      told: { error: { code: "unknown_scorer" } },
    },
  ])("exactly one document on stdout with exit code $code: $why", async ({ output, gates, flags, code, told }) => {
    await using own = makeFolder();
    await own.write("own.jsonl", rows(output));
    await own.write("own.json", config(gates));
    const ended = await runProgram(["eval", "own.json", "--json", ...flags], { folder: own.path });
    expect([ended.code, JSON.parse(ended.out)]).toMatchObject([code, told]);
    expect(ended.out.endsWith("}\n")).toBe(true);
    expect(ended.err).not.toMatch(/\n\s+at /);
  });
});
