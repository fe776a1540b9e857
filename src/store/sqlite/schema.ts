import type { Generated } from "kysely";

/** The tables as the newest migration leaves them. Columns that hold JSON hold its text. */
export interface Tables {
  readonly veridic_store: VersionTable;
  readonly runs: RunTable;
  readonly outputs: OutputTable;
  readonly scores: ScoreTable;
  readonly removals: RemovalTable;
  readonly replies: ReplyTable;
  readonly rewards: RewardTable;
}

interface VersionTable {
  readonly version: number;
}

export interface RunTable {
  /** Stands for the id in the large tables. Never given out twice, so rows of a removed run cannot come to another. */
  readonly key: Generated<number>;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly parent: string | null;
  readonly outputs_of: string;
  readonly samples: number | null;
  readonly epochs: number;
  readonly model: string | null;
  readonly config: string;
  readonly fingerprint: string;
  readonly summary: string;
}

interface OutputTable {
  readonly run: number;
  readonly row_index: number;
  readonly epoch: number;
  readonly sample_id: string;
  /** Null where the first epoch holds the row. */
  readonly row: string | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly reply: string | null;
}

interface ScoreTable {
  readonly run: number;
  readonly row_index: number;
  readonly epoch: number;
  readonly scores: string;
}

/** Replies of models that may be given again. */
interface ReplyTable {
  readonly key: string;
  /** When it was put there, ISO 8601 in UTC. */
  readonly kept_at: string;
  readonly reply: string;
}

/** Reward functions as they were added. */
export interface RewardTable {
  readonly name: string;
  readonly version: number;
  readonly kind: string;
  readonly sha256: string;
  readonly added_at: string;
  readonly source: string;
  readonly exported: string;
  readonly origin: string;
  readonly settings: string;
}

/** Keys of runs that are gone, while rows of theirs are left. */
interface RemovalTable {
  readonly run: number;
}
