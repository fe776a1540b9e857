import * as v from "valibot";
import { readOptions } from "../../../core/options.ts";
import { toWire } from "../../../core/wire.ts";
import { forecastEval } from "../../../operations/eval/dry-run.ts";
import { runEval } from "../../../operations/eval/eval.ts";
import { type EvalInput, evalInput } from "../../../operations/eval/eval-input.ts";
import type { RunOutcome } from "../../../operations/eval/outcome.ts";
import { withoutNulls } from "../../../select/input/given.ts";
import { follow, given as present } from "../follow.ts";
import { checkModel } from "../recordings.ts";
import type { Answer, Call, Tool } from "../tool.ts";
import { answerSchema, toolSchema } from "../tool-schema.ts";

/**
 * What an eval takes but its content, because a configuration can name programs and addresses: it comes from a file of
 * the project. Nor may a call take the sandbox away.
 */
const schema = v.object({
  ...v.omit(evalInput, ["config", "unsafeNoSandbox", "store"]).entries,
  dryRun: v.optional(v.boolean()),
});

export const evalTool: Tool = {
  name: "eval",
  title: "Score a data set",
  description:
    "Scores the outputs of a data set, recorded or asked of a model, by an eval file or by a data set and a file of " +
    "scorers, and keeps the run. Broken checks are counted apart and are in no mean. The run can be resumed, " +
    "rescored and compared with the tool `runs`.",
  input: toolSchema(schema, {
    file: "An eval file, YAML or JSON. It may name plug-ins and programs, which run with your rights.",
    dataset: "Instead of an eval file: the data set.",
    scorers: "With `dataset`: a JSON or YAML file with a list of scorers.",
    outputField: "The field with the recorded output; several are epochs.",
    limit: "At most so many rows.",
    sampleIds: "Only these samples.",
    epochs: "How many outputs of each row count.",
    concurrency: "Answers under way at once; default 16.",
    failUnder: "Gates on means, each as `name=0.8`. A missed one is told in `verdict`.",
    maxErrors: "`5%`, `0.05` or a number of rows: more errors than this, and there is no result.",
    maxCalls: "Ends partial, to be resumed, after so many requests to models.",
    maxCost: "Ends partial, to be resumed, when models have cost so many US dollars.",
    record: "A file to which the replies of models are recorded.",
    model: "Who is asked, as `provider:model`; of several, one run each.",
    cache: "Keeps replies and uses them again.",
    dryRun: "Tells calls, tokens and price, and sends nothing.",
  }),
  output: answerSchema({
    run_id: { type: "string" },
    status: { type: "string" },
    scorers: { type: "object" },
    runs: { type: "array", description: "Where the eval is several runs: their summaries." },
    comparison: { type: ["object", "null"] },
    exit_code: { type: "integer", description: "0 done, 1 a gate was missed, 3 there is no result." },
    verdict: { type: ["string", "null"] },
  }),
  readOnly: false,
  run: runEvalTool,
};

async function runEvalTool(given: unknown, call: Call): Promise<Answer> {
  const { environment, settings } = call;
  const { dryRun = false, ...options } = readOptions({ schema }, withoutNulls(given), "eval");
  for (const key of ["file", "dataset", "scorers", "record"] as const) {
    if (options[key] !== undefined) settings.paths.check(options[key], key);
  }
  for (const name of [options.model ?? []].flat()) checkModel(name, settings.paths);
  const input: EvalInput = present({ ...options, store: settings.store ?? undefined });
  if (dryRun) {
    return { structured: { forecast: toWire(await follow(forecastEval(input, environment), call)) } };
  }
  const { runs, comparison, exitCode, verdict } = await follow(runEval(input, environment), call);
  const [only] = runs;
  const summaries = runs.map(({ summary }) => summary);
  const document = only !== undefined && runs.length === 1 ? only.summary : { runs: summaries, comparison };
  return ended(document, { exitCode, verdict });
}

/** A summary with how it ended. A missed gate is a result; that nothing could be scored is none. */
export function ended(document: object, { exitCode, verdict }: Pick<RunOutcome, "exitCode" | "verdict">): Answer {
  const structured = { ...(toWire(document) as Answer["structured"]), exit_code: exitCode, verdict };
  if (exitCode === 0 || exitCode === 1) return { structured };
  const error = { code: exitCode === 130 ? "interrupted" : "no_result", message: verdict ?? "" };
  return { structured: { ...structured, error }, failed: true };
}
