import { expect, test } from "vitest";
import { estimateInputTokens, estimateTokens } from "../../../src/models/traffic/token-estimate.ts";
import { asked } from "./fake-model.ts";

test("four bytes are taken for a token, and the answer's limit is added", () => {
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

test("a script of more bytes a character counts more, as it takes more tokens", () => {
  expect(estimateInputTokens(asked("天気は晴れです。"))).toBe(6);
  expect(estimateInputTokens(asked("weather."))).toBe(2);
});

test("images and a schema are part of the input", () => {
  const plain = asked("1234");
  const images = [{ role: "user" as const, content: "1234", images: ["a.png", new Uint8Array(5)] }];
  expect(estimateInputTokens({ messages: images })).toBe(2_001);
  expect(estimateInputTokens({ ...plain, schema: { name: "v", schema: { type: "object" } } })).toBe(6);
});
