import { basename, dirname } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { toText } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import type { Row } from "../evals/datasets/dataset.ts";
import { isRow } from "../evals/datasets/jsonl.ts";
import { openDataset } from "../evals/datasets/open.ts";
import type { BenchmarkRow } from "./benchmark.ts";
import type { RecordedOutputs } from "./prepare.ts";

/** Names that the id of a row goes by: our own, and those of human-eval and evalplus. */
const ID_FIELDS = ["id", "sample_id", "task_id"] as const;
const OUTPUT_FIELDS = ["output", "outputs", "completion", "prediction", "response", "solution"] as const;
const QUESTION_FIELDS = ["input", "question", "prompt", "problem"] as const;

/**
 * Outputs recorded elsewhere, put to the rows they belong to. Accepted are files of samples as human-eval writes them
 * (`task_id`, `completion`, a line each), as lm-evaluation-harness writes them (`doc`, `resps`), and rows with an id or
 * the question beside the output. Several lines for one row are several epochs, in their order. A line that fits no row
 * is refused, and so is a file in which nothing tells which row a line belongs to.
 */
export async function readOutputs(
  path: string,
  rows: readonly BenchmarkRow[],
  folder: string,
): Promise<RecordedOutputs> {
  const known = knownRows(rows);
  const outputs = new Map<string, (string | null)[]>();
  const filters = new Map<string, string>();
  const dataset = await openDataset({ path }, { baseFolder: folder });
  for await (const parts of dataset.rows()) {
    for (const { row, index, problem } of parts) {
      const place = `${basename(dirname(path))}/${basename(path)}:${index + 1}`;
      if (row === undefined) throw new ConfigError("bad_row", problem, { place: path });
      const id = idOf(row, known, place);
      // The harness writes every answer once for each of its filters; the answer itself is the same.
      const filter = "resps" in row ? (toText(row["filter"]) ?? "") : "";
      const first = filters.get(id);
      if (first !== undefined && first !== filter) continue;
      filters.set(id, filter);
      const before = outputs.get(id);
      if (before === undefined) outputs.set(id, [...outputsOf(row, place)]);
      else before.push(...outputsOf(row, place));
    }
  }
  return outputs;
}

interface Known {
  readonly ids: ReadonlySet<string>;
  /** Null where several rows ask the same. */
  readonly questions: ReadonlyMap<string, string | null>;
  readonly rows: readonly BenchmarkRow[];
}

function knownRows(rows: readonly BenchmarkRow[]): Known {
  const questions = new Map<string, string | null>();
  for (const { id, input } of rows) {
    const key = input.trim();
    questions.set(key, questions.has(key) ? null : id);
  }
  return { ids: new Set(rows.map((row) => row.id)), questions, rows };
}

function idOf(row: Row, known: Known, place: string): string {
  const doc = row["doc"];
  const told = doc !== undefined && isRow(doc) ? doc : row;
  for (const field of ID_FIELDS) {
    const id = toText(told[field]);
    if (id !== null && known.ids.has(id)) return id;
  }
  for (const field of QUESTION_FIELDS) {
    const text = toText(told[field]);
    const id = text === null ? undefined : known.questions.get(text.trim());
    if (typeof id === "string") return id;
  }
  throw unknownRow(row, told, known, place);
}

function unknownRow(row: Row, told: Row, known: Known, place: string): ConfigError {
  const given = ID_FIELDS.map((field) => toText(told[field])).find((id) => id !== null) ?? null;
  const [first] = known.rows;
  if (given === null) {
    return new ConfigError("unknown_row", "nothing tells which row this output belongs to", {
      place,
      expected: `one of ${ID_FIELDS.join(", ")} (for example ${first?.id}), or the question`,
      got: `the fields ${Object.keys(row).slice(0, 12).join(", ")}`,
    });
  }
  const guess = nearest(given, [...known.ids]);
  return new ConfigError("unknown_row", `there is no row "${given}"`, {
    place,
    expected: `an id such as ${first?.id}`,
    ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
  });
}

/** An output that is null is one that the model never gave: it stays null, and is an error of its row. */
function outputsOf(row: Row, place: string): readonly (string | null)[] {
  const replies = row["resps"];
  if (replies !== undefined) return flatTexts(replies);
  for (const field of OUTPUT_FIELDS) {
    if (!Object.hasOwn(row, field)) continue;
    const value = row[field] ?? null;
    return Array.isArray(value) ? value.map((one: Json) => toText(one)) : [toText(value)];
  }
  throw new ConfigError("missing_field", "this line has no output", {
    place,
    expected: `one of ${OUTPUT_FIELDS.join(", ")}, or resps`,
    got: `the fields ${Object.keys(row).slice(0, 12).join(", ")}`,
  });
}

/** `resps` is a list of lists: requests of the row, and the replies to each. */
function flatTexts(value: Json): readonly (string | null)[] {
  return Array.isArray(value) ? value.flatMap((inner: Json) => flatTexts(inner)) : [toText(value)];
}
