import { StoreError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { encodeJson } from "../encode.ts";
import type { Batch, OutputRecord, SampleKey, ScoreRecord } from "../types.ts";
import type { Cell, Connection, Prepared } from "./connection.ts";
import type { RunKeys } from "./runs.ts";

/** Rows of one statement. From about here on, the calls into the engine no longer count beside the rows themselves. */
const GROUP = 32;

/**
 * Writes batches. The statements are written by hand and kept prepared: making and preparing a query for each batch
 * would cost more than running it.
 */
export function createWriter(connection: Connection, runKeys: RunKeys): (runId: string, batch: Batch) => void {
  const outputs = upsert(connection, "outputs", ["sample_id", "row", "output", "error", "reply"]);
  const scores = upsert(connection, "scores", ["scores"]);
  const firstEpoch = connection.prepare(
    "SELECT 1 FROM outputs WHERE run = ? AND row_index = ? AND epoch = 1 AND row IS NOT NULL",
  );

  return (runId, batch) => {
    // Encoded before the lock is taken: it is half of the work, and a value that cannot be encoded leaves no trace.
    const encodedOutputs = (batch.outputs ?? []).map(encodeOutput);
    const encodedScores = (batch.scores ?? []).map(encodeScores);
    connection.transaction(() => {
      const run = runKeys(runId);
      if (encodedOutputs.length > 0 && run.outputs !== run.key) {
        throw new StoreError("store_error", `run ${runId} reads the outputs of another run and cannot hold its own`);
      }
      const first = new Set<number>();
      if (encodedOutputs.some((one) => one.epoch !== 1)) {
        for (const one of encodedOutputs) if (one.epoch === 1 && one.row !== null) first.add(one.index);
      }
      const held = ({ index, epoch }: SampleKey) =>
        epoch !== 1 && (first.has(index) || firstEpoch.all([run.key, index]).length > 0);
      outputs(encodedOutputs, (cells, one) => {
        // One copy of a row is enough, and the first epoch has it; where that one is still to come, it is kept here.
        const row = held(one) ? null : one.row;
        cells.push(run.key, one.index, one.epoch, one.sampleId, row, one.output, one.error, one.reply);
      });
      scores(encodedScores, (cells, one) => cells.push(run.key, one.index, one.epoch, one.scores));
    });
  };
}

function encodeOutput(record: OutputRecord) {
  checkKey(record);
  const { index, epoch, sampleId, row, output, error, reply } = record;
  return {
    index,
    epoch,
    sampleId: encodeJson(sampleId),
    row: encodeOrNull(row),
    output: encodeOrNull(output),
    error: error === null ? null : encodeJson({ ...error }),
    reply: encodeOrNull(reply),
  };
}

function encodeScores(record: ScoreRecord) {
  checkKey(record);
  return { index: record.index, epoch: record.epoch, scores: encodeJson(record.scores) };
}

function encodeOrNull(value: Json): string | null {
  return value === null ? null : encodeJson(value);
}

function checkKey({ index, epoch }: SampleKey): void {
  if (Number.isSafeInteger(index) && index >= 0 && Number.isSafeInteger(epoch) && epoch >= 1) return;
  throw new StoreError("store_error", `there is no sample of index ${index} and epoch ${epoch}`);
}

/** A function that writes rows of one table, replacing those whose key is there already. */
function upsert(connection: Connection, table: string, columns: readonly string[]) {
  const names = ["run", "row_index", "epoch", ...columns];
  const one = `(${names.map(() => "?").join(", ")})`;
  // A row that is not given again is not taken away.
  const changes = columns
    .map((name) => (name === "row" ? "row = coalesce(excluded.row, row)" : `${name} = excluded.${name}`))
    .join(", ");
  const statement = (rows: number): Prepared =>
    connection.prepare(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES ${Array(rows).fill(one).join(", ")} ` +
        `ON CONFLICT (run, row_index, epoch) DO UPDATE SET ${changes}`,
    );
  const single = statement(1);
  const group = statement(GROUP);
  /** `add` puts the cells of a row behind those of the rows before it. */
  return <Row>(rows: readonly Row[], add: (cells: Cell[], row: Row) => void): void => {
    const grouped = rows.length - (rows.length % GROUP);
    let cells: Cell[] = [];
    for (const [position, row] of rows.entries()) {
      add(cells, row);
      if (position < grouped && (position + 1) % GROUP !== 0) continue;
      (position < grouped ? group : single).run(cells);
      cells = [];
    }
  };
}
