import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError } from "../../core/errors.ts";
import type { ScoreError } from "../../core/types.ts";
import { createKeySet, type GrowingKeySet } from "../key-set.ts";
import type { Recorded, StoredSample } from "../types.ts";
import type { Cell, Connection, Prepared } from "./connection.ts";
import type { RunKeys } from "./runs.ts";

/** Rows, and bytes of their texts, of one piece. A row larger than that is a piece by itself. */
const PIECE_ROWS = 1_000;
const PIECE_BYTES = 4_000_000;
const KEYS = 20_000;

export interface Reader {
  samples(runId: string, from: number): AsyncGenerator<StoredSample, void, void>;
  recorded(runId: string): Promise<Recorded>;
}

/**
 * Reads a run piece by piece, each by its own short query that begins behind the last key. No query stays open between
 * pieces: it would keep the journal from being folded into the file, and the connection from being closed.
 */
export function createReader(connection: Connection, runKeys: RunKeys): Reader {
  const behind = "run = ? AND (row_index, epoch) > (?, ?) ORDER BY row_index, epoch LIMIT ?";
  const pieceSize = connection.prepare(
    `SELECT count(*) FROM (
       SELECT sum(o.bytes + ifnull(octet_length(s.scores), 0)) OVER (ROWS UNBOUNDED PRECEDING) AS total
       FROM (
         SELECT row_index, epoch, ifnull(octet_length(row), 0) + ifnull(octet_length(output), 0)
           + ifnull(octet_length(reply), 0) AS bytes
         FROM outputs WHERE ${behind}
       ) o
       LEFT JOIN scores s ON s.run = ? AND s.row_index = o.row_index AND s.epoch = o.epoch
     ) WHERE total <= ${PIECE_BYTES}`,
  );
  const piece = connection.prepare(
    `SELECT o.row_index, o.epoch, o.sample_id,
       coalesce(o.row, (SELECT f.row FROM outputs f WHERE f.run = o.run AND f.row_index = o.row_index AND f.epoch = 1)),
       o.output, o.error, o.reply, s.scores
     FROM (SELECT * FROM outputs WHERE ${behind}) o
     LEFT JOIN scores s ON s.run = ? AND s.row_index = o.row_index AND s.epoch = o.epoch
     ORDER BY o.row_index, o.epoch`,
  );
  const outputKeys = connection.prepare(`SELECT row_index, epoch FROM outputs WHERE ${behind}`);
  const scoreKeys = connection.prepare(`SELECT row_index, epoch FROM scores WHERE ${behind}`);

  return {
    samples: async function* (runId, from) {
      const run = runKeys(runId);
      let last: readonly [index: number, epoch: number] = [from, 0];
      for (;;) {
        const [fitting] = pieceSize.all([run.outputs, ...last, PIECE_ROWS, run.key])[0] ?? [];
        const rows = piece.all([run.outputs, ...last, Math.max(1, Number(fitting)), run.key]);
        if (rows.length === 0) break;
        for (const row of rows) {
          const sample = toSample(row);
          last = [sample.index, sample.epoch];
          yield sample;
        }
        await nextTurn();
      }
      // Rows that end because they are being removed must not look like a complete reading.
      if (runKeys(runId).outputs !== run.outputs) throw new StoreError("store_error", `run ${runId} was replaced`);
    },
    recorded: async (runId) => {
      const run = runKeys(runId);
      return { outputs: await readKeys(outputKeys, run.outputs), scores: await readKeys(scoreKeys, run.key) };
    },
  };
}

async function readKeys(statement: Prepared, run: number): Promise<GrowingKeySet> {
  const keys = createKeySet();
  let last: readonly [index: number, epoch: number] = [0, 0];
  for (;;) {
    const rows = statement.all([run, ...last, KEYS]);
    for (const [index, epoch] of rows) {
      last = [Number(index), Number(epoch)];
      keys.add({ index: last[0], epoch: last[1] });
    }
    if (rows.length < KEYS) return keys;
    await nextTurn();
  }
}

function toSample([index, epoch, sampleId, row, output, error, reply, scores]: readonly Cell[]): StoredSample {
  return {
    index: Number(index),
    epoch: Number(epoch),
    sampleId: parse<string>(sampleId) ?? "",
    row: parse(row),
    output: parse<string>(output),
    error: parse<ScoreError>(error),
    reply: parse(reply),
    scores: parse(scores),
  };
}

/** What the writer made of a value of that type; a null column is a null value. */
function parse<Value>(cell: Cell | undefined): Value | null {
  return typeof cell === "string" ? (JSON.parse(cell) as Value) : null;
}
