import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { Score } from "../../src/core/types.ts";
import { buildVerificationPipeline, buildVerifier } from "../../src/index.ts";
import type { CheckOptions } from "../../src/math/check.ts";
import { startWorkers, type Workers, type WorkersOptions } from "../../src/math/workers.ts";
import cases from "../cases/math.json" with { type: "json" };
import { attemptOf, CONTEXT } from "../verifiers/attempt.ts";

const OPTIONS: CheckOptions = {
  strictBoxed: false,
  relTol: 0,
  absTol: 0,
  percentLoose: false,
  allowSetRelation: false,
  decimalComma: "auto",
};
const ENTRY = new URL("./endless-worker.mjs", import.meta.url);
const open: Workers[] = [];

function workers(options: WorkersOptions): Workers {
  const made = startWorkers(OPTIONS, options);
  open.push(made);
  return made;
}

function scoreAll(pool: Workers, answers: readonly string[]): Promise<readonly Score[]> {
  return Promise.all(answers.map((answer) => pool.score({ answer, targets: ["5"] })));
}

afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

const RIGHT = { value: 1, reason: "match" };
const WRONG = { value: 0, reason: "mismatch" };

describe("a comparison in a worker thread", () => {
  test("that takes too long is a broken check, and its thread is replaced", async () => {
    const pool = workers({ timeout: 300, size: 1, entry: ENTRY });
    const scores = await scoreAll(pool, ["5", "endless", "5", "6", "endless", "5"]);
    const stopped = { value: null, error: { stage: "verifier", code: "timeout", retryable: false } };
    expect(scores).toMatchObject([RIGHT, stopped, RIGHT, WRONG, stopped, RIGHT]);
    expect(scores[1]?.error?.message).toBe("the comparison did not finish within 300 ms");
  });

  test("that takes too long leaves those in other threads alone", async () => {
    const pool = workers({ timeout: 1_500, size: 2, entry: ENTRY });
    const endless = pool.score({ answer: "endless", targets: ["5"] });
    let stopped = false;
    void endless.then(() => {
      stopped = true;
    });
    expect(await scoreAll(pool, ["5", "6", "5"])).toMatchObject([RIGHT, WRONG, RIGHT]);
    expect(stopped).toBe(false);
    expect(await endless).toMatchObject({ value: null, error: { code: "timeout" } });
  });

  test.each([
    ["throws", "worker"],
    ["exits", "worker"],
    ["memory", "out_of_memory"],
  ])("that breaks its thread (%s) is a broken check, and the next one has another thread", async (answer, code) => {
    const pool = workers({ timeout: 10_000, size: 1, entry: ENTRY });
    const [before, broken, after] = await scoreAll(pool, ["5", answer, "6"]);
    expect([before, after]).toMatchObject([RIGHT, WRONG]);
    expect(broken).toMatchObject({ value: null, error: { stage: "verifier", code } });
  });

  test("that waits when the threads are closed is broken off, and threads can be started again", async () => {
    const pool = workers({ timeout: 60_000, size: 1, entry: ENTRY });
    const scores = scoreAll(pool, ["endless", "5"]);
    await pool.close();
    const closed = { value: null, error: { code: "closed" } };
    expect(await scores).toMatchObject([closed, closed]);
    expect(await scoreAll(pool, ["5"])).toMatchObject([RIGHT]);
  });

  test("is a broken check where no thread can be started", async () => {
    const missing = workers({ timeout: 10_000, entry: new URL("./no-such-worker.mjs", import.meta.url) });
    const refused = workers({ timeout: 10_000, entry: new URL("https://example.org/worker.mjs") });
    for (const pool of [missing, refused]) {
      const broken = { value: null, error: { stage: "verifier", code: "worker" } };
      expect(await scoreAll(pool, ["5", "6"])).toMatchObject([broken, broken]);
    }
  });

  test("takes an extraction that holds what cannot be sent", async () => {
    const pool = workers({ timeout: 10_000, entry: ENTRY });
    const extraction = { text: "5", form: "latex", helper: () => 1 };
    expect(await pool.score({ answer: "5", extraction, targets: ["5"] })).toMatchObject(RIGHT);
  });
});

describe("math with a timeout", () => {
  test("has the scores that it has without one", { timeout: 60_000 }, async () => {
    const rows = cases.filter((row) => !("options" in row));
    const within = buildVerifier({ type: "math", timeout: 10_000 });
    const plain = buildVerifier({ type: "math" });
    const attempts = rows.map(({ answer, target }) => attemptOf(answer, [target]));
    expect(rows.length).toBeGreaterThan(100);
    expect(await Promise.all(attempts.map((attempt) => within.score(attempt, CONTEXT)))).toEqual(
      attempts.map((attempt) => plain.score(attempt, CONTEXT)),
    );
  });

  test("compares many in their order, behind an extractor and with its options", { timeout: 60_000 }, async () => {
    const pipeline = buildVerificationPipeline({
      extractors: [{ type: "math" }],
      verifier: { type: "math", timeout: 10_000, workers: 2, float_rounding: 1 },
    });
    const requests = Array.from({ length: 50 }, (_, index) => ({
      prediction: `so $x = \\boxed{${index}.04}$`,
      groundTruth: `${index - (index % 3)}`,
    }));
    const right: boolean[] = [];
    for await (const { isCorrect } of pipeline.verifyMany(requests)) right.push(isCorrect);
    expect(right).toEqual(requests.map((_, index) => index % 3 === 0));
  });

  test("cannot answer at once, and threads without a timeout are refused", () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "math", timeout: 10_000 } });
    expect(() => pipeline.verifySync({ prediction: "5", groundTruth: "5" })).toThrow(ConfigError);
    expect(() => buildVerifier({ type: "math", workers: 2 })).toThrow("verifier.timeout: is missing");
    expect(() => buildVerifier({ type: "math", timeout: 0 })).toThrow(ConfigError);
  });

  test("works from the built package, and lets the process end", () => {
    const program = `
      import { buildVerificationPipeline } from ${JSON.stringify(pathToFileURL(resolve("dist/index.mjs")).href)};
      const pipeline = buildVerificationPipeline({ verifier: { type: "math", timeout: 20000, workers: 1 } });
      const { isCorrect } = await pipeline.verify({ prediction: "$\\\\frac12$", groundTruth: "0.5" });
      console.log(isCorrect);
    `;
    const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
    expect(ended).toMatchObject({ stdout: "true\n", status: 0 });
  });
});
