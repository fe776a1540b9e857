import { expect, test } from "vitest";
import { readLimits } from "../../src/models/limits.ts";

test("limits are found under the provider's id, whatever name of it they were given by", () => {
  const limits = readLimits(
    {
      OpenAI: { requests_per_minute: 500, tokens_per_minute: 1e6 },
      claude: { concurrency: 4 },
      "deployment: my_judge": { requestsPerMinute: 60 },
      mock: { concurrency: 1 },
    },
    ["my_judge"],
  );
  expect([...limits]).toEqual([
    ["openai", { requestsPerMinute: 500, tokensPerMinute: 1e6 }],
    ["anthropic", { concurrency: 4 }],
    ["deployment:my_judge", { requestsPerMinute: 60 }],
    ["mock", { concurrency: 1 }],
  ]);
});

test("without a section there are none", () => {
  expect(readLimits(undefined, []).size).toBe(0);
  expect(readLimits(null, []).size).toBe(0);
});

test.each([
  ["an unknown provider", { opnai: {} }, /limits: unknown provider "opnai".*did you mean "openai"/],
  ["an unknown deployment", { "deployment:juge": {} }, /unknown deployment "juge".*did you mean "judge"/],
  ["an unknown limit", { openai: { request_per_minute: 5 } }, /limits\.openai.*did you mean "requests_per_minute"/],
  ["a limit of nothing", { openai: { requests_per_minute: 0 } }, /limits\.openai\.requests_per_minute/],
  ["half a call", { openai: { concurrency: 1.5 } }, /limits\.openai\.concurrency/],
  ["a limit without end", { openai: { tokens_per_minute: Number.POSITIVE_INFINITY } }, /tokens_per_minute/],
  ["a limit in words", { openai: { tokens_per_minute: "1M" } }, /tokens_per_minute.*a number/],
  ["limits of a provider twice", { openai: {}, codex: {} }, /limits\.codex: openai has limits twice/],
  ["a number for a map", { openai: 5 }, /limits\.openai/],
  ["a list", [], /limits.*a map of providers/],
  ["a number", 5, /limits.*a map of providers/],
])("%s is refused", (_, section, says) => {
  expect(() => readLimits(section, ["judge"])).toThrow(says);
  expect(() => readLimits(section, ["judge"])).toThrow(expect.objectContaining({ name: "ConfigError" }));
});
