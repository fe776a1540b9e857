import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LooseScore } from "../../src/core/types.ts";
import {
  buildVerificationPipeline,
  createPipeline,
  defineExtractor,
  defineVerifier,
  exactMatch,
  number,
  numeric,
} from "../../src/index.ts";

const custom = (answer: unknown) =>
  defineVerifier({ type: "acme/fixed", summary: "Always the same.", create: () => () => answer as LooseScore })();

describe("what a plug-in may return", () => {
  test.each<[string, unknown, object]>([
    ["true is right", true, { score: 1, isCorrect: true }],
    ["false is wrong", false, { score: 0, isCorrect: false }],
    ["a number is its value, from 0.5 on correct", 0.5, { score: 0.5, isCorrect: true }],
    ["a partial score is completed", { value: 0.2 }, { score: 0.2, isCorrect: false }],
    ["a declared pass wins over the value", { value: 0.2, pass: true }, { score: 0.2, isCorrect: true }],
  ])("%s", async (_, answer, expected) => {
    expect(await custom(answer).verify({ prediction: "x", groundTruth: "x" })).toMatchObject(expected);
  });

  test.each<[string, unknown, string]>([
    ["a value above 1 is broken, never clamped", 7, "out_of_range"],
    ["NaN is broken", Number.NaN, "out_of_range"],
    ["a text is no score", "yes", "not_a_score"],
    ["nothing is no score", undefined, "not_a_score"],
    ["null with no reason is no score", { value: null }, "not_a_score"],
    ["a value that is no number is broken", { value: "1" }, "out_of_range"],
  ])("%s", async (_, answer, code) => {
    const result = await custom(answer).verify({ prediction: "x", groundTruth: "x" });
    expect(result).toMatchObject({
      score: 0,
      isCorrect: false,
      metadata: { confident: false, error: { stage: "verifier", code } },
    });
  });

  test("a throw and a rejection are the row's error, with its message", async () => {
    for (const check of [
      () => {
        throw new Error("boom");
      },
      () => Promise.reject(new Error("boom")),
    ]) {
      const pipeline = createPipeline({ extractors: [], targetExtractors: [], verifier: check });
      const { metadata } = await pipeline.verify({ prediction: "x", groundTruth: "x" });
      expect(metadata["error"]).toMatchObject({ stage: "verifier", code: "exception", message: "boom" });
    }
  });

  test("metadata of a plug-in cannot overwrite the record", async () => {
    const { metadata } = await custom({
      value: 1,
      confident: true,
      metadata: { confident: false, raw_prediction: "forged", own: 1 },
    }).verify({
      prediction: "x",
      groundTruth: "x",
    });
    expect(metadata).toMatchObject({ confident: true, raw_prediction: "x", own: 1 });
  });
});

describe("a pipeline", () => {
  const upper = defineExtractor({
    type: "acme/upper",
    summary: "Upper case.",
    create: () => (text) => text.toUpperCase(),
  });
  const nothing = defineExtractor({ type: "acme/nothing", summary: "Finds nothing.", create: () => () => null });

  test("runs extractors in order, and keeps what went in and what came out", async () => {
    const pipeline = buildVerificationPipeline({ extractors: [upper()], verifier: exactMatch({ ignoreCase: false }) });
    const result = await pipeline.verify({ prediction: "blue", groundTruth: "BLUE" });
    expect(result).toMatchObject({
      isCorrect: true,
      metadata: { raw_prediction: "blue", extracted_prediction: "BLUE" },
    });
  });

  test("an extractor that finds nothing is no answer, not an error", async () => {
    const pipeline = buildVerificationPipeline({ extractors: [nothing(), upper()], verifier: exactMatch() });
    expect(await pipeline.verify({ prediction: "blue", groundTruth: "blue" })).toMatchObject({
      score: 0,
      metadata: { reason: "no_answer", confident: false, extracted_prediction: null },
    });
  });

  test("target extractors apply to each target; a target they find nothing in is unusable", async () => {
    const pipeline = buildVerificationPipeline({
      target_extractors: [{ type: "acme/upper" }],
      verifier: exactMatch({ ignoreCase: false }),
      plugins: [upper],
    });
    expect((await pipeline.verify({ prediction: "B", groundTruth: ["a", "b"] })).isCorrect).toBe(true);
    const none = buildVerificationPipeline({ target_extractors: [nothing()], verifier: exactMatch() });
    expect((await none.verify({ prediction: "B", groundTruth: "b" })).metadata["error"]).toMatchObject({
      stage: "sample",
      code: "unusable_target",
    });
  });

  test("any of several targets counts, and a blank one never does", async () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "exact_match" } });
    expect(pipeline.verifySync({ prediction: "2", groundTruth: [1, 2, null] }).isCorrect).toBe(true);
    expect(pipeline.verifySync({ prediction: "", groundTruth: ["", " "] }).isCorrect).toBe(false);
  });

  test("verifySync refuses an asynchronous part and says what to do", () => {
    const later = createPipeline({
      extractors: [],
      targetExtractors: [],
      verifier: async () => ({ value: null, skipped: "x" }),
    });
    expect(() => later.verifySync({ prediction: "x" })).toThrow("call verify instead");
  });

  test("verifyMany keeps the order", async () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "exact_match" } });
    const seen: boolean[] = [];
    const requests = ["a", "b", "a"].map((prediction) => ({ prediction, groundTruth: "a" }));
    for await (const result of pipeline.verifyMany(requests)) seen.push(result.isCorrect);
    expect(seen).toEqual([true, false, true]);
  });

  test.each<[unknown, string]>([
    [{}, "verifier: is missing"],
    [{ verifier: { type: "exact_mach" } }, 'verifier.type: unknown verifier "exact_mach"'],
    [{ verifier: { type: "exact_match" }, extractors: [{ type: "nmber" }] }, "extractors[0].type: unknown extractor"],
    [{ verifier: { type: "exact_match" }, extractor: [] }, 'did you mean "extractors"?'],
    [{ verifier: { type: "exact_match" }, plugins: ["./x.ts"] }, "use loadPipeline"],
    [{ verifier: { type: "exact_match" }, plugins: [1] }, "plugins[0]: this is no plug-in"],
    [{ verifier: 3 }, "verifier: this is no verifier"],
    [null, "expected a map"],
  ])("a mistake in the configuration says where: %j", (config, part) => {
    expect(() => buildVerificationPipeline(config)).toThrow(part);
  });

  test("a plug-in cannot take the name of one of ours", () => {
    const thief = defineVerifier({ type: "exact_match", summary: "x", create: () => () => true });
    expect(() => buildVerificationPipeline({ plugins: [thief], verifier: { type: "exact_match" } })).toThrow(
      "namespace",
    );
  });

  test("no JSON value makes it throw or leave 0..1", () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "exact_match" } });
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (prediction, groundTruth) => {
        const { score } = pipeline.verifySync({ prediction, groundTruth });
        expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });
});

describe("createPipeline", () => {
  test("takes built parts and plain functions", async () => {
    const built = createPipeline({
      extractors: [number()],
      targetExtractors: [number()],
      verifier: numeric({ relTol: 0.1 }),
    });
    expect(built.verifySync({ prediction: "it is 105", groundTruth: "#### 100" }).isCorrect).toBe(true);
    const plain = createPipeline({ extractors: [(text) => text.slice(1)], verifier: ({ answer }) => answer === "b" });
    expect((await plain.verify({ prediction: "ab" })).isCorrect).toBe(true);
  });

  test("refuses a configuration and says what takes one", () => {
    expect(() => createPipeline({ verifier: { type: "exact_match" } as never })).toThrow("buildVerificationPipeline");
  });
});
