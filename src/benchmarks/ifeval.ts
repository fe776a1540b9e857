import { broken } from "../core/score.ts";
import { toText } from "../core/text.ts";
import type { Json, Verifier } from "../core/types.ts";
import { isRow } from "../evals/datasets/jsonl.ts";
import { stripReasoning } from "../extractors/strip-reasoning.ts";
import type { Benchmark, BenchmarkRow } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { followsLoosely, followsStrictly, type Instruction } from "./ifeval/follow.ts";
import { BadInstruction } from "./ifeval/instruction.ts";
import { textsOf } from "./multiple-choice.ts";

/** Prompts with instructions that a program can check (Zhou et al. 2023). */
export const ifeval: Benchmark = {
  name: "ifeval",
  summary: "541 prompts with 834 instructions that a program can check.",
  files: [
    {
      name: "ifeval_input_data.jsonl",
      url: hubFile("google/IFEval", "966cd89545d6b6acfd7638bc708b98261ca58e84", "ifeval_input_data.jsonl"),
      sha256: null,
      bytes: null,
      licence: "Apache-2.0",
    },
  ],
  rows: 541,
  row: promptRow,
  variants: [{ name: "plain", summary: "The prompt and nothing else.", prompt: "{{input}}" }],
  generation: { temperature: 0, maxTokens: 1_280, epochs: 1 },
  reducers: ["mean"],
  metric:
    "`prompt_strict` counts: the share of prompts of which every instruction is followed; by single instructions, and loosely (without first line, last line, stars), beside it.",
  plausible: [
    { model: "PaLM 2 S", value: 43.1, source: "Zhou et al. 2023" },
    { model: "GPT-4 of 2023", value: 76.9, source: "Zhou et al. 2023" },
    { model: "Llama 3.1 8B Instruct", value: 74, source: "users, prompt-level strict, about" },
    { model: "strong chat models", value: 92, source: "their vendors, about" },
  ],
  flaws: [
    "Vendors report other ones of the four figures, or their mean: compare like with like.",
    "Sentences and languages are told by rules here, by trained models in the published checks: a few answers near a bound are judged otherwise.",
    "Some instructions contradict each other, and some checks count what no reader would.",
  ],
  scoring: () => instructionScoring,
};

function promptRow(raw: Readonly<Record<string, Json>>, index: number): BenchmarkRow | string {
  const prompt = toText(raw["prompt"]);
  const ids = textsOf(raw["instruction_id_list"]);
  const values: Json = raw["kwargs"] ?? null;
  if (prompt === null || ids === null || ids.length === 0 || !Array.isArray(values) || values.length !== ids.length) {
    return "expected prompt, instruction_id_list, and kwargs of the same length";
  }
  const instructions = ids.map((id, place) => ({ id, values: present(values[place] ?? null) }));
  return {
    id: `ifeval/${toText(raw["key"]) ?? index}`,
    input: prompt,
    target: null,
    metadata: { instructions },
  };
}

/** Some copies write every value of every kind of instruction, null where it does not belong. */
function present(values: Json): Json {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

const withoutReasoning = stripReasoning().run;

const instructionScoring: Verifier = ({ output, metadata }) => {
  const given: Json = metadata["instructions"] ?? null;
  const instructions = Array.isArray(given) ? given.map(instructionOf) : [];
  const [first] = instructions;
  if (first === undefined || instructions.includes(null)) {
    return broken("sample", "unusable_instruction", "the row has no instructions that can be read");
  }
  const all = instructions.filter((one) => one !== null);
  const found = withoutReasoning(output, {});
  const said = found === null ? "" : typeof found === "string" ? found : found.text;
  // What is no reasoning stays as it is, blanks at the edges too.
  const response = typeof found === "object" && found?.rule === "whole" ? output : said;
  try {
    const strict = all.map((one) => followsStrictly(response, one));
    const loose = all.map((one) => followsLoosely(response, one));
    const value = Number(!strict.includes(false));
    return {
      value,
      pass: value === 1,
      confident: true,
      reason: value === 1 ? "followed" : "not_followed",
      values: {
        prompt_strict: value,
        prompt_loose: Number(!loose.includes(false)),
        instruction_strict: share(strict),
        instruction_loose: share(loose),
      },
      metadata: {
        // Published figures by instruction count each one once, whichever prompt it stands in.
        weights: { instruction_strict: all.length, instruction_loose: all.length },
        followed: Object.fromEntries(all.map(({ id }, place) => [`${place + 1}:${id}`, strict[place] ?? false])),
      },
    };
  } catch (thrown) {
    if (thrown instanceof BadInstruction) return broken("sample", thrown.code, thrown.message);
    throw thrown;
  }
};

function instructionOf(one: Json): Instruction | null {
  if (!isRow(one)) return null;
  const { id, values } = one;
  return typeof id === "string" && values !== undefined && isRow(values) ? { id, values } : null;
}

function share(followed: readonly boolean[]): number {
  return followed.filter((one) => one).length / followed.length;
}
