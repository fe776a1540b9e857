import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { withTimeout } from "../../../src/models/traffic/timeout.ts";
import { asked, failureOf, fakeModel, never, replied, slow } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

test("a call that is late is aborted, and may be tried again", async () => {
  const clock = createVirtualClock();
  let socket: AbortSignal | undefined;
  const model = fakeModel((n, request, signal) => {
    socket = signal;
    return slow(clock, 5000)(n, request, signal);
  });
  const failure = await failureOf(
    clock.run(withTimeout(model, { clock, timeoutMs: 1500, of: "call" }).ask(asked("?"), never)),
  );
  expect(failure).toMatchObject({ code: "timeout", retryable: true, message: "no reply within 1.5 s" });
  expect(socket?.aborted).toBe(true);
  expect(socket?.reason).toBe(failure);
});

test("a call whose total is over is not tried again", async () => {
  const clock = createVirtualClock();
  const model = withTimeout(fakeModel(slow(clock, 5000)), { clock, timeoutMs: 1000, of: "total" });
  expect(await failureOf(clock.run(model.ask(asked("?"), never)))).toMatchObject({
    code: "timeout",
    retryable: false,
    message: "no reply within the total of 1 s for a call and its retries",
  });
});

test("a model that does not listen is not waited for", async () => {
  const clock = createVirtualClock();
  const deaf = fakeModel(async () => {
    await clock.sleep(60_000, never);
    throw new Error("nobody hears this");
  });
  const began = clock.now();
  await failureOf(clock.run(withTimeout(deaf, { clock, timeoutMs: 100, of: "call" }).ask(asked("?"), never)));
  expect(clock.now() - began).toBe(100);
  await clock.run(clock.sleep(100_000, never));
});

test("a reply in time leaves no timer behind", async () => {
  const clock = createVirtualClock();
  const model = withTimeout(fakeModel(slow(clock, 50)), { clock, timeoutMs: 1000, of: "call" });
  expect((await clock.run(model.ask(asked("?"), never))).text).toBe("yes");
  expect(clock.pending).toBe(0);
});

test("an abort of the caller reaches the socket with its reason", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  let socket: AbortSignal | undefined;
  const model = fakeModel((n, request, signal) => {
    socket = signal;
    return slow(clock, 5000)(n, request, signal);
  });
  const work = failureOf(withTimeout(model, { clock, timeoutMs: 9000, of: "call" }).ask(asked("?"), controller.signal));
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await work).toBe(reason);
  expect(socket?.reason).toBe(reason);
  expect(clock.pending).toBe(0);
});

test("an aborted caller sends nothing", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(() => replied("sent"));
  const timed = withTimeout(model, { clock, timeoutMs: 1000, of: "call" });
  await failureOf(timed.ask(asked("?"), AbortSignal.abort(new Error("enough"))));
  expect(model.asks).toEqual([]);
});

test.each([0, -1, Number.NaN])("a timeout of %s ms is refused", (timeoutMs) => {
  const clock = createVirtualClock();
  expect(() =>
    withTimeout(
      fakeModel(() => replied("")),
      { clock, timeoutMs, of: "call" },
    ),
  ).toThrow(ConfigError);
});
