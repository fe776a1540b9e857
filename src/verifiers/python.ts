import * as v from "valibot";
import { failure } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import { ConfigError } from "../core/errors.ts";
import type { CreateTools } from "../core/plugin.ts";
import { broken } from "../core/score.ts";
import type { ScoringFunctions, ScoringProgram } from "../core/scoring-function.ts";
import { range, rangeOf, timeLimit } from "./python/limits.ts";
import { scoreOfReturned } from "./python/returned.ts";
import { sampleOf } from "./python/sample.ts";

const options = v.object({
  file: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(1))),
    v.description("The file that holds the function, relative to the configuration."),
  ),
  code: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(1))),
    v.description("The program itself, in place of a file."),
  ),
  function: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(1)), "score"),
    v.description("The function that is called with each sample."),
  ),
  fresh: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Call it in a process of its own for each sample, so that none can change what comes after it."),
  ),
  timeLimit,
  range,
});

/**
 * A function in Python scores the sample: `score(sample)` returns a number in 0..1, a truth value or a dict. It runs in
 * a sandbox, in a process that stays for many samples. What it raises, a time that is over, a missing number and one
 * that is off the range are errors of the row, never 0. Reasons: `returned`.
 */
export const python = defineVerifier({
  type: "python",
  summary: "A Python function of your own scores the sample, in a sandbox.",
  options,
  aliases: { path: { to: "file" }, source: { to: "code" } },
  create: ({ file, code, function: name, fresh, timeLimit: seconds, range: pair }, tools) => {
    const program: ScoringProgram = { ...sourceOf(file, code, tools), name, form: "sample" };
    const scale = rangeOf(pair);
    tools.prepares?.(async ({ functions }, signal) => (await functions?.())?.load(program, signal));
    return async (attempt, context) => {
      if (context.functions === undefined) {
        return broken("sandbox", "no_sandbox", "functions in Python cannot be called here: no sandbox was given");
      }
      let functions: ScoringFunctions;
      try {
        functions = await context.functions();
      } catch (thrown) {
        return failure("sandbox", thrown);
      }
      const call = { argument: sampleOf(attempt), limitMs: seconds * 1_000, fresh };
      return scoreOfReturned(await functions.call(program, call, context.signal), scale);
    };
  },
});

function sourceOf(file: string | undefined, code: string | undefined, { place, readFile }: CreateTools) {
  if ((file === undefined) === (code === undefined)) {
    throw new ConfigError("missing_option", "this scorer has no one program", {
      place,
      expected: "either `file` or `code`",
      got: file === undefined ? "neither" : "both",
    });
  }
  if (file === undefined) return { source: code ?? "", shown: "score.py" };
  if (readFile === undefined) {
    throw new ConfigError("plugin_file", `"${file}" is a file, and files can only be read for a configuration`, {
      place: `${place}.file`,
      hint: "use loadPipeline or an eval file, or give the program as `code`",
    });
  }
  return { source: readFile(file, `${place}.file`), shown: file };
}
