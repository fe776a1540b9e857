import { isPromise } from "../core/boundary.ts";
import { type Scored as AnswerScore, scoreSample } from "../core/pipeline.ts";
import { toText } from "../core/text.ts";
import type { Context, ImageSource, Json, Metadata, Score, ScoreError } from "../core/types.ts";
import { scoreToWire, setOwn } from "../core/wire.ts";
import { type FieldMapping, readField } from "./datasets/fields.ts";
import type { Sample } from "./datasets/sample.ts";
import type { Scorer } from "./scorers.ts";

/** One answer to score: an epoch of a sample, from the data set or from the store. */
export interface Work {
  /** 0-based place of the row in the data set. */
  readonly index: number;
  /** 1-based. */
  readonly epoch: number;
  readonly sampleId: string;
  /** The source row without its outputs; null where it could not be read. */
  readonly row: { readonly [key: string]: Json } | null;
  readonly output: string | null;
  /** Why there is nothing to score. */
  readonly problem: ScoreError | null;
  readonly sample: WorkSample;
  /** Whether a model is to be asked for the output first. */
  readonly ask?: boolean;
  /** What the store keeps of a model's reply. */
  readonly reply?: Json;
  /** Scores to keep, by scorer: those scorers are not asked again. */
  readonly keep?: Scores;
}

/** The parts of a sample that scorers share. */
export interface WorkSample {
  readonly input: Json;
  readonly target: Json;
  readonly choices: readonly string[] | undefined;
  readonly images: readonly ImageSource[] | undefined;
  readonly referenceResponse: string | undefined;
  readonly metadata: Metadata | undefined;
}

/** What scorers need of a row; of an unreadable one nothing. */
export function workSample(sample: Sample | null): WorkSample {
  const images = Array.isArray(sample?.images) ? sample.images : [sample?.images ?? null];
  const sources = images.filter((image: Json): image is string => typeof image === "string");
  return {
    input: sample?.input ?? null,
    target: sample?.target ?? null,
    choices: sample?.choices,
    images: sources.length === 0 ? undefined : sources,
    referenceResponse: toText(sample?.referenceResponse) ?? undefined,
    metadata: sample?.metadata,
  };
}

/** What is the same for every answer of a run. */
export interface Scoring {
  readonly scorers: readonly Scorer[];
  readonly mapping: FieldMapping;
}

/** Scores of one epoch, by scorer, in wire form. */
export type Scores = Readonly<Record<string, Json>>;

export interface Scored {
  readonly work: Work;
  readonly scores: Scores;
  /** Whether any scorer broke. */
  readonly broken: boolean;
  /** Whether a model was asked for any of the scores. */
  readonly paid: boolean;
}

/** Asks every scorer. What is wrong with the row itself is an error for each of them. Never throws or rejects. */
export function scoreWork(work: Work, { scorers, mapping }: Scoring, context: Context): Scored | Promise<Scored> {
  const scores: Record<string, Json> = {};
  const late: Promise<void>[] = [];
  let anyBroken = false;
  let paid = false;
  const put = (name: string, score: Score, answer: string | null): void => {
    anyBroken ||= score.error !== undefined;
    paid ||= score.usage !== undefined;
    setOwn(scores, name, scoreToWire(score, answer));
  };
  for (const scorer of scorers) {
    const { name } = scorer;
    const kept = work.keep !== undefined && Object.hasOwn(work.keep, name) ? work.keep[name] : undefined;
    // The key is set at once: scores stand in the order of the scorers, whichever answers first.
    setOwn(scores, name, kept ?? null);
    if (kept !== undefined) continue;
    const { answer, score } = scoreOne(work, scorer, mapping, context);
    if (isPromise(score)) late.push(score.then((done) => put(name, done, answer)));
    else put(name, score, answer);
  }
  return late.length === 0
    ? { work, scores, broken: anyBroken, paid }
    : Promise.all(late).then(() => ({ work, scores, broken: anyBroken, paid }));
}

function scoreOne(work: Work, scorer: Scorer, mapping: FieldMapping, context: Context): AnswerScore {
  if (work.problem !== null) return { answer: null, score: { value: null, error: work.problem } };
  const { sample } = work;
  return scoreSample(
    scorer.pipeline.parts,
    {
      input: sample.input,
      output: work.output,
      target: targetOf(work, scorer, mapping),
      choices: sample.choices,
      images: sample.images,
      referenceResponse: sample.referenceResponse,
      metadata: sample.metadata,
    },
    context,
  );
}

/** The scorer's own reference field, else the sample's target, else the row's `label`. */
function targetOf(work: Work, scorer: Scorer, mapping: FieldMapping): Json {
  if (work.row === null) return null;
  if (scorer.referenceField !== null) return readField(work.row, scorer.referenceField, mapping) ?? null;
  return work.sample.target ?? work.row["label"] ?? null;
}
