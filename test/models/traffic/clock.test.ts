import { expect, test } from "vitest";
import { systemClock } from "../../../src/models/traffic/clock.ts";
import { failureOf, never } from "./fake-model.ts";

test("a sleep ends no earlier than asked for", async () => {
  for (const ms of [0, 0.3, 1, 2.7, 12]) {
    const began = systemClock.now();
    await systemClock.sleep(ms, never);
    expect(systemClock.now() - began).toBeGreaterThanOrEqual(ms);
  }
});

test("an abort ends a sleep with its reason", async () => {
  const controller = new AbortController();
  const sleep = systemClock.sleep(60_000, controller.signal);
  controller.abort(new Error("enough"));
  expect(await failureOf(sleep)).toMatchObject({ message: "enough" });
  expect(await failureOf(systemClock.sleep(60_000, controller.signal))).toMatchObject({ message: "enough" });
});

test("a sleep longer than a timer can take neither ends at once nor wakes all the time", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on("warning", note);
  const controller = new AbortController();
  const first = await Promise.race([
    systemClock.sleep(2 ** 32, controller.signal).then(
      () => "slept",
      () => "aborted",
    ),
    systemClock.sleep(20, never).then(() => "still asleep"),
  ]);
  controller.abort();
  process.off("warning", note);
  expect(first).toBe("still asleep");
  expect(warnings).toEqual([]);
});
