import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { catalog } from "../../src/catalog.ts";
import { defineExtractor, defineVerifier } from "../../src/core/define.ts";
import { broken, missingTarget } from "../../src/core/score.ts";
import type { Attempt, Extractor, Json, LooseVerifier } from "../../src/core/types.ts";
import { buildExtractor, buildVerifier } from "../../src/index.ts";
import { extractorContract, scriptedModel, verifierContract } from "../../src/testing.ts";

/** Short, as all of them are checked twice over; what they do with a megabyte is tested with each. */
const SIZE = 20_000;

/** Options for the kinds that cannot be built without. */
const NEEDED: Readonly<Record<string, object>> = {
  composite: { verifiers: [{ type: "exact_match" }, { type: "contains" }] },
  not: { verifier: { type: "exact_match" } },
  length: { max: 10 },
  regex: { pattern: "answer is (\\w+)" },
  python: { code: "def score(sample): return 1" },
  reward_function: { reward: "https://127.0.0.1:9/reward" },
};

/** These ask a model, which here says now this and now that, and sometimes nothing. */
const JUDGES = ["llm_judge", "openai", "gemini", "anthropic", "model_graded_qa", "model_graded_fact", "closed_qa"];

describe("veridic's own plug-ins keep the contract", () => {
  const rules = [...catalog.verifiers.keys()].filter((type) => !JUDGES.includes(type));
  test.each(rules)("verifier %s", async (type) => {
    await verifierContract(buildVerifier({ type, ...NEEDED[type] }), { size: SIZE });
  });

  const judges = JUDGES.filter((type) => catalog.verifiers.has(type));
  test.each(judges)("judge %s", async (type) => {
    const said = ["CORRECT", "GRADE: I", "", '{"score": 0.7}', "Verdict: A, or rather B", "{"];
    const model = scriptedModel((_request, index) => said[index % said.length] ?? "");
    const context = { signal: new AbortController().signal, model: async () => model };
    const judge = buildVerifier({ type, model: "mock:script" });
    await verifierContract(judge, { size: SIZE, deterministic: false, context });
    expect(model.requests.length).toBeGreaterThan(0);
  });

  test.each([...catalog.extractors.keys()])("extractor %s", (type) => {
    extractorContract(buildExtractor({ type, ...NEEDED[type] }), { size: SIZE });
  });
});

async function broke(check: () => void | Promise<void>): Promise<string> {
  try {
    await check();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AssertionError);
    return thrown instanceof Error ? thrown.message : "";
  }
  return "nothing";
}

let calls = 0;
const stateful = /a/g;

const brokenVerifiers: readonly (readonly [why: string, check: LooseVerifier, message: RegExp])[] = [
  ["throws for a text it did not expect", ({ output }) => JSON.parse(output) === 42, /breaks "totality": it threw: /],
  ["throws an error that has a code", ({ output }) => decodeURIComponent(`%${output}`) === "", /breaks "totality"/],
  ["leaves the range", ({ output }) => output.length, /breaks "bounds": expected a value in 0\.\.1, got/],
  ["divides nothing by nothing", ({ output }) => output.length / output.length, /breaks "bounds"/],
  ["returns nothing", (() => undefined) as unknown as LooseVerifier, /breaks "shape": expected a score/],
  [
    "says why in prose",
    () => ({ value: 1, reason: "It is right!" }),
    /reason is "It is right!", not one lower-case word/,
  ],
  ["has a sub-score out of range", () => ({ value: 1, values: { style: 7 } }), /value "style" is 7/],
  ["has a sub-score that is no number", () => ({ value: 1, values: { style: Number.NaN } }), /value "style" is null/],
  [
    "keeps what has no JSON",
    () => {
      const metadata: Record<string, Json> = {};
      metadata["self"] = metadata;
      return { value: 1, metadata };
    },
    /breaks "shape": `metadata` of the score has no JSON form/,
  ],
  ["counts its calls", () => (calls++ % 2 === 0 ? 1 : 0), /breaks "determinism": it said .* and then /],
  ["keeps the state of a pattern", ({ output }) => stateful.test(output), /breaks "determinism"/],
  [
    "sorts the targets in place",
    (attempt) => {
      (attempt.targets as string[]).sort();
      return true;
    },
    /breaks "no mutation": it changed what it was given/,
  ],
  ["fails without a message", () => broken("verifier", "odd", ""), /lacks a stage, a one-word code or a message/],
];

describe("a verifier that breaks the contract is told how", () => {
  test.each(brokenVerifiers)("one that %s", async (_why, check, message) => {
    expect(await broke(() => verifierContract(check, { size: 100 }))).toMatch(message);
  });

  test("one that judges without the target it needs", async () => {
    const plugin = defineVerifier({
      type: "acme/eager",
      summary: "Says yes.",
      needsTarget: true,
      create: () => () => true,
    });
    expect(await broke(() => verifierContract(plugin, { size: 100 }))).toMatch(/^acme\/eager breaks "target"/);
  });

  test("what is no verifier at all", async () => {
    expect(await broke(() => verifierContract({ type: "exact_match" }))).toMatch(/it is no verifier/);
  });

  test("one that fails on the attempts it is made for alone", async () => {
    const check: LooseVerifier = ({ metadata }) => {
      if (metadata["rare"] === true) throw new TypeError("the rare case");
      return true;
    };
    expect(await broke(() => verifierContract(check, { size: 100 }))).toBe("nothing");
    const attempts: readonly Partial<Attempt>[] = [{ output: "x", metadata: { rare: true } }];
    expect(await broke(() => verifierContract(check, { size: 100, attempts }))).toMatch(/the rare case/);
  });
});

test("a verifier that keeps the contract passes, whatever errors it declares", async () => {
  const plugin = defineVerifier({
    type: "acme/same_length",
    summary: "As long as a target.",
    needsTarget: true,
    create:
      () =>
      ({ answer, targets }) => {
        if (targets.length === 0) return missingTarget();
        if (answer === null) return { value: 0, confident: false, reason: "no_answer" };
        if (answer.length > 50) return broken("verifier", "too_long", "this answer is too long to be counted");
        return targets.some((target) => target.length === answer.length);
      },
  });
  await verifierContract(plugin, { size: 1000 });
});

test("a verifier that asks somebody may say another thing each time, when that is declared", async () => {
  let asked = 0;
  const check: LooseVerifier = async () => (asked++ % 2 === 0 ? 1 : 0);
  await verifierContract(check, { size: 100, deterministic: false });
  expect(await broke(() => verifierContract(check, { size: 100 }))).toMatch(/determinism/);
});

const global = /\d+/g;
const brokenExtractors: readonly (readonly [why: string, run: Extractor, message: RegExp])[] = [
  [
    "throws for a text it did not expect",
    (text) => String(JSON.parse(text)),
    /breaks "totality": it threw SyntaxError/,
  ],
  ["finds what is no text", (() => 42) as unknown as Extractor, /breaks "shape": it returned 42/],
  ["forgets to say that it found nothing", (() => undefined) as unknown as Extractor, /breaks "shape"/],
  ["counts one too many", (text) => ({ text, span: [0, text.length + 1] }), /breaks "bounds": its span \[0,1\]/],
  ["turns a span round", (text) => ({ text, span: [text.length, 0] }), /breaks "bounds"/],
  ["has no word for its rule", (text) => ({ text, rule: "" }), /its rule is "", not a word/],
  ["keeps the state of a pattern", (text) => global.exec(text)?.[0] ?? null, /breaks "determinism"/],
  [
    "changes the choices",
    (text, { choices }) => {
      (choices as string[] | undefined)?.pop();
      return text;
    },
    /breaks "no mutation"/,
  ],
];

describe("an extractor that breaks the contract is told how", () => {
  test.each(brokenExtractors)("one that %s", async (_why, run, message) => {
    expect(await broke(() => extractorContract(run, { size: 100 }))).toMatch(message);
  });

  test("what is no extractor at all", async () => {
    expect(await broke(() => extractorContract("regex"))).toMatch(/it is no extractor/);
  });
});

test("an extractor that keeps the contract passes", () => {
  const plugin = defineExtractor({
    type: "acme/first_line",
    summary: "The first line.",
    create: () => (text) => {
      const end = text.indexOf("\n");
      return end === -1 ? null : { text: text.slice(0, end), rule: "line", span: [0, end], ambiguous: false };
    },
  });
  extractorContract(plugin, { texts: ["one\ntwo"] });
});

test("a long text is named by its length and not shown", async () => {
  const check: LooseVerifier = ({ output }) => (output.length > 500 ? 2 : 1);
  const message = await broke(() => verifierContract(check, { size: 5000 }));
  expect(message).toContain("(5000 characters)");
  expect(message.length).toBeLessThan(800);
});
