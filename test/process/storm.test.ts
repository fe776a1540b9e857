import { describe, expect, test, vi } from "vitest";
import { stopAndResume, weather } from "./storm-runs.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000 });

const seed = Number(process.env["VERIDIC_SEED"] ?? 1);

describe(`200 rows against a provider that fails one request in five, in every way (seed ${seed})`, () => {
  test("each ends scored or as an error with its code, after no more requests than are allowed", async () => {
    expect(await weather({ rows: 200, judged: false, seed })).toBeGreaterThan(0);
  });

  test("so it is with a judge who is asked through the same storm", async () => {
    expect(await weather({ rows: 100, judged: true, seed })).toBeGreaterThan(0);
  });

  test("a Ctrl-C and two kills cost no call whose reply was committed", async () => {
    await stopAndResume({ rows: 200, judged: false, seed });
  });
});
