import { ConfigError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { readPath } from "../core/path.ts";
import type { NeededField } from "../core/plugin.ts";
import type { Dataset } from "./datasets/dataset.ts";
import type { FieldMapping } from "./datasets/fields.ts";
import { readSample } from "./datasets/sample.ts";
import { type Selection, selectRows } from "./datasets/select.ts";

/** As many rows as decide whether a field exists. */
const FIRST_ROWS = 100;

/**
 * Refuses, with a `ConfigError`, a field of the metadata that a judge's prompt names and none of the first rows has: it
 * would be an error of every row, after the model under test was paid for all of them.
 */
export async function refuseMissingMetadata(
  dataset: Dataset,
  selection: Selection,
  mapping: FieldMapping,
  needs: readonly NeededField[],
): Promise<void> {
  const missing = new Set(needs);
  const names = new Set<string>();
  const first = { ...selection, size: Math.min(selection.size, FIRST_ROWS) };
  for await (const rows of missing.size === 0 ? [] : selectRows(dataset.rows(), first)) {
    for (const { row } of rows) {
      // Of a row that cannot be read nobody knows what it has.
      if (row === undefined) return;
      const { metadata } = readSample(row, mapping);
      for (const name of Object.keys(metadata)) names.add(name);
      for (const need of missing) if ((readPath(metadata, need.field) ?? null) !== null) missing.delete(need);
    }
  }
  for (const { field, place } of missing) {
    const guess = nearest(field, [...names]);
    throw new ConfigError("missing_field", `the judge's prompt needs metadata.${field}, and no row has it`, {
      place,
      expected: names.size === 0 ? "rows with fields of their own" : `one of ${[...names].slice(0, 12).join(", ")}`,
      ...(guess === undefined ? {} : { hint: `did you mean "metadata.${guess}"?` }),
    });
  }
}
