import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { makeFolder, runProgram } from "./program.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000 });

/** A plug-in of which some checks never end. */
const NEVER = `
import { defineVerifier } from ${JSON.stringify(pathToFileURL(resolve("dist/index.mjs")).href)};
export default defineVerifier({
  type: "acme/never",
  summary: "Waits.",
  create: () => ({ output }) => (output === "hang" ? new Promise(() => {}) : Promise.resolve(output === "right")),
});`;

test("a check that never ends is an error of its row; the others are scored and the run ends", async () => {
  await using folder = makeFolder();
  await folder.write("never.mjs", NEVER);
  const config = {
    data: ["right", "hang", "wrong", "hang", "right"].map((output) => ({ output })),
    plugins: ["./never.mjs"],
    scorers: [
      { type: "acme/never", name: "alone", time_limit: 0.2 },
      { type: "pipeline", name: "held", time_limit: 0.1, verifier: { type: "not", verifier: { type: "acme/never" } } },
    ],
  };
  await folder.write("eval.json", JSON.stringify(config));
  const { code, out } = await runProgram(["eval", "eval.json", "--json"], { folder: folder.path });
  expect(code).toBe(0);
  const figures = { count: 3, error_count: 2, errors: { "verifier:timeout": 2 } };
  const { status, scorers } = JSON.parse(out);
  expect([status, scorers]).toMatchObject(["complete", { alone: figures, held: figures }]);
  expect(scorers.alone.mean + scorers.held.mean).toBeCloseTo(1);
});

test.each([0, -1, "10", 1e9])("a time limit of %j is refused", async (limit) => {
  await using folder = makeFolder();
  const config = { data: [{ output: "a", label: "a" }], scorers: [{ type: "exact_match", timeLimit: limit }] };
  await folder.write("eval.json", JSON.stringify(config));
  const { code, err } = await runProgram(["eval", "eval.json"], { folder: folder.path });
  expect([code, err]).toEqual([2, expect.stringContaining("scorers[0].time_limit")]);
});

test("a promise that nothing can settle ends the command with 3, a sentence and a document", async () => {
  await using folder = makeFolder();
  await folder.write("never.mjs", `await new Promise(() => {});\n${NEVER}`);
  const config = { data: [{ output: "a" }], plugins: ["./never.mjs"], scorers: [{ type: "acme/never" }] };
  await folder.write("eval.json", JSON.stringify(config));
  const { code, out, err } = await runProgram(["eval", "eval.json", "--json"], { folder: folder.path });
  expect(code).toBe(3);
  expect(err).toContain("a promise that will never settle");
  expect(JSON.parse(out)).toMatchObject({ error: { code: "never_settled" } });
});
