import { ConfigError } from "../core/errors.ts";
import { loadImage } from "../models/images.ts";
import type { Dataset } from "./datasets/dataset.ts";
import type { FieldMapping } from "./datasets/fields.ts";
import { readSample, sampleId } from "./datasets/sample.ts";
import { type Selection, selectRows } from "./datasets/select.ts";
import { workSample } from "./work.ts";

/** As many rows as decide whether a field exists. */
const FIRST_ROWS = 100;

/**
 * Looks at the images of the first rows that a model will be asked about, and refuses, with a `ConfigError`, one that
 * cannot be read or is none: it is cheaper to mend now than as the error of a row in a run that was paid for. Addresses
 * are not fetched.
 */
export async function refuseBrokenImages(dataset: Dataset, selection: Selection, mapping: FieldMapping): Promise<void> {
  const first = { ...selection, size: Math.min(selection.size, FIRST_ROWS) };
  for await (const rows of selectRows(dataset.rows(), first)) {
    for (const { row, index } of rows) {
      if (row === undefined) continue;
      const sample = readSample(row, mapping);
      for (const image of workSample(sample).images ?? []) {
        try {
          await loadImage(image, dataset.folder);
        } catch (error) {
          throw error instanceof ConfigError ? error.within(`row ${sampleId(sample.id, index)}`) : error;
        }
      }
    }
  }
}
