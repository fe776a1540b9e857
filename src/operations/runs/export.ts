import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { exportFormats } from "../../evals/exports/formats.ts";
import type { Environment, Operation } from "../environment.ts";
import { readRun, withStore } from "./stored-run.ts";

export const exportInput = v.object({
  run: v.string(),
  format: v.picklist(["jsonl", "csv", "parquet", "junit"]),
  /** A file; without one the pieces go to `write`. */
  output: v.optional(v.string()),
  store: v.optional(v.string()),
});

export type ExportInput = v.InferInput<typeof exportInput>;

/** Writes the rows of a run in a format that other tools read. A file appears whole or not at all. */
export async function* exportRun(
  given: ExportInput,
  environment: Environment,
  write: (piece: string | Uint8Array) => Promise<void>,
): Operation<{ readonly path: string | null }> {
  const input = readOptions({ schema: exportInput }, given, "export");
  return yield* withStore(input.store, environment, async function* (store) {
    const { run, plan } = await readRun(store, input.run);
    const pieces = exportFormats[input.format].write({
      run,
      scorers: plan.scorers,
      samples: () => store.samples(run.id),
    });
    if (input.output === undefined) {
      for await (const piece of pieces) await write(piece);
      return { path: null };
    }
    const path = resolve(environment.folder, input.output);
    await writeWhole(path, pieces, input.output);
    return { path };
  });
}

async function writeWhole(path: string, pieces: AsyncIterable<string | Uint8Array>, shown: string): Promise<void> {
  const partial = `${path}.partial`;
  if (!existsSync(dirname(path))) {
    throw new ConfigError("unwritable_file", `there is no folder ${dirname(shown)} to write the export to`, {
      place: shown,
      hint: "make the folder, or choose another file with --output",
    });
  }
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial));
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    if (typeof cause === "object" && cause !== null && "syscall" in cause) {
      throw new ConfigError("unwritable_file", `the export cannot be written: ${messageOf(cause)}`, {
        place: shown,
        hint: "choose another file with --output",
        cause,
      });
    }
    throw cause;
  }
}
