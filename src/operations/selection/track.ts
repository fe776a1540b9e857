import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { readOptions } from "../../core/options.ts";
import { toWire } from "../../core/wire.ts";
import { readModelName } from "../../models/names.ts";
import { readTrack, type TrackRequest } from "../../select/input/read-track.ts";
import type { SelectContext } from "../../select/protocol/context.ts";
import { type Progress, trackSteps } from "../../select/track.ts";
import { openStore } from "../../store/open.ts";
import { newRunId } from "../../store/run-id.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import type { Artefact } from "./artefact.ts";
import { openCallLog, usageOf } from "./call-log.ts";
import { rawInput } from "./given.ts";
import { checkOutput, writeOutput } from "./output-file.ts";
import { openPanel, reachPanel } from "./panel.ts";
import { asEvents, DEFAULT_CONCURRENCY } from "./working.ts";

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
});

export type TrackInput = v.InferInput<typeof trackOptions>;

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
 * steps. Throws a `ConfigError` for whatever the user should mend, before the first call.
 */
export async function* trackProgress(given: TrackInput, environment: Environment): Operation<TrackOutcome> {
  const flags = readOptions({ schema: trackOptions }, given, "track");
  const started = environment.clock();
  const { value, place, folder } = await rawInput(flags, environment.folder);
  const question = Object.fromEntries(Object.entries(value).filter(([key]) => !APART.has(key)));
  const read = readTrack(question, { place, modelId: (name, at) => readModelName(name, at).id });
  if (flags.output !== undefined) await checkOutput(flags.output, environment.folder);
  const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
  const deployments = value["deployments"];
  const prices = value["prices"];
  const panel = await openPanel({ request: read, deployments, prices, folder }, { ...flags, concurrency }, environment);
  try {
    await reachPanel(panel, environment.signal);
    const request: TrackRequest = { ...panel.request, warnings: [...read.warnings, ...panel.warnings] };
    const store = await openStore(storeLocation(flags.store, environment), { folder: environment.folder });
    try {
      const now = environment.now();
      const id = newRunId(now, environment.random);
      const seed = randomBytes(16).toString("hex");
      await store.createRun({
        id,
        name: "track",
        status: "running",
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        parent: null,
        outputsOf: id,
        samples: null,
        epochs: 1,
        model: request.mock ? "mock" : request.models.map((model) => model.id).join(", "),
        config: JSON.parse(JSON.stringify({ track: { request, seed } })),
        fingerprint: null,
        summary: null,
      });
      yield { type: "note", text: `run ${id}: progress of ${request.steps.length} steps` };
      const log = await openCallLog(store, id);
      const context: SelectContext = {
        signal: environment.signal,
        model: async (name) => {
          if (panel.access === null) throw new Error(`a mock asks nobody, and ${name} was to be asked`);
          return panel.access.model(name);
        },
        calls: log,
      };
      const { spent, ...result } = yield* asEvents(trackSteps({ request, seed, concurrency }, context));
      const { total, models } = usageOf(log.calls);
      const artefact: Artefact = {
        config: configOf(request),
        result: toWire(result),
        ok: true,
        run_id: id,
        usage: toWire({ ...total, models }),
        duration_s: Math.round(environment.clock() - started) / 1_000,
      };
      const interrupted = environment.signal.aborted;
      await store.updateRun(id, {
        status: interrupted ? "interrupted" : spent === null ? "complete" : "partial",
        summary: artefact,
        updatedAt: environment.now().toISOString(),
      });
      if (flags.output !== undefined) await writeOutput(flags.output, environment.folder, artefact);
      if (interrupted) return { result, artefact, exitCode: 130, verdict: "interrupted" };
      if (result.last !== null) return { result, artefact, exitCode: 0, verdict: null };
      return { result, artefact, exitCode: 3, verdict: `nothing was judged: ${spent ?? "no reply could be read"}` };
    } finally {
      await store.close();
    }
  } finally {
    await panel.access?.close();
  }
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
