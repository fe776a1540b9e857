import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/core/model.ts";
import { estimateCall } from "../../src/models/call-estimate.ts";

const price = { input: 2, cached: 0.5, output: 8 };
const request = (content: string, maxTokens?: number): ModelRequest => ({
  messages: [{ role: "user", content }],
  ...(maxTokens === undefined ? {} : { maxTokens }),
});

test("a call costs from its input alone to the whole limit of its answer", () => {
  const estimate = estimateCall(request("x".repeat(4_000), 500), price);
  expect(estimate).toMatchObject({ inputTokens: 1_000, outputTokens: 500 });
  expect(estimate.lowUsd).toBeCloseTo(0.002, 12);
  expect(estimate.highUsd).toBeCloseTo(0.004 + 0.004, 12);
});

test("without a limit of the answer nothing can be said of the most it costs", () => {
  expect(estimateCall(request("x".repeat(4_000)), price)).toMatchObject({ outputTokens: null, highUsd: null });
  expect(estimateCall(request("x".repeat(4_000)), price).lowUsd).toBeCloseTo(0.002, 12);
});

test("a price that is not known is null, and one of nothing is 0", () => {
  expect(estimateCall(request("x", 5), undefined)).toMatchObject({ lowUsd: null, highUsd: null });
  expect(estimateCall(request("x", 5), { input: 0, output: 0 })).toMatchObject({ lowUsd: 0, highUsd: 0 });
});

test("a price does not hold beyond the input it is for", () => {
  const short = { ...price, upTo: 1_500 };
  expect(estimateCall(request("x".repeat(4_000), 5), short)).toMatchObject({ highUsd: null });
  expect(estimateCall(request("x".repeat(4_000), 5), short).lowUsd).not.toBeNull();
  expect(estimateCall(request("x".repeat(8_000), 5), short).lowUsd).toBeNull();
});

test("the lower bound is never above the upper one, whatever is asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(1e6), fc.nat(100), fc.nat(100), (text, most, input, output) => {
      const { lowUsd, highUsd, inputTokens } = estimateCall(request(text, most), { input, output });
      expect(inputTokens).toBeGreaterThanOrEqual(0);
      expect((lowUsd ?? Number.NaN) <= (highUsd ?? Number.NaN)).toBe(true);
    }),
  );
});
