import { broken, noAnswer, wrong } from "../core/score.ts";
import { toText } from "../core/text.ts";
import type { Json, Metadata, Verifier } from "../core/types.ts";
import type { Benchmark, BenchmarkRow } from "./benchmark.ts";
import { hubFile } from "./hub.ts";
import { judgedProgram } from "./judged-program.ts";
import { textsOf } from "./multiple-choice.ts";
import { methodAsFunction, withFutureFirst } from "./python-program.ts";
import { readPythonReply } from "./python-reply.ts";

/** Short Python tasks in one sentence with three assertions (Austin et al. 2021); the 500 of the test split. */
export const mbpp: Benchmark = {
  name: "mbpp",
  summary: "Short Python functions from one sentence and three assertions.",
  files: [
    {
      name: "test-00000-of-00001.parquet",
      url: hubFile(
        "google-research-datasets/mbpp",
        "4bb6404fdc6cacfda99d4ac4205087b89d32030c",
        "full/test-00000-of-00001.parquet",
      ),
      sha256: "566fd53060ffba5766dace1d1e2f4c38906781526de222b0dfbdbc325b696c77",
      bytes: null,
      licence: "CC-BY-4.0",
    },
  ],
  rows: 500,
  row: (raw) => taskRow({ ...raw, setup: raw["test_setup_code"] ?? null, task: raw["text"] ?? null, test: null }),
  variants: [
    {
      name: "instruct",
      summary: "The sentence and the assertions; the reply may wrap the code in any way.",
      prompt:
        "Write a Python function for this task. Reply with one fenced Python block that holds the function and all imports that it needs.\n\n{{input}}",
    },
  ],
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean", "pass_at_1", "pass_at_2", "pass_at_5", "pass_at_10"],
  metric:
    "The share of programs that pass all assertions; pass@k by the unbiased estimate, where there are k epochs or more.",
  runsCode: true,
  plausible: [
    { model: "137B of 2021, 3 examples", value: 59.6, source: "Austin et al. 2021, fine-tuned" },
    { model: "Llama 3.1 8B Instruct", value: 72.8, source: "its vendor, EvalPlus base" },
    { model: "GPT-4o", value: 87.6, source: "EvalPlus, base" },
    { model: "strong chat models", value: 95, source: "EvalPlus, base, about" },
  ],
  flaws: [
    "Several sentences say too little, or something else than the assertions; the assertions are shown for that reason.",
    "Three assertions a task pass wrong programs; mbpp-plus has many more on 378 of the tasks.",
  ],
  scoring: () => taskScoring,
};

/** A row with a task, a solution that names the functions, and tests; a sentence where it cannot be judged. */
export function taskRow(raw: Readonly<Record<string, Json>>): BenchmarkRow | string {
  const id = toText(raw["task_id"]);
  const task = toText(raw["task"]);
  const solution = toText(raw["code"]);
  const shown = textsOf(raw["test_list"]);
  if (id === null || task === null || solution === null || shown === null) {
    return "expected task_id, a task, code and test_list";
  }
  const tests = toText(raw["test"]) ?? shown.join("\n");
  const names = [...solution.matchAll(/^def (\w{1,200})/gm)].map((match) => match[1] ?? "");
  // As whole words: the tests of `max_height` do not call `height`.
  const words = new Set([...tests.matchAll(/(?<![\w.])(\w{1,200})\s{0,4}\(/g)].map((match) => match[1] ?? ""));
  const called = names.filter((name) => words.has(name));
  // The last one of a solution is the one that its helpers lead to.
  const entryPoints = called.length > 0 ? called : names.slice(-1);
  if (entryPoints.length === 0) return "its code defines no function";
  return {
    id,
    input: `${task.trim()}\n\nYour code should pass these tests:\n${shown.join("\n")}`,
    target: null,
    metadata: { entry_points: entryPoints, tests, setup: toText(raw["setup"]) ?? "" },
  };
}

/** Runs the tests on the reply's code alone. What was run is kept with the score. */
export const taskScoring: Verifier = async ({ output, metadata }, context) => {
  const { tests, setup, entry_points: entryPoints }: Metadata = metadata;
  const names = textsOf(entryPoints);
  const [name] = names ?? [];
  if (names === null || name === undefined || typeof tests !== "string") {
    return broken("sample", "missing_tests", "the row has no entry_points or no tests");
  }
  const reply = readPythonReply(withoutMarks(output), name);
  if (reply === null) return noAnswer({ answer: null });
  const program = withFutureFirst(`${reply.code}\n${methodAsFunction(reply.code, name)}`);
  const kept = { rule: reply.rule, code: reply.code, program };
  const missing = { answer: reply.code, raw: `it does not define ${name}`, metadata: kept };
  if (!reply.defines && !program.includes(name)) return wrong("missing", true, missing);
  const task = { program, entryPoints: names, setup: typeof setup === "string" ? setup : "", tests };
  return { ...(await judgedProgram(task, context, kept)), answer: reply.code };
};

/** The paper's examples stand between these marks, and models that were shown them go on so. */
function withoutMarks(output: string): string {
  const [answer = ""] = output.split("[DONE]", 1);
  const begin = answer.lastIndexOf("[BEGIN]");
  return begin < 0 ? answer : answer.slice(begin + 7);
}
