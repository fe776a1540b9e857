import type { Builder } from "../core/plugin.ts";
import type { Json, Metadata, Verifier } from "../core/types.ts";
import type { Row } from "../evals/datasets/dataset.ts";

/** A file of a benchmark's data as it is published. */
export interface DataFile {
  /** The file's name, which also tells its format. */
  readonly name: string;
  /** Where it is published, at a fixed revision wherever the publisher keeps revisions. */
  readonly url: string;
  /** In hexadecimal; null where nobody has verified it yet, so that the first use pins it. */
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly licence: string;
  /** What to do before it can be downloaded, as a sentence; absent where anybody may. */
  readonly gated?: string;
}

/** One row, ready to be asked and scored. What the scorer needs beside the target is in `metadata`. */
export interface BenchmarkRow {
  readonly id: string;
  readonly input: string;
  readonly target: Json;
  readonly choices?: readonly string[];
  readonly metadata?: Metadata;
  /** The published row, where prompts and verifiers may ask for its fields. */
  readonly fields?: Row;
}

/** An example that is shown before the question: a turn of the user and one of the assistant. */
export interface Shot {
  readonly input: string;
  readonly output: string;
}

/** One way to ask. */
export interface Variant {
  readonly name: string;
  readonly summary: string;
  readonly system?: string;
  /** What surrounds the row's input, which stands at `{{input}}`. */
  readonly prompt: string;
  /** Shots as data, or where they come from. */
  readonly shots?: readonly Shot[] | ShotSource;
  /** How many shots are shown; default all of the list. */
  readonly fewShot?: number;
  readonly stop?: readonly string[];
}

/** Shots read from a file of the benchmark: its first rows, in its order. */
export interface ShotSource {
  /** The name of the file. */
  readonly file: string;
  shot(row: Row): Shot | null;
}

/** What a model is asked with, where the command does not say otherwise. */
export interface Generation {
  readonly temperature: number;
  readonly maxTokens: number;
  readonly epochs: number;
}

/** A figure that somebody reported, in percent, for telling a plausible result from a broken set-up. */
export interface Figure {
  readonly model: string;
  readonly value: number;
  readonly source: string;
}

export interface ScoringTools {
  /** The variant that was asked. */
  readonly variant: string;
  /** The model that grades, where the user named one. */
  readonly judge?: string | undefined;
  /** For scoring that is declared as configuration. */
  readonly build: Builder;
  /** Where the scorer stands in the configuration, for errors. */
  readonly place: string;
}

/** A public benchmark: rows, prompts, settings, scoring, and what is known of its figures and its flaws. */
export interface Benchmark {
  readonly name: string;
  readonly summary: string;
  /** The first holds the rows. */
  readonly files: readonly [DataFile, ...DataFile[]];
  /** How many rows it has, where that is known. */
  readonly rows: number | null;
  /** A published row as one of ours; null where it is not part of the benchmark, a sentence where it cannot be read. */
  row(raw: Row, index: number): BenchmarkRow | string | null;
  /** The first is used where none is named. */
  readonly variants: readonly [Variant, ...Variant[]];
  readonly generation: Generation;
  /** Epochs to one score, as an eval file writes them; those that need more epochs than there are, are left out. */
  readonly reducers: readonly Json[];
  /** What the score is, in one sentence: which extraction counts, and how it is compared. */
  readonly metric: string;
  /** A field of the rows; figures are also given per value. */
  readonly groupBy?: string;
  /** Whether model code is run. */
  readonly runsCode?: boolean;
  /** Whether a model grades the answers. */
  readonly asksJudge?: boolean;
  readonly plausible: readonly Figure[];
  readonly flaws: readonly string[];
  scoring(tools: ScoringTools): Verifier;
}
