import type { Json, ScoreError } from "../core/types.ts";

export type RunStatus = "running" | "complete" | "partial" | "interrupted" | "failed";

/** One execution. Times are ISO 8601 in UTC; what is JSON here belongs to the floor above and is stored as it is. */
export interface RunRecord {
  readonly id: string;
  readonly name: string;
  readonly status: RunStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The run that this one was made from, or null. It stays also when that run is removed. */
  readonly parent: string | null;
  /** The run that holds the outputs: the run itself, or the original of a rescored one. */
  readonly outputsOf: string;
  readonly samples: number | null;
  readonly epochs: number;
  readonly model: string | null;
  readonly config: Json;
  readonly fingerprint: Json;
  readonly summary: Json | null;
}

/** What may change in the life of a run. Without `updatedAt` the clock of the store is read. */
export type RunChanges = Partial<Omit<RunRecord, "id" | "createdAt" | "parent" | "outputsOf">>;

/** A sample in one epoch. */
export interface SampleKey {
  /** Position of the row in the data set, from 0. */
  readonly index: number;
  /** From 1. */
  readonly epoch: number;
}

export interface OutputRecord extends SampleKey {
  readonly sampleId: string;
  /** The source row without its outputs. Given with each epoch; one copy is kept. Null keeps what is there. */
  readonly row: Json;
  readonly output: string | null;
  /** Why there is no output. */
  readonly error: ScoreError | null;
  /** Finish reason, reasoning, raw reply and usage of a model; null for recorded outputs. */
  readonly reply: Json | null;
}

/** The scores of all scorers, in wire form, by the scorer's name. */
export interface ScoreRecord extends SampleKey {
  readonly scores: Readonly<Record<string, Json>>;
}

/** An output with what a run made of it; `scores` is null while it has not been scored in that run. */
export interface StoredSample extends OutputRecord {
  readonly scores: Readonly<Record<string, Json>> | null;
}

export interface Batch {
  readonly outputs?: readonly OutputRecord[];
  readonly scores?: readonly ScoreRecord[];
}

export interface ReadOptions {
  /** The first index wanted; default 0. */
  readonly from?: number;
  /** False leaves out rows and replies, which are then null: most of what there is to read, and no score needs them. */
  readonly rows?: boolean;
}

/** A set of samples. It stays small: about a bit for each, for each epoch. */
export interface KeySet {
  readonly size: number;
  has(key: SampleKey): boolean;
}

export interface Recorded {
  /** Outputs that can be read, whichever run holds them. */
  readonly outputs: KeySet;
  /** Scores of this run. */
  readonly scores: KeySet;
}

/** Replies of models by the key of what was asked, beside all runs and for all of them. Removing a run removes none. */
export interface KeptReplies {
  /** Null where there is none, and where what stands there cannot be read. */
  get(key: string): Promise<Json | null>;
  /** Committed when it resolves. The same key again replaces what was there. */
  put(key: string, reply: Json): Promise<void>;
}

export type RewardKind = "python" | "module" | "endpoint";

/** A reward function as it was added. Nothing of it ever changes; a change is a new version. */
export interface RewardRecord {
  readonly name: string;
  /** From 1. */
  readonly version: number;
  readonly kind: RewardKind;
  /** Of all that says what is called. */
  readonly sha256: string;
  /** ISO 8601 in UTC. */
  readonly addedAt: string;
  /** The text of the file; of an endpoint its address. */
  readonly source: string;
  /** The function; empty for an endpoint. */
  readonly exported: string;
  /** Where it came from: the full path of the file, or the address. */
  readonly origin: string;
  /** Header names and variables of an endpoint, never a key. */
  readonly settings: Json;
}

/** Reward functions by name, beside all runs. */
export interface KeptRewards {
  /** The record as stored: the newest version where that has the same hash, else a new one. */
  add(reward: Omit<RewardRecord, "version" | "addedAt">): Promise<RewardRecord>;
  /** The newest version, or the one that is named; null where there is none. */
  find(name: string, version?: number): Promise<RewardRecord | null>;
  /** All versions of all names, by name, the newest version first. */
  list(): Promise<readonly RewardRecord[]>;
  /** One version, or all of a name. Answers how many were removed. */
  remove(name: string, version?: number): Promise<number>;
}

/**
 * Runs and their two layers, outputs and scores. Each method rejects with a `StoreError` when the engine fails, and
 * with a `ConfigError` when a run is named that is not there. All ids but the one of `findRun` are whole ids.
 */
export interface Store {
  /** Returns the run as stored: `outputsOf` always names the run that itself holds the outputs. */
  createRun(run: RunRecord): Promise<RunRecord>;
  updateRun(id: string, changes: RunChanges): Promise<RunRecord>;
  /** A run by its id, by a beginning that only one id has, or the newest by `latest`. */
  findRun(reference: string): Promise<RunRecord>;
  /** Newest first; without a limit all of them. */
  listRuns(limit?: number): Promise<readonly RunRecord[]>;
  /** Refuses while other runs read its outputs. With `force` these keep their summary and lose their samples. */
  removeRun(id: string, options?: { readonly force?: boolean }): Promise<void>;
  /** One transaction: all of the batch or nothing. The same key again replaces what was there. */
  write(runId: string, batch: Batch): Promise<void>;
  recorded(runId: string): Promise<Recorded>;
  /**
   * Ordered by index, then epoch; `from` is the first index wanted. Read piece by piece, so that memory stays bounded
   * and other work goes on; what is written meanwhile behind the reader's place is seen, what is before it is not.
   */
  samples(runId: string, options?: ReadOptions): AsyncIterable<StoredSample>;
  readonly replies: KeptReplies;
  readonly rewards: KeptRewards;
  /** Folds the journal into the file. The store cannot be used afterwards; closing twice does no harm. */
  close(): Promise<void>;
}
