import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { type Epoch, readReducers } from "../../src/evals/reducers.ts";
import cases from "../cases/reducers.json" with { type: "json" };

const epoch = fc.oneof(fc.constant(null), fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const all = readReducers(["mean", "median", "mode", "max", "at_least_2", "pass_at_3", "pass_k_2"]);

describe("the reducers of a configuration", () => {
  it.each(cases.names)("$why", ({ config, epochs, names }) => {
    const reducers = readReducers(config, epochs === undefined ? {} : { epochs });
    expect(reducers.map((reducer) => reducer.name)).toEqual(names);
  });

  it.each(cases.refused)("refused: $why", ({ config, epochs, says, hint }) => {
    const read = () => readReducers(config, epochs === undefined ? {} : { epochs });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(says);
    expect(read).toThrow(hint);
  });

  it("says the place it was given", () => {
    expect(() => readReducers(["men"], { place: "bench.reducers" })).toThrow("bench.reducers[0]: unknown");
    expect(() => readReducers("men", { place: "bench.reducers" })).toThrow("bench.reducers: unknown");
  });

  it("never fails but with a ConfigError that is short, whatever is given", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (config) => {
        try {
          expect(readReducers(config).length).toBeGreaterThan(0);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ConfigError);
        }
      }),
    );
    const long = "_1".repeat(500_000);
    for (const config of [[long], [{ [long]: 5 }]]) {
      const message = messageOf(() => readReducers(config));
      expect(message).toContain("unknown reducer");
      expect(message.length).toBeLessThan(500);
    }
  });
});

describe("reducing the epochs of a sample", () => {
  it.each(cases.reductions)("$reducer: $why", ({ reducer, epochs, value, reason }) => {
    const reduction = readReducers([reducer])[0]?.reduce(epochs as readonly Epoch[]);
    expect(reduction).toEqual(
      reason === undefined ? { value: expect.closeTo(value ?? Number.NaN, 12) } : { value, reason },
    );
  });

  it("gives the same for any order of the epochs, within 0..1, or a reason", () => {
    const shuffled = fc.array(epoch, { maxLength: 12 }).chain((list) => {
      return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }));
    });
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...all), ([epochs, other], reducer) => {
        const reduction = reducer.reduce(epochs);
        expect(reducer.reduce(other)).toEqual(reduction);
        if (reduction.value === null) expect(reduction.reason).toMatch(/^(nothing_scored|too_few_scored|undecided)$/);
        expect(reduction.value ?? 0).toBeGreaterThanOrEqual(0);
        expect(reduction.value ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("has a value exactly where enough epochs were scored, for all but at_least_k", () => {
    fc.assert(
      fc.property(fc.array(epoch, { maxLength: 8 }), (epochs) => {
        const scored = epochs.filter((one) => one !== null).length;
        for (const reducer of all.filter(({ name }) => name !== "at_least_2")) {
          expect(reducer.reduce(epochs).value !== null).toBe(scored >= reducer.needs);
        }
      }),
    );
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : "";
  }
  return "";
}
