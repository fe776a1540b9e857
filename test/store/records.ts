import type { OutputRecord, RunRecord, SampleKey, ScoreRecord, Store, StoredSample } from "../../src/store/types.ts";

/** Records with everything a test does not care about filled in. */
export function aRun(id: string, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    name: "support-bot",
    status: "running",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    parent: null,
    outputsOf: id,
    samples: null,
    epochs: 1,
    model: null,
    config: {},
    fingerprint: {},
    summary: null,
    ...more,
  };
}

export function anOutput(index: number, more: Partial<OutputRecord> = {}): OutputRecord {
  return {
    index,
    epoch: 1,
    sampleId: `s${index}`,
    row: { question: `q${index}` },
    output: `o${index}`,
    error: null,
    reply: null,
    ...more,
  };
}

export function aScore(index: number, value = 1, epoch = 1): ScoreRecord {
  return { index, epoch, scores: { accuracy: { value } } };
}

/** Outputs and scores of so many samples. */
export function aBatch(count: number, from = 0) {
  const indexes = Array.from({ length: count }, (_, offset) => from + offset);
  return { outputs: indexes.map((index) => anOutput(index)), scores: indexes.map((index) => aScore(index)) };
}

export async function samplesOf(store: Store, run: string, from = 0): Promise<readonly StoredSample[]> {
  const samples: StoredSample[] = [];
  for await (const sample of store.samples(run, { from })) samples.push(sample);
  return samples;
}

export function keysOf(samples: readonly SampleKey[]): readonly string[] {
  return samples.map(({ index, epoch }) => `${index}/${epoch}`);
}
