import { readOptions } from "../../core/options.ts";
import type { Context } from "../../core/types.ts";
import { type FieldMapping, readMapping } from "../../evals/datasets/fields.ts";
import { type InferencePlan, missingField, requestFor } from "../../evals/inference.ts";
import { scoreWork, type Work } from "../../evals/work.ts";
import type { Environment, Operation } from "../environment.ts";
import type { RunModels } from "../powers/run-models.ts";
import { silentModel } from "../powers/silent-model.ts";
import { type CallTotal, createCallTotal, UNKNOWN_CALL } from "./call-total.ts";
import { type EvalInput, evalInput } from "./eval-input.ts";
import { type PreparedEval, type PreparedRun, prepareEval } from "./prepare-eval.ts";

/** What an eval would send. snake_case on the wire. */
export interface EvalForecast {
  readonly runs: readonly RunForecast[];
  readonly total: CallTotal;
  readonly warnings: readonly string[];
}

export interface RunForecast {
  /** What the run differs by from the others; empty where it is the only one. */
  readonly label: string;
  readonly samples: number;
  readonly epochs: number;
  /** The model under test; null where the outputs come from the rows. */
  readonly candidate: { readonly model: string; readonly calls: CallTotal } | null;
  /** By model. Before there are answers nobody can know which of them a rule leaves in doubt: the most there may be. */
  readonly judges: readonly { readonly model: string; readonly calls: CallTotal }[];
}

/** Characters of the answer that a judge is reckoned with before there is one: some 250 tokens. */
const ANSWER_LENGTH = 1_000;

/**
 * Reads and checks an eval as `runEval` does, and adds up what it would send: every request is built as it would be,
 * judges' included, and none is sent. Repeated attempts and what a cache saves are not foreseen.
 */
export async function* forecastEval(given: EvalInput, environment: Environment): Operation<EvalForecast> {
  const input = readOptions({ schema: evalInput }, given, "eval");
  const prepared = yield* prepareEval(input, environment);
  try {
    const runs: RunForecast[] = [];
    const total = createCallTotal();
    for (const run of prepared.runs) {
      const forecast = await forecastRun(run, prepared, environment);
      runs.push(forecast);
      for (const { calls } of [...(forecast.candidate === null ? [] : [forecast.candidate]), ...forecast.judges]) {
        total.addTotal(calls);
      }
    }
    const warnings = [...new Set(prepared.runs.flatMap(({ work }) => work.warnings))];
    return { runs, total: total.finish(), warnings };
  } finally {
    await prepared.access.close();
  }
}

async function forecastRun(
  { label, plan, work }: PreparedRun,
  { access }: PreparedEval,
  environment: Environment,
): Promise<RunForecast> {
  const { inference } = plan.config;
  const candidate = createCallTotal();
  const judges = new Map<string, ReturnType<typeof createCallTotal>>();
  const mapping = readMapping(plan.config.dataset.fields);
  const context: Context = {
    ...access.powers,
    signal: environment.signal,
    model: async (id: string) => {
      const model = await access.powers.model?.(id);
      if (model === undefined) throw new Error(`There is no model ${id}.`);
      const total = judges.get(model.id) ?? createCallTotal();
      judges.set(model.id, total);
      return silentModel(model, async (request) => total.add(await access.estimate(id, request)));
    },
  };
  let epochs = 1;
  for await (const items of work.items(() => false)) {
    for (const one of items) {
      epochs = Math.max(epochs, one.epoch);
      const answered = inference === null ? one : await asked(one, inference, mapping, candidate.add, access);
      await scoreWork(answered, { scorers: plan.scorers, mapping }, context);
    }
    environment.signal.throwIfAborted();
  }
  return {
    label,
    samples: work.samples,
    epochs,
    candidate: inference === null ? null : { model: inference.model, calls: candidate.finish() },
    judges: [...judges].map(([model, total]) => ({ model, calls: total.finish() })),
  };
}

/** The answer as it will be scored, as far as that can be known: the request is counted, and something stands for it. */
async function asked(
  work: Work,
  plan: InferencePlan,
  mapping: FieldMapping,
  add: ReturnType<typeof createCallTotal>["add"],
  { estimate }: Pick<RunModels, "estimate">,
): Promise<Work> {
  if (work.ask !== true) return work;
  const wanted = requestFor(work, plan, mapping);
  // The row lacks a field of the prompt: nothing will be asked, by anyone.
  if ("missing" in wanted) return { ...work, problem: missingField(wanted.missing) };
  add(plan.solver === null ? await estimate(plan.model, wanted.request) : UNKNOWN_CALL);
  return { ...work, output: "x".repeat(ANSWER_LENGTH) };
}
