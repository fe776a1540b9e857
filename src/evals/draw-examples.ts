import { ConfigError } from "../core/errors.ts";
import { snakeCase } from "../core/naming.ts";
import { type DatasetChoice, readDatasetChoice } from "./dataset-choice.ts";
import type { Dataset, Row } from "./datasets/dataset.ts";
import { readMapping } from "./datasets/fields.ts";
import { openDataset } from "./datasets/open.ts";
import { hasAnswer } from "./example.ts";
import { drawIndexes, type FewShotChoice, readFewShotChoice } from "./few-shot-choice.ts";

/** A file that is named without a number of rows is small: its examples stand before every question. */
const MOST_UNCOUNTED = 20;

/**
 * The configuration of an eval with the examples of `few_shot` read from where they are: as they then stand in it, a run
 * that goes on shows the very same ones, whatever became of their file. Throws `ConfigError`.
 */
export async function withDrawnExamples(
  config: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { few_shot: snake, fewShot: camel = snake, ...rest } = config;
  if (camel === undefined || (snake !== undefined && snake !== camel)) return config;
  const { dataset, data, fields } = config as Parameters<typeof readDatasetChoice>[0];
  const drawn = await drawExamples(readFewShotChoice(camel), readDatasetChoice({ dataset, data, fields }), folder);
  // Rows are the user's own: their keys stay as they are.
  return {
    ...rest,
    few_shot: Object.fromEntries(Object.entries(drawn).map(([key, value]) => [snakeCase(key), value])),
  };
}

async function drawExamples(choice: FewShotChoice, dataset: DatasetChoice, folder: string): Promise<FewShotChoice> {
  const { file, examples: _examples, seed, ...rest } = choice;
  if (choice.examples !== undefined) return choice;
  const { limit: _limit, shuffleSeed: _seed, ...whole } = dataset;
  const source = await openDataset(file === undefined ? whole : { path: file }, { baseFolder: folder });
  const total = await countRows(source);
  const rows = choice.rows ?? total;
  const own = file === undefined;
  if (choice.rows === undefined && total > MOST_UNCOUNTED) {
    throw new ConfigError("missing_option", `${source.name} has ${total} rows, which is too many for every question`, {
      place: "few_shot.rows",
      expected: "how many of them are examples",
    });
  }
  // Of the rows of the eval one is under test.
  if (rows > total - (own ? 1 : 0)) {
    throw new ConfigError("wrong_value", `there are not so many rows in ${source.name}`, {
      place: "few_shot.rows",
      expected: `at most ${Math.max(0, total - (own ? 1 : 0))}`,
      got: String(rows),
    });
  }
  const examples = await rowsAt(source, drawIndexes(total, rows, seed));
  if (own && choice.output === undefined) refuseWithoutAnswer(examples, dataset);
  return { ...rest, rows, examples: [...examples] };
}

async function countRows(source: Dataset): Promise<number> {
  let count = 0;
  for await (const part of source.rows()) for (const { row } of part) if (row !== undefined) count++;
  return count;
}

/** The readable rows at these places, in the order of the places. */
async function rowsAt(source: Dataset, indexes: readonly number[]): Promise<readonly Row[]> {
  const wanted = new Set(indexes);
  const last = Math.max(-1, ...indexes);
  const found = new Map<number, Row>();
  let index = 0;
  for await (const part of source.rows()) {
    for (const { row } of part) {
      if (row === undefined) continue;
      if (wanted.has(index)) found.set(index, row);
      index++;
    }
    if (index > last) break;
  }
  return indexes.flatMap((at) => {
    const row = found.get(at);
    return row === undefined ? [] : [row];
  });
}

/** What a model once said to a row may be wrong, and must not be shown as an example of what is right. */
function refuseWithoutAnswer(examples: readonly Row[], { fields }: DatasetChoice): void {
  const mapping = readMapping(fields);
  const index = examples.findIndex((row) => !hasAnswer(row, mapping));
  if (index < 0) return;
  throw new ConfigError("missing_field", "has no target and no label to show as its answer", {
    place: `few_shot example ${index + 1}`,
    hint: 'say where it stands, as in few_shot: { rows: 5, output: "{{answer}}" }',
  });
}
