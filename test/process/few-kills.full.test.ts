import { describe, expect, test } from "vitest";
import { killLoop } from "./kill-loop.ts";
import { makeFolder, runProgram, startProgram } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";
import { expectEqual, lookInto, reached, tellRun } from "./stored-run.ts";

const ROWS = 3_000;
const seed = Number(process.env["VERIDIC_SEED"] ?? Date.now() % 2 ** 31);

describe("kill -9", () => {
  test(`seven times in one eval of ${ROWS} rows leaves the run that an uninterrupted eval gives (seed ${seed})`, async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, ROWS);
    const began = performance.now();
    const whole = startProgram(["eval", "eval.json", "--store", "whole.db"], { folder: folder.path });
    whole.process.stdin.end();
    await whole.said("run ");
    const scanMs = performance.now() - began;
    expect((await whole.ended).code).toBe(0);

    const killed = await killLoop({ folder, store: "killed.db", rows: ROWS, kills: 7, seed, scanMs });
    // A process may have ended by itself before its moment came; most must not have.
    expect(killed).toBeGreaterThanOrEqual(4);
    expectEqual(await tellRun(folder, "killed.db"), await tellRun(folder, "whole.db"));
  }, 60_000);
});

describe("two resumes of one run at the same time", () => {
  test("both end well, and no row is there twice", async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, ROWS);
    const first = startProgram(["eval", "eval.json", "--store", "shared.db"], { folder: folder.path });
    await first.said("run ");
    await reached(folder.at("shared.db"), 499, () => first.process.exitCode !== null);
    first.process.kill("SIGKILL");
    await first.ended;
    const resume = () =>
      runProgram(["runs", "resume", "latest", "--store", "shared.db", "--json"], { folder: folder.path });
    const both = await Promise.all([resume(), resume()]);
    expect(both.map(({ code, out }) => [code, JSON.parse(out).status])).toEqual([
      [0, "complete"],
      [0, "complete"],
    ]);
    expect(await lookInto(folder.at("shared.db"))).toEqual({ integrity: "ok", runs: 1, outputs: ROWS, scores: ROWS });
    const whole = await runProgram(["eval", "eval.json", "--store", "whole.db"], { folder: folder.path });
    expect(whole.code).toBe(0);
    expectEqual(await tellRun(folder, "shared.db"), await tellRun(folder, "whole.db"));
  }, 60_000);
});
