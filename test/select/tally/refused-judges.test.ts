import fc from "fast-check";
import { expect, test } from "vitest";
import { isForGood, refusedJudges } from "../../../src/select/tally/refused-judges.ts";

const cases = [
  { why: "a wrong name", code: "unknown_model", retryable: false, forGood: true },
  { why: "a key that is not accepted", code: "auth", retryable: false, forGood: true },
  { why: "no credit is left, which waiting does not change", code: "rate_limit", retryable: false, forGood: true },
  { why: "the provider asks to slow down", code: "rate_limit", retryable: true, forGood: false },
  { why: "one prompt is too long, others may not be", code: "bad_request", retryable: false, forGood: false },
  { why: "the network", code: "transport", retryable: true, forGood: false },
  { why: "a reply was given", code: "unparsable", retryable: false, forGood: false },
];

test.each(cases)("$why: for good is $forGood", ({ code, retryable, forGood }) => {
  expect(isForGood({ code, retryable })).toBe(forGood);
});

const vote = fc.record({
  model: fc.constantFrom("a", "b", "c"),
  error: fc.option(
    fc
      .constantFrom(...cases)
      .map(({ code, retryable }) => ({ stage: "judge" as const, code, retryable, message: code })),
    { nil: undefined },
  ),
});

test("each judge is told once, with the votes that it lacks, in whatever order they came", () => {
  fc.assert(
    fc.property(fc.array(vote), fc.infiniteStream(fc.nat()), (given, order) => {
      const votes = given.map(({ model, error }) => (error === undefined ? { model } : { model, error }));
      const refused = refusedJudges(votes);
      for (const { model, missing, votes: cast } of refused) {
        const own = votes.filter((one) => one.model === model);
        expect(cast).toBe(own.length);
        expect(missing).toBe(own.filter(({ error }) => error !== undefined && isForGood(error)).length);
        expect(missing).toBeGreaterThan(0);
      }
      const counts = (list: typeof refused) => list.map(({ model, missing, votes: cast }) => [model, missing, cast]);
      const shuffled = votes.map((one) => [order.next().value ?? 0, one] as const).sort(([a], [b]) => a - b);
      expect(counts(refusedJudges(shuffled.map(([, one]) => one)))).toEqual(counts(refused));
      expect(new Set(refused.map(({ model }) => model)).size).toBe(refused.length);
    }),
  );
});
