import { describe, expect, test } from "vitest";
import { stopAndResume, weather } from "./storm-runs.ts";

const ROWS = 2_000;
const seed = Number(process.env["VERIDIC_SEED"] ?? 1);

describe(`${ROWS} rows against a provider that fails one request in five, in every way (seed ${seed})`, () => {
  test("each ends scored or as an error with its code, after no more requests than are allowed", async () => {
    expect(await weather({ rows: ROWS, judged: false, seed })).toBeGreaterThan(20);
  });

  test.each([false, true])(
    "a Ctrl-C and two kills cost no call whose reply was committed; a judge: %s",
    async (judged) => {
      await stopAndResume({ rows: judged ? ROWS / 4 : ROWS, judged, seed });
    },
  );
});
