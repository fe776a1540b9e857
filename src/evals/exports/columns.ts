import type { ScoreError } from "../../core/types.ts";
import type { StoredSample } from "../../store/types.ts";
import { faultLine, type StoredScore, storedScore } from "./stored-score.ts";

export type Cell = string | number | boolean | null;

/** One column of a table with a row an answer. */
export interface Column {
  readonly name: string;
  readonly type: "text" | "integer" | "number" | "boolean";
  /** Whether a cell may be null. */
  readonly optional: boolean;
}

/** The columns, and the cells of an answer in their order. */
export interface Table {
  readonly columns: readonly Column[];
  cells(sample: StoredSample): readonly Cell[];
}

const SAMPLE_COLUMNS: readonly Column[] = [
  { name: "sample_id", type: "text", optional: false },
  { name: "index", type: "integer", optional: false },
  { name: "epoch", type: "integer", optional: false },
  { name: "output", type: "text", optional: true },
  { name: "error", type: "text", optional: true },
];

/** After the scorer's name. The value has the name alone. */
const SCORE_COLUMNS = [
  { suffix: "", type: "number" },
  { suffix: ".pass", type: "boolean" },
  { suffix: ".confident", type: "boolean" },
  { suffix: ".reason", type: "text" },
  { suffix: ".answer", type: "text" },
  { suffix: ".error", type: "text" },
] as const;

/**
 * The table that CSV and parquet hold. A broken or skipped check has no value, so the mean of a value column is the
 * mean over the scored answers, and the filled cells of an `.error` column are the errors.
 */
export function tableOf(scorers: readonly string[]): Table {
  const columns = [...SAMPLE_COLUMNS];
  const taken = new Set(columns.map((column) => column.name));
  for (const scorer of scorers) {
    const prefix = freePrefix(scorer, taken);
    for (const { suffix, type } of SCORE_COLUMNS) {
      columns.push({ name: prefix + suffix, type, optional: true });
      taken.add(prefix + suffix);
    }
  }
  return {
    columns,
    cells: (sample) => {
      const cells: Cell[] = [sample.sampleId, sample.index, sample.epoch, sample.output, errorCell(sample.error)];
      for (const scorer of scorers) cells.push(...scoreCells(storedScore(sample, scorer)));
      return cells;
    },
  };
}

/**
 * The scorer's name; with `_2`, `_3`, … where one of its columns would have the name of another one, as those of a
 * scorer called `output`, or of `a.pass` beside `a`.
 */
function freePrefix(scorer: string, taken: ReadonlySet<string>): string {
  const free = (prefix: string) => SCORE_COLUMNS.every(({ suffix }) => !taken.has(prefix + suffix));
  let prefix = scorer;
  for (let number = 2; !free(prefix); number++) prefix = `${scorer}_${number}`;
  return prefix;
}

function scoreCells(score: StoredScore): readonly Cell[] {
  switch (score.state) {
    case "scored":
      return [score.value, score.pass, score.confident, score.reason, score.answer, null];
    case "broken":
      return [null, null, null, null, score.answer, faultLine(score)];
    case "skipped":
      return [null, null, null, `skipped: ${score.why}`, score.answer, null];
  }
}

function errorCell(error: ScoreError | null): string | null {
  return error === null ? null : faultLine({ kind: `${error.stage}:${error.code}`, message: error.message });
}
