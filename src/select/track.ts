import { pool } from "../core/pool.ts";
import type { ScoreError } from "../core/types.ts";
import type { Reading } from "../prompts/reading.ts";
import { type ReadLetter, readEachLetter } from "../prompts/selection/letter-reply.ts";
import { replyFormFor } from "../prompts/selection/material.ts";
import {
  checkpointsOf,
  type Trajectory,
  trackDelimiter,
  trackPrompt,
  trackStepPrompt,
} from "../prompts/selection/track-prompt.ts";
import type { TrackRequest } from "./input/read-track.ts";
import { mockScore } from "./mock-heuristic.ts";
import type { SelectContext, SelectProgress } from "./protocol/context.ts";
import { createPanelCalls, errorOf, type Judged } from "./protocol/panel-calls.ts";
import { rankCorrelation } from "./rank-correlation.ts";
import { refusalWarning, refusedJudges } from "./tally/refused-judges.ts";
import { weightedMean } from "./tally/weighted.ts";
import type { VoteSource } from "./vote-types.ts";

/** One score of one checkpoint. */
export interface ProgressVote {
  readonly step: number;
  readonly repetition: number;
  readonly model: string;
  readonly weight: number;
  readonly score: number | null;
  readonly source: VoteSource | "unreadable";
  readonly error?: ScoreError;
}

/** How far a task was done after each checkpoint, as judges see it. */
export interface Progress {
  readonly mode: "track";
  readonly checkpoints: readonly {
    readonly step: number;
    /** In 0..1, 1 is done; null where no reply could be read. */
    readonly score: number | null;
    readonly repetitions: readonly Omit<ProgressVote, "step">[];
  }[];
  /** Spearman's, of the steps and their scores: 1 where each step brought it further. Null without an order. */
  readonly rankCorrelation: number | null;
  readonly last: number | null;
  readonly unreadable: number;
  readonly warnings: readonly string[];
}

export interface TrackPlan {
  readonly request: TrackRequest;
  readonly seed: string;
  readonly concurrency: number;
}

/** Below so many checkpoints a correlation says little. */
const FEW_CHECKPOINTS = 4;

/** Asks for the progress of a trajectory: one call for all checkpoints, or one for each step with no later one in sight. */
export async function* trackSteps(
  plan: TrackPlan,
  context: SelectContext,
): AsyncGenerator<SelectProgress, Progress & { readonly spent: string | null }, void> {
  const { request, concurrency } = plan;
  const { steps, models, verifications, stepwise } = request;
  const checkpoints =
    request.checkpoints ?? (stepwise ? steps.map((_, index) => index + 1) : checkpointsOf(steps.length));
  const calls = createPanelCalls(context);
  const rounds = Array.from({ length: verifications }, (_, index) => {
    const { id = "", weight = 1 } = models[index % Math.max(1, models.length)] ?? {};
    return { repetition: index + 1, model: id, weight };
  });
  const asked = stepwise
    ? rounds.flatMap((round) => checkpoints.map((step) => ({ ...round, steps: [step] })))
    : rounds.map((round) => ({ ...round, steps: checkpoints }));
  const trajectory: Trajectory = {
    task: request.task,
    context: request.context,
    ...(request.groundTruthNote === null ? {} : { groundTruthNote: request.groundTruthNote }),
    steps,
  };
  const delimiter = trackDelimiter(trajectory, plan.seed);
  const ask = async (call: (typeof asked)[number]): Promise<readonly ProgressVote[]> => {
    if (request.mock) return call.steps.map((step) => mockVote(steps, { ...call, step }));
    const { abilities } = await context.model(call.model);
    const question = { trajectory, delimiter, form: replyFormFor(abilities, request.weigh) };
    const [step = 1] = call.steps;
    const prompt = stepwise
      ? trackStepPrompt({ ...question, step })
      : trackPrompt({ ...question, checkpoints: call.steps });
    const judged = await calls.ask({
      model: call.model,
      prompt,
      purpose: { kind: "track", repetition: call.repetition, ...(stepwise ? { step } : {}) },
      read: (reply) => readEachLetter(reply, prompt.slots),
    });
    return judged === null ? [] : votesOf(call, judged);
  };
  const votes: ProgressVote[] = [];
  let made = 0;
  for await (const own of pool(asked, concurrency, ask, { ordered: false })) {
    votes.push(...own);
    if (own.length > 0) made++;
    yield { calls: made, planned: asked.length, unreadable: votes.filter(({ score }) => score === null).length };
  }
  const spent = calls.spent ?? (context.signal.aborted ? "it was interrupted" : null);
  const warnings =
    spent === null ? request.warnings : [`stopped before its plan was done: ${spent}`, ...request.warnings];
  return { ...progressOf(votes, checkpoints, warnings), spent };
}

function progressOf(votes: readonly ProgressVote[], steps: readonly number[], warnings: readonly string[]): Progress {
  const checkpoints = steps.map((step) => {
    const own = votes
      .filter((vote) => vote.step === step)
      .sort((one, other) => one.repetition - other.repetition)
      .map(({ step: _, ...vote }) => vote);
    const read = own.flatMap(({ score, weight }) => (score === null ? [] : [{ value: score, weight }]));
    return { step, score: weightedMean(read), repetitions: own };
  });
  const known = checkpoints.flatMap(({ step, score }) => (score === null ? [] : [[step, score] as const]));
  const unreadable = votes.filter(({ score }) => score === null).length;
  return {
    mode: "track",
    checkpoints,
    rankCorrelation: rankCorrelation(known),
    last: known.at(-1)?.[1] ?? null,
    unreadable,
    warnings: [
      ...refusedJudges(votes).map(refusalWarning),
      ...warnings,
      ...(unreadable > 0 ? [`${unreadable} of ${votes.length} scores could not be read and were left out`] : []),
      ...(known.length < FEW_CHECKPOINTS ? [`${known.length} checkpoints: the rank correlation says little`] : []),
    ],
  };
}

type Cast = Pick<ProgressVote, "repetition" | "model" | "weight"> & { readonly steps: readonly number[] };

function votesOf(
  { repetition, model, weight, steps }: Cast,
  judged: Judged<readonly Reading<ReadLetter>[]>,
): readonly ProgressVote[] {
  return steps.map((step, index): ProgressVote => {
    const cast = { step, repetition, model, weight };
    if (judged.error !== undefined) return { ...cast, score: null, source: "unreadable", error: judged.error };
    const reading = judged.read[index];
    if (reading?.read !== undefined) return { ...cast, score: reading.read.score, source: reading.read.source };
    const error = errorOf(reading?.unread ?? { code: "unparsable", message: `there is no score for step ${step}` });
    return { ...cast, score: null, source: "unreadable", error };
  });
}

function mockVote(steps: readonly string[], call: Cast & { readonly step: number }): ProgressVote {
  const { step, repetition, model, weight } = call;
  const { score } = mockScore({ content: steps.slice(0, step).join("\n") });
  return { step, repetition, model, weight, score, source: "mock" };
}
