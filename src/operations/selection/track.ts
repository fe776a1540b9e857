import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { toWire } from "../../core/wire.ts";
import { readModelName } from "../../models/names.ts";
import { readTrack, type TrackRequest } from "../../select/input/read-track.ts";
import { type Progress, trackSteps } from "../../select/track.ts";
import { openStore } from "../../store/open.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import type { ModelAccess } from "../powers/model-access.ts";
import { withStore } from "../runs/stored-run.ts";
import type { Artefact } from "./artefact.ts";
import { openCallLog, type StoredCallLog, usageOf } from "./call-log.ts";
import { reckonCalls, type SelectionForecast } from "./forecast.ts";
import { rawInput } from "./given.ts";
import { jsonOf } from "./kept-run.ts";
import { beginTrack, type KeptTrack, readKeptTrack } from "./kept-track.ts";
import { checkOutput, writeOutput } from "./output-file.ts";
import { openPanel, reachPanel } from "./panel.ts";
import { type End, unread, withEnd } from "./unjudged.ts";
import { asEvents, DEFAULT_CONCURRENCY, markFailed } from "./working.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

export const trackOptions = v.object({
  /** A JSON or YAML file with the input; or `input`, what such a file holds. */
  file: v.optional(v.string()),
  input: v.optional(v.record(v.string(), v.unknown())),
  output: v.optional(v.string()),
  store: v.optional(v.string()),
  concurrency: v.optional(count),
  maxCalls: v.optional(count),
  maxCost: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** A run to go on with; it brings its own input. */
  resume: v.optional(v.string()),
});

export type TrackInput = v.InferInput<typeof trackOptions>;
type Flags = v.InferOutput<typeof trackOptions>;

export interface TrackOutcome {
  readonly result: Progress;
  readonly artefact: Artefact;
  readonly exitCode: 0 | 3 | 130;
  readonly verdict: string | null;
}

/** Keys of an input file that are no part of the question. */
const APART: ReadonlySet<string> = new Set(["deployments", "prices", "output_path", "outputPath"]);

/**
 * Judges how far a task is done after each checkpoint of a trajectory, and how well that agrees with the order of its
 * steps; or goes on with that where it was stopped. Throws a `ConfigError` for whatever the user should mend, before the
 * first call.
 */
export async function* trackProgress(given: TrackInput, environment: Environment): Operation<TrackOutcome> {
  const flags = readOptions({ schema: trackOptions }, given, "track");
  const started = environment.clock();
  if (flags.resume !== undefined) return yield* resumeTrack(flags.resume, flags, started, environment);
  const { kept, panel } = await readAndOpen(flags, environment);
  try {
    await reachPanel(panel, environment.signal);
    const store = await openStore(storeLocation(flags.store, environment), { folder: environment.folder });
    try {
      const run = await beginTrack(store, kept, environment);
      yield { type: "note", text: `run ${run.id}: progress of ${kept.request.steps.length} steps` };
      return yield* track({ run, kept, store, access: panel.access, flags, started }, environment);
    } finally {
      await store.close();
    }
  } finally {
    await panel.access?.close();
  }
}

/** What a tracking would send, and what that would cost. Sends nothing. */
export async function* forecastTrack(given: TrackInput, environment: Environment): Operation<SelectionForecast> {
  const flags = readOptions({ schema: trackOptions }, given, "track");
  if (flags.resume !== undefined) {
    throw new ConfigError("usage", "--dry-run tells of a new input, not of a run that is there", {
      hint: "what --resume RUN has is not asked for again",
    });
  }
  const { kept, panel } = await readAndOpen(flags, environment);
  const { request } = kept;
  try {
    const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
    const { judges, total } = yield* reckonCalls(panel.access, environment, (context) =>
      trackSteps({ request, seed: kept.seed, concurrency }, context),
    );
    return { mode: "track", firstCalls: total.calls, judges, total, warnings: request.warnings };
  } finally {
    await panel.access?.close();
  }
}

async function readAndOpen(flags: Flags, environment: Environment) {
  const { value, place, folder } = await rawInput(flags, environment.folder);
  const question = Object.fromEntries(Object.entries(value).filter(([key]) => !APART.has(key)));
  const read = readTrack(question, { place, modelId: (name, at) => readModelName(name, at).id });
  const output = outputIn(value, place);
  const written = flags.output ?? output;
  if (written !== null) await checkOutput(written, environment.folder);
  const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
  const { deployments, prices } = value;
  const panel = await openPanel({ request: read, deployments, prices, folder }, { ...flags, concurrency }, environment);
  const request: TrackRequest = { ...panel.request, warnings: [...read.warnings, ...panel.warnings] };
  const kept: KeptTrack = {
    request,
    seed: randomBytes(16).toString("hex"),
    deployments: jsonOf(deployments),
    prices: jsonOf(prices),
    folder,
    output,
  };
  return { kept, panel };
}

function outputIn(value: Readonly<Record<string, unknown>>, place: string): string | null {
  const given = value["output_path"] ?? value["outputPath"] ?? null;
  if (given === null || (typeof given === "string" && given.trim() !== "")) return given?.trim() ?? null;
  throw new ConfigError("wrong_type", "has a wrong value", { place: `${place}.output_path`, expected: "a path" });
}

async function* resumeTrack(
  name: string,
  flags: Flags,
  started: number,
  environment: Environment,
): Operation<TrackOutcome> {
  if (flags.file !== undefined || flags.input !== undefined) {
    throw new ConfigError("usage", "a run brings its own input", { expected: "an input, or --resume RUN alone" });
  }
  return yield* withStore(flags.store, environment, async function* (store) {
    const run = await store.findRun(name);
    const kept = readKeptTrack(run);
    const written = flags.output ?? kept.output;
    if (written !== null) await checkOutput(written, environment.folder);
    const { deployments, prices, folder } = kept;
    // Judges are those that the run began with, whichever keys are there now.
    const panel = await openPanel(
      {
        request: { ...kept.request, modelsGiven: true },
        deployments: deployments ?? undefined,
        prices: prices ?? undefined,
        folder,
      },
      { ...flags, concurrency: flags.concurrency ?? DEFAULT_CONCURRENCY },
      environment,
    );
    try {
      yield { type: "note", text: `run ${run.id} goes on` };
      return yield* track({ run, kept, store, access: panel.access, flags, started }, environment);
    } finally {
      await panel.access?.close();
    }
  });
}

interface Tracking {
  readonly run: RunRecord;
  readonly kept: KeptTrack;
  readonly store: Store;
  readonly access: ModelAccess | null;
  readonly flags: Flags;
  /** Of the clock, in milliseconds. */
  readonly started: number;
}

async function* track(tracking: Tracking, environment: Environment): Operation<TrackOutcome> {
  const { run, kept, store, access, flags } = tracking;
  const { request, seed } = kept;
  const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
  const log = await openCallLog(store, run.id);
  try {
    const { spent, ...result } = yield* asEvents(
      trackSteps(
        { request, seed, concurrency },
        {
          signal: environment.signal,
          model: async (id) => {
            if (access === null) throw new Error(`a mock asks nobody, and ${id} was to be asked`);
            return access.model(id);
          },
          calls: log,
        },
      ),
    );
    return await conclude(tracking, { result, spent, log }, environment);
  } catch (error) {
    await markFailed(store, run, environment);
    throw error;
  }
}

/** Keeps the result with its run, writes it where it is wanted, and says how it ended. */
async function conclude(
  { run, kept, store, flags, started }: Tracking,
  { result, spent, log }: { readonly result: Progress; readonly spent: string | null; readonly log: StoredCallLog },
  environment: Environment,
): Promise<TrackOutcome> {
  const interrupted = environment.signal.aborted;
  const end = interrupted
    ? { code: "interrupted", message: `interrupted; go on with: veridic track --resume ${run.id}` }
    : unjudged(result, spent);
  const { total, models } = usageOf(log.calls);
  const whole: Artefact = {
    config: configOf(kept.request),
    result: toWire(result),
    ok: true,
    run_id: run.id,
    usage: toWire({ ...total, models }),
    duration_s: Math.round(environment.clock() - started) / 1_000,
  };
  const artefact = withEnd(whole, end);
  await store.updateRun(run.id, {
    status: interrupted ? "interrupted" : spent === null ? "complete" : "partial",
    summary: artefact,
    updatedAt: environment.now().toISOString(),
  });
  const written = flags.output ?? kept.output;
  if (written !== null) await writeOutput(written, environment.folder, artefact);
  return { result, artefact, exitCode: end === null ? 0 : interrupted ? 130 : 3, verdict: end?.message ?? null };
}

/** Why there is no result at all; null where one checkpoint at least has a score. */
function unjudged({ last, checkpoints }: Progress, spent: string | null): End | null {
  if (last !== null) return null;
  const votes = checkpoints.flatMap(({ repetitions }) => repetitions);
  if (votes.length > 0) return unread(votes);
  return { code: "nothing_judged", message: `nothing was judged: ${spent ?? "no call was made"}` };
}

function configOf({ models, verifications, stepwise, mock, steps }: TrackRequest) {
  return {
    mode: "track",
    granularity: 20,
    n_verifications: verifications,
    stepwise,
    steps: steps.length,
    mock,
    models: models.map(({ id }) => id),
    model_weights: models.map(({ id, weight }) => ({ model: id, weight })),
  };
}
