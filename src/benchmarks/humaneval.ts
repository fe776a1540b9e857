import { broken, noAnswer } from "../core/score.ts";
import { toText } from "../core/text.ts";
import type { Metadata, Verifier } from "../core/types.ts";
import type { Benchmark, BenchmarkRow } from "./benchmark.ts";
import { judgedProgram } from "./judged-program.ts";
import { closedPrompt, completedProgram } from "./python-program.ts";
import { readPythonReply } from "./python-reply.ts";

/** Milliseconds; twice what human-eval itself gives, and the slowest of its own solutions takes 0.8 s. */
const WALL_MS = 6_000;

/** Python functions to be completed from signature and docstring (Chen et al. 2021). */
export const humaneval: Benchmark = {
  name: "humaneval",
  summary: "Python functions to be completed from their docstring, judged by tests.",
  files: [
    {
      name: "HumanEval.jsonl.gz",
      url: "https://raw.githubusercontent.com/openai/human-eval/6d43fb980f9fee3c892a914eda09951f772ad10d/data/HumanEval.jsonl.gz",
      sha256: "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef",
      bytes: 44_877,
      licence: "MIT",
    },
  ],
  rows: 164,
  row: (raw) => completionRow(raw),
  variants: [
    {
      name: "instruct",
      summary: "An instruction and the function; the reply may be a whole function or its body, in any wrapping.",
      prompt:
        "Complete the following Python function. Reply with one fenced Python block that holds the whole function, with all imports that it needs.\n\n```python\n{{input}}```",
    },
    {
      name: "completion",
      summary: "The function alone, for models that continue a text.",
      prompt: "{{input}}",
      stop: ["\nclass ", "\ndef ", "\n#", "\nif "],
    },
  ],
  generation: { temperature: 0, maxTokens: 2_048, epochs: 1 },
  reducers: ["mean", "pass_at_1", "pass_at_2", "pass_at_5", "pass_at_10", "pass_at_100"],
  metric:
    "The share of programs that pass all tests; pass@k by the unbiased estimate, where there are k epochs or more.",
  runsCode: true,
  plausible: [
    { model: "GPT-J 6B", value: 11.4, source: "lm-evaluation-harness" },
    { model: "Codex 12B", value: 28.8, source: "Chen et al. 2021" },
    { model: "Llama 3.1 8B Instruct", value: 72.6, source: "its vendor; 17.7 to 69.5 by other ways to read replies" },
    { model: "GPT-4o 2024-08-06", value: 90.2, source: "simple-evals" },
    { model: "Claude 3.5 Sonnet", value: 92, source: "its vendor" },
    { model: "o3-mini", value: 96.3, source: "simple-evals" },
    { model: "o4-mini, high effort", value: 99.3, source: "simple-evals" },
  ],
  flaws: [
    "The tests are few (8 assertions a function) and pass some wrong programs; EvalPlus has many more (humaneval-plus).",
    "Some prompts and tests contradict each other (openai/human-eval, pull request 23 and issue 44).",
    "With 164 rows two models three points apart are not told apart by one run.",
  ],
  scoring: () => completionScoring,
};

/** A row of HumanEval's shape: the function's beginning, its name, and tests that define `check`. */
export function completionRow(raw: Readonly<Record<string, unknown>>): BenchmarkRow | string {
  const [id, prompt, entryPoint, tests] = ["task_id", "prompt", "entry_point", "test"].map((key) => toText(raw[key]));
  if (id == null || prompt == null || entryPoint == null || tests == null) {
    return "expected task_id, prompt, entry_point and test";
  }
  return { id, input: prompt, target: null, metadata: { entry_point: entryPoint, tests } };
}

/** Completes the prompt with the reply's code and runs the tests on it. What was run is kept with the score. */
export const completionScoring: Verifier = async ({ input, output, metadata }, context) => {
  const entryPoint = textOf(metadata, "entry_point");
  const tests = textOf(metadata, "tests");
  if (entryPoint === null || tests === null) {
    return broken("sample", "missing_tests", "the row has no entry_point or no tests");
  }
  const reply = readPythonReply(output, entryPoint);
  if (reply === null) return noAnswer({ answer: null });
  const program = completedProgram(input, reply, entryPoint);
  const kept = { rule: reply.rule, defines: reply.defines, code: reply.code, program };
  // The prompt goes to the tests as well: some call its helper functions.
  const score = await judgedProgram(
    { program, entryPoints: [entryPoint], setup: closedPrompt(input), tests, wallMs: WALL_MS },
    context,
    kept,
  );
  return { ...score, answer: reply.code };
};

function textOf(metadata: Metadata, key: string): string | null {
  const value = metadata[key];
  return typeof value === "string" ? value : null;
}
