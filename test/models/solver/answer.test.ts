import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelError, type ModelReply } from "../../../src/core/model.ts";
import type { Json } from "../../../src/core/types.ts";
import { readAnswer } from "../../../src/models/solver/answer.ts";
import cases from "../../cases/solver-answers.json" with { type: "json" };

function read(answer: Json): ModelReply | Error {
  try {
    return readAnswer(answer, { id: "a" });
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

describe("the answer of a solver", () => {
  test.each(cases)("$why", (row) => {
    const { answer, text, says, code, reasoning, finishReason, costUsd, inputTokens } = row as unknown as {
      readonly answer: Json;
      readonly text?: string;
      readonly says?: string;
      readonly code?: string | null;
      readonly reasoning?: string;
      readonly finishReason?: string;
      readonly costUsd?: number | null;
      readonly inputTokens?: number;
    };
    const reply = read(answer);
    if (reply instanceof Error) {
      expect([reply instanceof ModelError ? reply.code : null, text]).toEqual([code, undefined]);
      expect(reply.message).toContain(says);
      return;
    }
    expect(reply).toMatchObject({
      text,
      reasoning: reasoning ?? null,
      finishReason: finishReason ?? "stop",
      usage: { calls: 1, costUsd: costUsd ?? null, inputTokens: inputTokens ?? 0 },
      cached: false,
    });
  });

  test("any JSON is an answer with a text or an error, and what the error says is short", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const reply = read(value as Json);
        if (reply instanceof Error) expect(reply.message.length).toBeLessThan(400);
        else expect(reply.text).toBeTypeOf("string");
      }),
    );
  });

  test("a text comes back as it is, alone and under output", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(read(text)).toMatchObject({ text });
        expect(read({ output: text, id: "a" })).toMatchObject({ text });
      }),
    );
  });
});
