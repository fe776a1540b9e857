import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "../../src/core/patience.ts";
import type { Context } from "../../src/core/types.ts";
import { scriptedModel } from "../../src/testing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const signal = new AbortController().signal;
const never = () => new Promise<never>(() => {});

/** What came of it so far: the answer, the code of the failure, or nothing yet. */
function follow(answer: unknown): { readonly outcome: () => unknown } {
  let outcome: unknown = "nothing yet";
  Promise.resolve(answer).then(
    (value) => {
      outcome = value;
    },
    (thrown: { readonly code?: unknown }) => {
      outcome = thrown.code ?? thrown;
    },
  );
  return { outcome: () => outcome };
}

test("an answer that comes at once stays one, without a promise and without a timer", () => {
  expect(patiently(() => 7, { signal, timeLimitMs: 100 })).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test("a promise that does not settle in time is a timeout, and what waits on the signal is told", async () => {
  let told: unknown;
  const { outcome } = follow(
    patiently(
      (context) => {
        context.signal.addEventListener("abort", () => {
          told = context.signal.reason;
        });
        return never();
      },
      { signal, timeLimitMs: 100 },
    ),
  );
  await vi.advanceTimersByTimeAsync(99);
  expect(outcome()).toBe("nothing yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe("timeout");
  expect(told).toMatchObject({ code: "timeout" });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ["an answer in time", () => new Promise((resolve) => setTimeout(resolve, 50, 0.5)), 0.5],
  ["a failure in time", () => new Promise((_, reject) => setTimeout(reject, 50, { code: "own" })), "own"],
  ["an answer that comes too late", () => new Promise((resolve) => setTimeout(resolve, 150, 0.5)), "timeout"],
  ["a failure that comes too late", () => new Promise((_, reject) => setTimeout(reject, 150, "own")), "timeout"],
])("%s is taken as it is, and leaves no timer behind", async (_, work, expected) => {
  const { outcome } = follow(patiently(work, { signal, timeLimitMs: 100 }));
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome()).toBe(expected);
  expect(vi.getTimerCount()).toBe(0);
});

test("while a model is asked no time counts, and behind it the time begins anew", async () => {
  const slow = scriptedModel(async () => {
    await new Promise((later) => setTimeout(later, 500));
    return "fine";
  });
  const context: Context = { signal, timeLimitMs: 100, model: async () => slow };
  const asking = async (own: Context, afterwards: number) => {
    const model = await own.model?.("mock:script");
    const reply = await model?.ask({ messages: [] }, own.signal);
    await new Promise((later) => setTimeout(later, afterwards));
    return reply?.text;
  };
  const quick = follow(patiently((own) => asking(own, 90), context));
  const late = follow(patiently((own) => asking(own, 110), context));
  await vi.advanceTimersByTimeAsync(499);
  expect([quick.outcome(), late.outcome()]).toEqual(["nothing yet", "nothing yet"]);
  await vi.advanceTimersByTimeAsync(102);
  expect([quick.outcome(), late.outcome()]).toEqual(["fine", "timeout"]);
});

test("a model that is aborted because the time was over does not start it again", async () => {
  const hanging = scriptedModel(
    (_request, index, until) =>
      new Promise((resolve, reject) => {
        until.addEventListener("abort", () => reject(until.reason));
        if (index === 0) resolve("first");
      }),
  );
  const { outcome } = follow(
    patiently(
      async (own) => {
        const model = await own.model?.("mock:script");
        await model?.ask({ messages: [] }, own.signal);
        own.signal.addEventListener("abort", () => void model?.ask({ messages: [] }, own.signal).catch(() => {}));
        return never();
      },
      { signal, timeLimitMs: 100, model: async () => hanging },
    ),
  );
  await vi.advanceTimersByTimeAsync(150);
  expect(outcome()).toBe("timeout");
  expect(vi.getTimerCount()).toBe(0);
});

test("the signal that the code gets is aborted with the caller's", async () => {
  const caller = new AbortController();
  const answer = patiently(
    (own) => new Promise((resolve) => own.signal.addEventListener("abort", () => resolve(own.signal.reason))),
    { signal: caller.signal, timeLimitMs: 100 },
  );
  caller.abort("enough");
  expect(await answer).toBe("enough");
});

test("without a limit the code gets the context as it is", () => {
  const context: Context = { signal };
  expect(patiently((own) => own, context)).toBe(context);
});

test("while a program waits for its place in the sandbox no time counts", async () => {
  const pass = { outcome: "pass", message: "", calls: 1, milliseconds: 1 } as const;
  const slow = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 5_000, value));
  const context: Context = {
    signal,
    timeLimitMs: 100,
    sandbox: () => slow({ kind: "scripted", judgeProgram: () => slow(pass) }),
  };
  const task = { program: "", entryPoints: ["f"], tests: "" };
  const work = async ({ sandbox }: Context) => (await (await sandbox?.())?.judgeProgram(task))?.outcome;
  const { outcome } = follow(patiently(work, context));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome()).toBe("pass");
  expect(vi.getTimerCount()).toBe(0);
});
