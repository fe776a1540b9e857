import { describe, expect, test } from "vitest";
import { progressOf } from "../../../src/doors/mcp/progress.ts";

/** A call whose notifications are kept; the clock is moved by hand. */
function told(token?: string | number, fails = false) {
  const sent: { readonly progress: number; readonly total?: number; readonly message?: string }[] = [];
  const cancelling = new AbortController();
  let now = 0;
  const extra = {
    ...(token === undefined ? {} : { _meta: { progressToken: token } }),
    signal: cancelling.signal,
    sendNotification: async ({ params }: { readonly params?: unknown }) => {
      if (fails) throw new Error("nobody listens");
      sent.push(params as (typeof sent)[number]);
    },
  };
  return {
    sent,
    cancel: () => cancelling.abort(),
    pass: (ms: number) => {
      now += ms;
    },
    progress: progressOf(extra, () => now),
  };
}

const votes = (done: number, errors = 0) => ({ type: "progress", label: "votes", done, total: 60, errors }) as const;

describe("progress", () => {
  test("only grows, notes and warnings included", async () => {
    const { sent, progress, pass } = told(7);
    await progress.tell({ type: "note", text: "run x" });
    for (const done of [1, 3, 3, 2, 4]) {
      pass(200);
      await progress.tell(votes(done));
    }
    await progress.tell({ type: "warning", text: "slow" });
    const figures = sent.map((one) => one.progress);
    expect(figures).toEqual([0.001, 1, 3, 4, 4.001]);
    expect(sent[1]).toEqual({ progressToken: 7, progress: 1, total: 60, message: "1 of 60 votes" });
  });

  test("is told ten times a second at most, and the last figure is told at the end", async () => {
    const { sent, progress, pass } = told("token");
    for (let done = 1; done <= 60; done++) {
      pass(5);
      await progress.tell(votes(done, done === 60 ? 1 : 0));
    }
    await progress.finish();
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(sent.at(-1)).toMatchObject({ progress: 60, message: "60 of 60 votes, 1 error" });
    await progress.finish();
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test("is not told to who did not ask, nor after a cancellation", async () => {
    const silent = told();
    await silent.progress.tell(votes(1));
    const cancelled = told(1);
    cancelled.cancel();
    await cancelled.progress.tell(votes(1));
    await cancelled.progress.finish();
    expect([silent.sent, cancelled.sent]).toEqual([[], []]);
  });

  test("that nobody takes does not end the work", async () => {
    const { progress } = told(0, true);
    await expect(progress.tell(votes(1))).resolves.toBeUndefined();
  });
});
