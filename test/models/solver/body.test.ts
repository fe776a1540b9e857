import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SolverRequest } from "../../../src/core/solver.ts";
import type { Json } from "../../../src/core/types.ts";
import { fillBody, readBody } from "../../../src/models/solver/body.ts";
import cases from "../../cases/solver-bodies.json" with { type: "json" };

const request: SolverRequest = {
  id: "a",
  epoch: 2,
  input: "hi",
  prompt: "Say hi",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Say hi" },
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: data that look like a template are what is tested.
  metadata: { tags: ["x", "y"], evil: "{{input}} ${HOME} {% x %}" },
};

describe("the body of a request", () => {
  test.each(cases)("$why", ({ body, filled }) => {
    expect(JSON.stringify(fillBody(readBody(body as Json), request))).toBe(JSON.stringify(filled));
  });

  test("a body without places is sent as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes("{{"));
        expect(JSON.stringify(fillBody(readBody(value as Json), request))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("whatever a field holds stands in the body once, untouched", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const filled = fillBody(readBody({ a: "{{x}}", b: "({{x}})" }), { ...request, metadata: { x: value } });
        expect(filled).toEqual({ a: value, b: `(${value})` });
      }),
    );
  });
});
