import type { Json } from "../../core/types.ts";
import { toWire } from "../../core/wire.ts";
import { encodeJson } from "../../store/encode.ts";
import type { StoredSample } from "../../store/types.ts";
import { type RowParts, rowPartsOf, withRows } from "./row-parts.ts";
import type { ExportFormat, ExportSource } from "./source.ts";
import { inPieces } from "./text-pieces.ts";

/**
 * One JSON object an answer, with the whole source row and every score as it is stored; null is a score that is not
 * there. Texts come back exactly as they were. It holds no id of the run and no time, nor a model's raw reply, which
 * has both: equal runs give equal files.
 */
export const jsonl: ExportFormat = { extension: "jsonl", write: (source) => inPieces(lines(source)) };

async function* lines({ run, scorers, samples }: ExportSource): AsyncGenerator<string, void, void> {
  const parts = rowPartsOf(run);
  for await (const sample of withRows(samples())) yield `${oneLine(encodeJson(toJson(sample, scorers, parts)))}\n`;
}

function toJson(sample: StoredSample, scorers: readonly string[], parts: RowParts): Json {
  const { sampleId, index, epoch, row, output, error, scores } = sample;
  const input = parts.input(row);
  const target = parts.target(row);
  return {
    sample_id: sampleId,
    index,
    epoch,
    ...(input === undefined ? {} : { input }),
    ...(target === undefined ? {} : { target }),
    row,
    output,
    error: toWire(error),
    // From entries, because a scorer may be named `__proto__`.
    scores: Object.fromEntries(
      scorers.map((name) => [name, scores !== null && Object.hasOwn(scores, name) ? (scores[name] ?? null) : null]),
    ),
  };
}

/** Some readers end a line at these too; inside of JSON they stand in texts only, so an escape means the same. */
function oneLine(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
