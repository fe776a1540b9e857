import * as v from "valibot";
import { ConfigError } from "../../../core/errors.ts";
import { readOptions } from "../../../core/options.ts";
import { toWire } from "../../../core/wire.ts";
import type { Operation } from "../../../operations/environment.ts";
import type { RunOutcome } from "../../../operations/eval/outcome.ts";
import { diffStoredRuns } from "../../../operations/runs/diff.ts";
import { rescoreRun } from "../../../operations/runs/rescore.ts";
import { resumeRun, retryRun } from "../../../operations/runs/resume.ts";
import { listRuns, showRun } from "../../../operations/runs/runs.ts";
import { withStore } from "../../../operations/runs/stored-run.ts";
import { withoutNulls } from "../../../select/input/given.ts";
import { follow, given as present } from "../follow.ts";
import type { Answer, Call, Tool } from "../tool.ts";
import { answerSchema, toolSchema } from "../tool-schema.ts";
import { keptArtefact } from "./brief-artefact.ts";
import { ended } from "./eval.ts";

/** Runs of a list where no limit is given: an agent reads them all. */
const LISTED = 20;

const schema = v.object({
  action: v.pipe(
    v.optional(v.picklist(["list", "show", "diff", "resume", "retry", "rescore"]), "list"),
    v.description("What is done; default `list`. Nothing removes a run."),
  ),
  run: v.pipe(v.optional(v.string()), v.description("A run's id, the beginning of one, or `latest`; not for `list`.")),
  other: v.pipe(v.optional(v.string()), v.description("With `diff`: the run to compare `run` with.")),
  scorer: v.pipe(v.optional(v.string()), v.description("With `diff`: only this scorer.")),
  flips: v.pipe(v.optional(v.number()), v.description("With `diff`: at most so many rows that changed; default 20.")),
  scorers: v.pipe(v.optional(v.string()), v.description("With `rescore`: a JSON or YAML file with a list of scorers.")),
  limit: v.pipe(v.optional(v.number()), v.description("With `list`: at most so many, the newest; default 20.")),
  concurrency: v.pipe(v.optional(v.number()), v.description("Answers under way at once; default 16.")),
});

type Options = v.InferOutput<typeof schema>;

/** What each action takes beside itself; anything else was meant for another one. */
const TAKES: Readonly<Record<Options["action"], readonly (keyof Options)[]>> = {
  list: ["limit"],
  show: ["run"],
  diff: ["run", "other", "scorer", "flips"],
  resume: ["run", "concurrency"],
  retry: ["run", "concurrency"],
  rescore: ["run", "scorers", "concurrency"],
};

export const runsTool: Tool = {
  name: "runs",
  title: "Stored runs",
  description:
    "Lists and shows stored runs, compares two of them sample by sample, goes on with a stopped one, scores anew what " +
    "errored, or gives stored outputs new scores under a new run.",
  input: toolSchema(schema),
  output: answerSchema({
    runs: { type: "array", description: "Of `list`." },
    run_id: { type: "string" },
    exit_code: { type: "integer" },
    verdict: { type: ["string", "null"] },
  }),
  readOnly: false,
  run: runRuns,
};

async function runRuns(given: unknown, call: Call): Promise<Answer> {
  const options = readOptions({ schema }, withoutNulls(given), "runs");
  refuseOthers(options);
  const { environment, settings } = call;
  const { action, run, limit = LISTED } = options;
  const store = settings.store ?? undefined;
  if (action === "list") {
    const found = await follow(listRuns(present({ limit, store }), environment), call);
    const shown = found.map(({ id, name, status, samples, model, parent, createdAt, updatedAt }) =>
      toWire({ runId: id, name, status, samples, model, parent, createdAt, updatedAt }),
    );
    return { structured: { runs: shown } };
  }
  if (run === undefined) throw missing("run", "a run's id, the beginning of one, or latest");
  if (action === "show") return await show(run, store, call);
  try {
    return await ofAnEval({ ...options, action, run }, call);
  } catch (thrown) {
    throw thrown instanceof ConfigError && thrown.code === "not_an_eval" ? otherTool(run, thrown) : thrown;
  }
}

/** What is done with runs of evals alone. */
async function ofAnEval(
  given: Options & { readonly action: Exclude<Options["action"], "list" | "show">; readonly run: string },
  call: Call,
): Promise<Answer> {
  const { environment, settings } = call;
  const { action, run, other, scorer, flips, scorers, concurrency } = given;
  const store = settings.store ?? undefined;
  switch (action) {
    case "diff": {
      if (other === undefined) throw missing("other", "the run to compare with");
      const diff = diffStoredRuns({ a: run, b: other, ...present({ scorer, flips, store }) }, environment);
      return { structured: toWire(await follow(diff, call)) as Answer["structured"] };
    }
    case "resume":
      return await finish(resumeRun({ run, ...present({ concurrency, store }) }, environment), call);
    case "retry":
      return await finish(retryRun({ run, ...present({ concurrency, store }) }, environment), call);
    case "rescore": {
      if (scorers === undefined) throw missing("scorers", "a file with a list of scorers");
      settings.paths.check(scorers, "scorers");
      return await finish(rescoreRun({ run, scorers, ...present({ concurrency, store }) }, environment), call);
    }
    default:
      return action satisfies never;
  }
}

async function finish(operation: Operation<RunOutcome>, call: Call): Promise<Answer> {
  const outcome = await follow(operation, call);
  return ended(outcome.summary, outcome);
}

/** The summary of an eval; of a comparison, an audit or a tracking the result that was kept with it. */
async function show(run: string, store: string | undefined, call: Call): Promise<Answer> {
  const { environment } = call;
  try {
    return { structured: toWire(await follow(showRun({ run, ...present({ store }) }, environment), call)) as never };
  } catch (thrown) {
    if (!(thrown instanceof ConfigError) || thrown.code !== "not_an_eval") throw thrown;
    const record = await follow(
      withStore(store, environment, (opened) => opened.findRun(run)),
      call,
    );
    const artefact = keptArtefact(record.summary);
    if (artefact !== null) return { structured: artefact };
    const { id, name, status } = record;
    return { structured: { run_id: id, name, status } };
  }
}

/** The same in the words of a tool's caller: the error's own name the commands. */
function otherTool(run: string, cause: ConfigError): ConfigError {
  return new ConfigError("not_an_eval", "this run is no eval", {
    place: "runs.run",
    got: JSON.stringify(run.slice(0, 80)),
    hint: "`show` shows it; the tools `compare` and `audit` go on with one of theirs by `resume`, and count its votes anew by `from`",
    cause,
  });
}

function refuseOthers(options: Options): void {
  for (const key of Object.keys(options) as (keyof Options)[]) {
    if (key === "action" || options[key] === undefined || TAKES[options.action].includes(key)) continue;
    throw new ConfigError("unknown_option", `"${key}" is not for ${options.action}`, {
      place: "runs",
      expected: ["action", ...TAKES[options.action]].join(", "),
    });
  }
}

function missing(key: string, expected: string): ConfigError {
  return new ConfigError("missing_option", "is missing", { place: `runs.${key}`, expected });
}
