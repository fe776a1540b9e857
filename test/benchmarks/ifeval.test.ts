import fc from "fast-check";
import { expect, test } from "vitest";
import { CHECKS, followsLoosely, followsStrictly, type Instruction } from "../../src/benchmarks/ifeval/follow.ts";
import { BadInstruction } from "../../src/benchmarks/ifeval/instruction.ts";
import { ifeval } from "../../src/benchmarks/ifeval.ts";
import type { Json } from "../../src/core/types.ts";
import cases from "../cases/ifeval-instructions.json" with { type: "json" };
import { scored, tools } from "./attempt.ts";

test.each(cases)("$id: $why", ({ id, values, response, strict, loose }) => {
  const instruction: Instruction = { id, values: values as Instruction["values"] };
  expect(followsStrictly(response, instruction)).toBe(strict);
  expect(followsLoosely(response, instruction)).toBe(loose);
});

test("every kind of instruction has a case that follows it and, but for a few, one that does not", () => {
  for (const id of CHECKS.keys())
    expect(
      cases.some((one) => one.id === id && one.strict),
      id,
    ).toBe(true);
  expect(CHECKS.size).toBe(25);
});

test("a blank response follows nothing", () => {
  for (const { id, values } of cases) {
    expect(followsLoosely(" \n ", { id, values: values as Instruction["values"] })).toBe(false);
  }
});

const scoring = ifeval.scoring(tools("plain"));

function metadataOf(raw: Readonly<Record<string, Json>>) {
  const row = ifeval.row(raw, 0);
  if (row === null || typeof row === "string") throw new TypeError(`not read: ${row}`);
  return row.metadata ?? {};
}

const raw = {
  key: 1000,
  prompt: "Write without commas and with one placeholder.",
  instruction_id_list: ["punctuation:no_comma", "detectable_content:number_placeholders"],
  kwargs: [{}, { num_placeholders: 1, keyword: null }],
};

test("a prompt is followed where all its instructions are, and each is counted as well", async () => {
  expect(await scored(scoring, "Dear [name].", [], { metadata: metadataOf(raw) })).toMatchObject({
    value: 1,
    reason: "followed",
    values: { prompt_strict: 1, prompt_loose: 1, instruction_strict: 1, instruction_loose: 1 },
    metadata: { weights: { instruction_strict: 2 } },
  });
  expect(await scored(scoring, "Sure, here:\nDear [name].", [], { metadata: metadataOf(raw) })).toMatchObject({
    value: 0,
    values: { prompt_strict: 0, prompt_loose: 1, instruction_strict: 0.5, instruction_loose: 1 },
    metadata: { followed: { "1:punctuation:no_comma": false, "2:detectable_content:number_placeholders": true } },
  });
});

test("reasoning is not part of the response", async () => {
  const score = await scored(scoring, "<think>one, two</think>Dear [name].", [], { metadata: metadataOf(raw) });
  expect(score.value).toBe(1);
});

test.each([
  ["an instruction that nobody knows", ["length:none"], [{}]],
  ["a value that is missing", ["detectable_content:number_placeholders"], [{}]],
  ["a relation that is none", ["length_constraints:number_words"], [{ num_words: 3, relation: "around" }]],
])("%s is the row's fault, and never the response's", async (_, ids, kwargs) => {
  const metadata = metadataOf({ ...raw, instruction_id_list: ids, kwargs });
  expect(await scored(scoring, "x", [], { metadata })).toMatchObject({
    value: null,
    error: { stage: "sample", code: "unusable_instruction" },
  });
});

test("any response and any values are judged, or refused as the row's fault", () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string(), { maxLength: 2 }));
  const names = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))];
  const values = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
  const piece = fc.constantFrom(
    "*",
    "**",
    "***",
    "\n",
    "\n\n",
    "[",
    "]",
    "<<",
    ">>",
    "a",
    "A.",
    "1 ",
    '"',
    ",",
    "é",
    "******",
  );
  fc.assert(
    fc.property(fc.constantFrom(...CHECKS.keys()), values, fc.array(piece, { maxLength: 30 }), (id, given, pieces) => {
      const instruction = { id, values: given as Instruction["values"] };
      const response = pieces.join("");
      try {
        // What follows to the letter follows loosely too.
        if (followsStrictly(response, instruction)) expect(followsLoosely(response, instruction)).toBe(true);
      } catch (thrown) {
        if (!(thrown instanceof BadInstruction)) throw thrown;
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a megabyte of any mark is read", () => {
  const kinds = new Map(cases.map(({ id, values }) => [id, values]));
  for (const unit of ["*", "[", "<<", ".", ". A", "\n", "***", '"', "a", "P. "]) {
    const response = unit.repeat(1_000_000 / unit.length);
    for (const [id, values] of kinds) followsStrictly(response, { id, values: values as Instruction["values"] });
  }
}, 60_000);
