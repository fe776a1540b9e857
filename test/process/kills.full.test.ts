import { expect, test } from "vitest";
import { killLoop } from "./kill-loop.ts";
import { makeFolder, startProgram } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";
import { expectEqual, tellRun } from "./stored-run.ts";

const ROWS = 200_000;
const seed = Number(process.env["VERIDIC_SEED"] ?? Date.now() % 2 ** 31);

test(`kill -9 at twenty random moments of an eval of ${ROWS} rows changes no byte of its result (seed ${seed})`, async () => {
  await using folder = makeFolder();
  await writeRecordedEval(folder, ROWS);
  const began = performance.now();
  const whole = startProgram(["eval", "eval.json", "--store", "whole.db"], { folder: folder.path });
  whole.process.stdin.end();
  await whole.said("run ");
  const scanMs = performance.now() - began;
  expect((await whole.ended).code).toBe(0);

  const killed = await killLoop({ folder, store: "killed.db", rows: ROWS, kills: 20, seed, scanMs });
  expect(killed).toBeGreaterThanOrEqual(17);
  expectEqual(await tellRun(folder, "killed.db"), await tellRun(folder, "whole.db"));
});
