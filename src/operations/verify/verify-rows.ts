import { readBlocks } from "../../evals/datasets/blocks.ts";
import type { RawRow } from "../../evals/datasets/dataset.ts";
import { readJsonl } from "../../evals/datasets/jsonl.ts";
import { openDataset } from "../../evals/datasets/open.ts";
import type { Environment } from "../environment.ts";

/** Rows of a file in any format of data sets, or JSON Lines from a stream where the path is `-`. */
export async function openRows(
  path: string,
  input: NodeJS.ReadableStream,
  environment: Environment,
): Promise<AsyncIterable<readonly RawRow[]>> {
  if (path === "-") return readJsonl(readBlocks(bytesOf(input)));
  const dataset = await openDataset({ path }, { baseFolder: environment.folder });
  return dataset.rows(environment.signal);
}

async function* bytesOf(input: NodeJS.ReadableStream): AsyncGenerator<Buffer, void, void> {
  for await (const piece of input) yield Buffer.from(piece);
}
