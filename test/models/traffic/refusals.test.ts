import fc from "fast-check";
import { expect, test } from "vitest";
import { type Model, ModelError, type ModelReply } from "../../../src/core/model.ts";
import { createRefusals, ENOUGH_REFUSALS } from "../../../src/models/traffic/refusals.ts";
import cases from "../../cases/refusals.json" with { type: "json" };
import { asked, failureOf, fakeModel, never, replied, slow } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const barred = () => new ModelError("auth", "the key is not accepted", { status: 401, scope: "account" });

/** What a model does with each call, one letter each: it answers, refuses for the account, fails at the call; the last goes on. */
function scripted(letters: string) {
  return fakeModel((n): ModelReply => {
    const letter = letters[Math.min(n, letters.length - 1)];
    if (letter === "R") throw barred();
    if (letter === "F") throw new ModelError("bad_request", "too long", { status: 400 });
    return replied("yes");
  });
}

/** What became of calls, one after the other: a letter as above, and E where nothing was sent. */
async function outcomes(model: Model, count: number, clock = createVirtualClock()): Promise<string> {
  const asking = createRefusals(clock)(model);
  let letters = "";
  for (let n = 0; n < count; n++) {
    const outcome = await clock.run(
      asking.ask(asked(`${n}`), never).then(
        () => "A",
        (thrown: ModelError) => ({ call: "F", account: "R", run: "E" })[thrown.scope],
      ),
    );
    letters += outcome;
  }
  return letters;
}

test.each(cases)("$why", async ({ calls, outcome, sent }) => {
  const model = scripted(calls);
  expect(await outcomes(model, outcome.length)).toBe(outcome);
  expect(model.asks).toHaveLength(sent);
});

test("the last refusal is told with how many there were, and keeps its code", async () => {
  const clock = createVirtualClock();
  const asking = createRefusals(clock)(scripted("R"));
  await failureOf(clock.run(asking.ask(asked("1"), never)));
  await failureOf(clock.run(asking.ask(asked("2"), never)));
  const third = await failureOf(clock.run(asking.ask(asked("3"), never)));
  const fourth = await failureOf(asking.ask(asked("4"), never));
  expect(third).toMatchObject({
    code: "auth",
    status: 401,
    scope: "run",
    message: "the key is not accepted; refused 3 times in a row, so nothing more is sent to fake:one",
  });
  expect(fourth).toBe(third);
});

test("calls that are refused together are one refusal, and those behind them go one at a time", async () => {
  const clock = createVirtualClock();
  let under = 0;
  let most = 0;
  const model = fakeModel(async (n, _request, signal) => {
    under++;
    if (n >= 50) most = Math.max(most, under);
    await clock.sleep(20, signal);
    under--;
    throw barred();
  });
  const asking = createRefusals(clock)(model);
  const volley = () => Promise.allSettled(Array.from({ length: 50 }, (_, n) => asking.ask(asked(`${n}`), never)));
  const first = await clock.run(volley());
  const scopes = (results: Awaited<typeof first>) =>
    new Set(results.map((one) => (one.status === "rejected" ? (one.reason as ModelError).scope : "answered")));
  expect(scopes(first)).toEqual(new Set(["account"]));
  const second = await clock.run(volley());
  expect(scopes(second)).toEqual(new Set(["account", "run"]));
  expect(model.asks).toHaveLength(50 + ENOUGH_REFUSALS - 1);
  expect(most).toBe(1);
});

test("a hiccup that refuses all calls under way ends nothing, and the next answers go at full speed again", async () => {
  const clock = createVirtualClock();
  const back = clock.now() + 300;
  const answering = slow(clock, 20);
  const model = fakeModel(async (n, request, signal) => {
    if (clock.now() < back) throw barred();
    return answering(n, request, signal);
  });
  const asking = createRefusals(clock)(model);
  const volley = () =>
    clock.run(Promise.allSettled(Array.from({ length: 50 }, (_, n) => asking.ask(asked(`${n}`), never))));
  await volley();
  const began = clock.now();
  const answers = await volley();
  expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
  // The pause of the one that goes alone, its answer, and that of the others.
  expect(clock.now() - began).toBeLessThanOrEqual(500 + 20 + 20);
});

test("a refusal of a call that was sent before an answer came says nothing new", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(async (n, _request, signal) => {
    if (n === 0) return replied("yes");
    await clock.sleep(100 + n, signal);
    if (n % 2 === 1) throw barred();
    return replied("yes");
  });
  const asking = createRefusals(clock)(model);
  const all = await clock.run(
    Promise.allSettled(Array.from({ length: 200 }, (_, n) => asking.ask(asked(`${n}`), never))),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  expect(model.asks).toHaveLength(200);
});

test("models are told apart by their id, however they are wrapped", async () => {
  const clock = createVirtualClock();
  const refusals = createRefusals(clock);
  const bad = scripted("R");
  for (let n = 0; n < ENOUGH_REFUSALS; n++) await failureOf(clock.run(refusals(bad).ask(asked("?"), never)));
  expect(await failureOf(refusals(bad).ask(asked("?"), never))).toMatchObject({ scope: "run" });
  const other = fakeModel(() => replied("yes"), "fake:two");
  expect((await refusals(other).ask(asked("?"), never)).text).toBe("yes");
});

test("a caller that gives up leaves the line, and the next one takes its turn", async () => {
  const clock = createVirtualClock();
  const asking = createRefusals(clock)(scripted("RA"));
  await failureOf(asking.ask(asked("1"), never));
  const gone = new AbortController();
  const alone = failureOf(asking.ask(asked("2"), gone.signal));
  const waiting = asking.ask(asked("3"), never);
  const left = failureOf(asking.ask(asked("4"), gone.signal));
  gone.abort(new Error("enough"));
  expect(await alone).toMatchObject({ message: "enough" });
  expect(await left).toMatchObject({ message: "enough" });
  expect((await clock.run(waiting)).text).toBe("yes");
});

test("a model that answers at least once in a while is asked every time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^A[RF]{0,9}$/), { minLength: 1, maxLength: 6 }), async (parts) => {
      const letters = parts.join("");
      const model = scripted(`${letters}A`);
      expect(await outcomes(model, letters.length)).toBe(letters);
      expect(model.asks).toHaveLength(letters.length);
    }),
    { numRuns: 50 },
  );
});
