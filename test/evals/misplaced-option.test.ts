import { describe, expect, test } from "vitest";
import { refuseMisplaced } from "../../src/evals/misplaced-option.ts";

const extractors = [{ type: "number" }];
const inner = { type: "exact_match", reference_field: "label" };

describe("what stands at a wrong place", () => {
  test.each([
    ["extractors beside a verifier", "numeric", { extractors }, "scorer.extractors"],
    ["the same in the other spelling", "numeric", { targetExtractors: extractors }, "scorer.targetExtractors"],
    ["a target for the verifier of a pipeline", "pipeline", { verifier: inner }, "scorer.verifier.reference_field"],
    ["a target within not", "not", { verifier: inner }, "scorer.verifier.reference_field"],
    [
      "a target deep within chains",
      "composite",
      { verifiers: [{ type: "contains" }, { type: "composite", verifiers: [inner] }] },
      "scorer.verifiers[1].verifiers[0].reference_field",
    ],
  ])("%s is refused, with the place", (_, type, options, place) => {
    expect(() => refuseMisplaced(type, options, "scorer")).toThrow(expect.objectContaining({ place }));
  });

  test.each([
    ["the parts of a pipeline", "pipeline", { extractors, verifier: { type: "numeric" } }],
    ["a plug-in's own option of that name", "acme/own", { extractors: "mine" }],
    ["the same of a plug-in within a scorer", "not", { verifier: { type: "acme/own", reference_field: "x" } }],
    ["what is no part, which is refused where it is read", "composite", { verifiers: ["exact_match", null, 5] }],
  ])("%s is not", (_, type, options) => {
    expect(() => refuseMisplaced(type, options, "scorer")).not.toThrow();
  });
});
