import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import { startThreads, type ThreadAnswer } from "../../../src/operations/isolated/threads.ts";
import rows from "../../cases/isolated-threads.json" with { type: "json" };

const PRETENDS =
  "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ functions: [], plugins: [] }); throw 1;";

/** One thread, so that each row follows the one before in the same module. */
function oneThread(source: string) {
  return startThreads({ file: resolve("reward.mjs"), source, alias: {}, heapMb: 64 }, 1);
}

/** The value, or the code of what went wrong. */
function shown(answer: ThreadAnswer): Json {
  return "value" in answer ? JSON.parse(answer.value) : answer.code;
}

describe("a module in a thread", () => {
  test.each(rows)("$why", async ({ source, answers, limit = 30_000 }) => {
    const threads = oneThread(source);
    expect((await threads.content()).functions).toEqual(["reward"]);
    const asked = [0, 1, 2].map((n) => threads.ask({ call: "reward", name: "reward", argument: { n } }, limit));
    expect((await Promise.all(asked)).map(shown)).toEqual(answers);
  });

  test.each([
    ["throws null", "throw null;"],
    ["throws what has no text", "throw { toString() { throw 1; } };"],
    ["posts a content and then throws", PRETENDS],
  ])("that %s while it is loaded is refused with an error", async (_why, source) => {
    await expect(oneThread(source).content()).rejects.toThrow(Error);
  });
});
