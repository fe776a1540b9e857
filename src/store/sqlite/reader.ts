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
  samples(runId: string, from: number, withRows: boolean): AsyncGenerator<StoredSample, void, void>;
  recorded(runId: string): Promise<Recorded>;
}

/**
 * Reads a run piece by piece, each by its own short query that begins behind the last key. No query stays open between
 * pieces: it would keep the journal from being folded into the file, and the connection from being closed.
 */
export function createReader(connection: Connection, runKeys: RunKeys): Reader {
  const behind = "run = ? AND (row_index, epoch) > (?, ?) ORDER BY row_index, epoch LIMIT ?";
  const bytes = `SELECT row_index, epoch, ifnull(octet_length(row), 0) + ifnull(octet_length(output), 0)
      + ifnull(octet_length(reply), 0) AS bytes
    FROM outputs WHERE ${behind}`;
  const joined = "LEFT JOIN scores s ON s.run = ? AND s.row_index = o.row_index AND s.epoch = o.epoch";
  const wholeSize = connection.prepare(
    `SELECT sum(o.bytes + ifnull(octet_length(s.scores), 0)) FROM (${bytes}) o ${joined}`,
  );
  const fittingRows = connection.prepare(
    `SELECT count(*) FROM (
       SELECT sum(o.bytes + ifnull(octet_length(s.scores), 0)) OVER (ROWS UNBOUNDED PRECEDING) AS total
       FROM (${bytes}) o ${joined}
     ) WHERE total <= ${PIECE_BYTES}`,
  );
  const pieceOf = (columns: string, row: string, reply: string): Prepared =>
    connection.prepare(
      `SELECT o.row_index, o.epoch, o.sample_id, ${row}, o.output, o.error, ${reply}, s.scores
       FROM (SELECT ${columns} FROM outputs WHERE ${behind}) o ${joined}
       ORDER BY o.row_index, o.epoch`,
    );
  const rowOfFirst = "SELECT f.row FROM outputs f WHERE f.run = o.run AND f.row_index = o.row_index AND f.epoch = 1";
  const whole = pieceOf("*", `coalesce(o.row, (${rowOfFirst}))`, "o.reply");
  const withoutRows = pieceOf("row_index, epoch, sample_id, output, error", "NULL", "NULL");
  /** How many rows the next piece may have. The sum is cheap, and for most data all that is looked at. */
  const pieceSize = (cells: readonly Cell[]): number => {
    const [size] = wholeSize.all(cells)[0] ?? [];
    if (Number(size) <= PIECE_BYTES) return PIECE_ROWS;
    return Math.max(1, Number(fittingRows.all(cells)[0]?.[0]));
  };
  const outputKeys = connection.prepare(`SELECT row_index, epoch FROM outputs WHERE ${behind}`);
  const scoreKeys = connection.prepare(`SELECT row_index, epoch FROM scores WHERE ${behind}`);

  return {
    samples: async function* (runId, from, withRows) {
      const run = runKeys(runId);
      const piece = withRows ? whole : withoutRows;
      let last: readonly [index: number, epoch: number] = [from, 0];
      for (;;) {
        const fitting = pieceSize([run.outputs, ...last, PIECE_ROWS, run.key]);
        const rows = piece.all([run.outputs, ...last, fitting, run.key]);
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
