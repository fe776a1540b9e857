import { expect, test } from "vitest";
import { estimateTokens } from "../../../src/models/traffic/token-estimate.ts";
import { asked } from "./fake-model.ts";

test("four characters are taken for a token, and the answer's limit is added", () => {
  expect(estimateTokens(asked(""))).toBe(0);
  expect(estimateTokens(asked("12345"))).toBe(2);
  expect(estimateTokens(asked("12345678", { maxTokens: 100 }))).toBe(102);
});

test("all messages count", () => {
  const messages = [
    { role: "system" as const, content: "12345678" },
    { role: "user" as const, content: "1234" },
  ];
  expect(estimateTokens({ messages })).toBe(3);
});
