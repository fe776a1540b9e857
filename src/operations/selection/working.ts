import { randomBytes } from "node:crypto";
import { ConfigError } from "../../core/errors.ts";
import type { Model } from "../../core/model.ts";
import type { SelectContext, SelectProgress } from "../../select/protocol/context.ts";
import type { ProfileName } from "../../select/types.ts";
import { openStore } from "../../store/open.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import type { ModelAccess } from "../powers/model-access.ts";
import { withStore } from "../runs/stored-run.ts";
import { withCalibration } from "./calibration.ts";
import { openCallLog, type StoredCallLog } from "./call-log.ts";
import { rawInput, readGiven } from "./given.ts";
import { jsonOf } from "./kept-run.ts";
import { beginSelection, type KeptSelection, readKept } from "./kept-selection.ts";
import { checkOutput } from "./output-file.ts";
import { openPanel, reachPanel } from "./panel.ts";
import { refuseIgnored } from "./refuse-ignored.ts";
import { runChecks } from "./run-checks.ts";

export interface SelectionFlags {
  readonly file?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly output?: string | undefined;
  readonly store?: string | undefined;
  readonly profile?: ProfileName | undefined;
  readonly concurrency?: number | undefined;
  readonly maxCalls?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly runChecks?: boolean | undefined;
  readonly calibration?: string | undefined;
  readonly manipulationPenalty?: number | undefined;
  readonly resume?: string | undefined;
  readonly from?: string | undefined;
  readonly fixed?: boolean | undefined;
  readonly control?: boolean | undefined;
  readonly allowMany?: boolean | undefined;
  readonly modelWeights?: Readonly<Record<string, number>> | undefined;
  readonly criterionWeights?: Readonly<Record<string, number>> | undefined;
}

/** A selection that has a run, and what it works with. */
export interface Working {
  readonly run: RunRecord;
  readonly kept: KeptSelection;
  readonly log: StoredCallLog;
  readonly context: SelectContext;
  /** Where votes are tallied again and nobody is asked: the run they are of. */
  readonly parent: RunRecord | null;
  readonly store: Store;
  readonly access: ModelAccess | null;
  readonly output: string | null;
}

export const DEFAULT_CONCURRENCY = 8;

/**
 * Begins a selection, goes on with one, or takes the votes of one, and gives it to `work`. All that the user can mend is
 * found before the first call. What was opened is closed, whatever happens.
 */
export async function* withSelection<Outcome>(
  kind: KeptSelection["kind"],
  flags: SelectionFlags,
  environment: Environment,
  work: (working: Working) => Operation<Outcome>,
): Operation<Outcome> {
  refuseIgnored(flags);
  if (flags.from !== undefined || flags.resume !== undefined) {
    return yield* withStoredSelection(kind, flags, environment, work);
  }
  const raw = await rawInput(flags, environment.folder);
  const given = await readGiven(raw, kind, environment.folder, flags);
  const output = flags.output ?? given.request.outputPath;
  if (output !== null) await checkOutput(output, environment.folder);
  const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
  const opened = await openPanel(given, { ...flags, concurrency }, environment);
  try {
    const { request, warnings } = await withCalibration(opened.request, given.calibration);
    const panel = { ...opened, request };
    await reachPanel(panel, environment.signal);
    const commands = given.request.candidates.filter(({ checks }) => checks.length > 0).map(({ id }) => id);
    const run = flags.runChecks === true;
    const checks = run ? yield* runChecks(panel.request, given.folder, environment) : {};
    const notRun =
      run || commands.length === 0 ? [] : [`the checks of ${commands.join(", ")} were not run; --run-checks does`];
    const kept: KeptSelection = {
      kind,
      request: panel.request,
      counting: {
        profile: flags.profile ?? "default",
        penalty: flags.manipulationPenalty ?? null,
        concurrency,
        seed: randomBytes(16).toString("hex"),
        checks,
        warnings: [...panel.warnings, ...warnings, ...notRun],
      },
      // The published tools make every look, and results that are to be beside theirs need them all.
      fixed: flags.fixed ?? (flags.profile !== undefined && flags.profile !== "default"),
      control: flags.control ?? false,
      deployments: jsonOf(given.deployments),
      prices: jsonOf(given.prices),
      folder: given.folder,
    };
    const store = await openStore(storeLocation(flags.store, environment), { folder: environment.folder });
    try {
      const run = await beginSelection(store, kept, null, environment);
      yield {
        type: "note",
        text: `run ${run.id}: ${kind} of ${kept.request.candidates.map(({ id }) => id).join(", ")}`,
      };
      return yield* working({ run, kept, parent: null, store, access: panel.access, output }, environment, work);
    } finally {
      await store.close();
    }
  } finally {
    await opened.access?.close();
  }
}

async function* withStoredSelection<Outcome>(
  kind: KeptSelection["kind"],
  flags: SelectionFlags,
  environment: Environment,
  work: (working: Working) => Operation<Outcome>,
): Operation<Outcome> {
  const { from, resume } = flags;
  if (flags.file !== undefined || flags.input !== undefined || (from !== undefined && resume !== undefined)) {
    throw new ConfigError("usage", "a run brings its own input", {
      expected: "an input, --resume RUN or --from RUN alone",
      hint: "--from takes other weights, another profile or penalty",
    });
  }
  return yield* withStore(flags.store, environment, async function* (store) {
    const found = await store.findRun(from ?? resume ?? "");
    const kept = readKept(found, kind);
    const output = flags.output ?? kept.request.outputPath;
    if (output !== null) await checkOutput(output, environment.folder);
    if (from !== undefined) {
      const changed = recounted(kept, flags);
      const run = await beginSelection(store, changed, found, environment);
      yield { type: "note", text: `run ${run.id}: the votes of run ${found.id}, tallied again` };
      return yield* working({ run, kept: changed, parent: found, store, access: null, output }, environment, work);
    }
    const concurrency = flags.concurrency ?? kept.counting.concurrency;
    // Judges are those that the run began with, whichever keys are there now.
    const request = { ...kept.request, modelsGiven: true };
    const { deployments, prices, folder } = kept;
    const panel = await openPanel(
      { request, deployments: deployments ?? undefined, prices: prices ?? undefined, folder },
      { ...flags, concurrency },
      environment,
    );
    try {
      yield { type: "note", text: `run ${found.id} goes on` };
      const own = { ...kept, counting: { ...kept.counting, concurrency } };
      return yield* working(
        { run: found, kept: own, parent: null, store, access: panel.access, output },
        environment,
        work,
      );
    } finally {
      await panel.access?.close();
    }
  });
}

/** What is known while votes come in, as doors show it. */
export async function* asEvents<Votes>(voting: AsyncGenerator<SelectProgress, Votes, void>): Operation<Votes> {
  let step = await voting.next();
  while (!step.done) {
    const { calls, planned, unreadable } = step.value;
    yield { type: "progress", label: "votes", done: calls, total: planned, errors: unreadable };
    step = await voting.next();
  }
  return step.value;
}

async function* working<Outcome>(
  given: Omit<Working, "log" | "context">,
  environment: Environment,
  work: (working: Working) => Operation<Outcome>,
): Operation<Outcome> {
  const { store, run, access } = given;
  const log = await openCallLog(store, run.id);
  const context: SelectContext = {
    signal: environment.signal,
    model: async (id): Promise<Model> => {
      if (access === null) throw new Error(`nobody may be asked, and ${id} was to be`);
      return access.model(id);
    },
    calls: log,
  };
  try {
    return yield* work({ ...given, log, context });
  } catch (error) {
    await markFailed(store, run, environment);
    throw error;
  }
}

/** Says of a run that an error ended it. */
export async function markFailed(store: Store, { id }: RunRecord, environment: Environment): Promise<void> {
  try {
    await store.updateRun(id, { status: "failed", updatedAt: environment.now().toISOString() });
  } catch {
    // The store itself is what failed: the first error is the one to tell, and what was paid for is kept.
  }
}

/** The same question counted otherwise. A weight for nothing that was asked is an error. */
function recounted(kept: KeptSelection, flags: SelectionFlags): KeptSelection {
  const { request, counting } = kept;
  const { modelWeights = {}, criterionWeights = {} } = flags;
  checkNames(
    "model weight",
    Object.keys(modelWeights),
    request.models.map(({ id }) => id),
  );
  checkNames(
    "criterion weight",
    Object.keys(criterionWeights),
    request.criteria.map(({ id }) => id),
  );
  return {
    ...kept,
    request: {
      ...request,
      models: request.models.map((model) => ({ ...model, weight: ownValue(modelWeights, model.id) ?? model.weight })),
      criteria: request.criteria.map((one) => {
        const weight = ownValue(criterionWeights, one.id) ?? one.weight;
        return weight === undefined ? one : { ...one, weight };
      }),
    },
    counting: {
      ...counting,
      profile: flags.profile ?? counting.profile,
      penalty: flags.manipulationPenalty ?? counting.penalty,
    },
  };
}

/** A criterion may be called "constructor". */
function ownValue(weights: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(weights, name) ? weights[name] : undefined;
}

function checkNames(what: string, given: readonly string[], known: readonly string[]): void {
  for (const name of given) {
    if (!known.includes(name)) throw ConfigError.unknownName("unmatched_weight", what, name, known);
  }
}
