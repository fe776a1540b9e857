import { findRun } from "../find-run.ts";
import type { Store } from "../types.ts";
import { type Connection, connect, whenFree } from "./connection.ts";
import { isEmpty, migrate } from "./migrations.ts";
import { preparePlace } from "./place.ts";
import { createReader } from "./reader.ts";
import { createRemoval } from "./removal.ts";
import { createReplies } from "./replies.ts";
import { createRewards } from "./rewards.ts";
import { createRuns } from "./runs.ts";
import { createWriter } from "./writer.ts";

/**
 * Bytes of a page. Outputs of models are a few kB long: with the usual 4 kB most rows spill over, with 16 kB each
 * small commit writes more than it needs.
 */
const PAGE_BYTES = 8_192;

export interface SqliteOptions {
  readonly now: () => Date;
  /** The most pages that the file may have; for tests of a full disk. */
  readonly pageLimit?: number;
  /** Milliseconds to wait for another process's transaction. */
  readonly busyMs?: number;
}

/** The store in an SQLite file, or in memory. */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  if (path !== ":memory:") await preparePlace(path);
  const connection = await connect(path, options.busyMs);
  try {
    await setUp(connection, options);
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
  const runs = createRuns(connection);
  const write = createWriter(connection, runs.keys);
  const reader = createReader(connection, runs.keys);
  const remove = createRemoval(connection, runs);
  let open = true;
  return {
    createRun: async (run) => runs.create(run),
    updateRun: async (id, changes) => runs.update(id, changes, changes.updatedAt ?? options.now().toISOString()),
    findRun: async (reference) => findRun(runs, reference),
    // SQLite reads a negative limit as none.
    listRuns: async (limit) => runs.latest(limit ?? -1),
    removeRun: async (id, { force = false } = {}) => remove(id, force),
    write: async (runId, batch) => write(runId, batch),
    recorded: (runId) => reader.recorded(runId),
    replies: createReplies(connection, options.now),
    rewards: createRewards(connection, options.now),
    samples: (runId, { from = 0, rows = true } = {}) => reader.samples(runId, from, rows),
    close: async () => {
      if (!open) return;
      open = false;
      fold(connection);
      connection.close();
    },
  };
}

async function setUp(connection: Connection, { pageLimit }: SqliteOptions): Promise<void> {
  // Asked first: another program's file must be refused before anything of it is changed.
  await whenFree(() => {
    if (!isEmpty(connection)) return;
    connection.pragma(`page_size = ${PAGE_BYTES}`);
    connection.pragma("auto_vacuum = INCREMENTAL");
    connection.pragma("journal_mode = WAL");
  });
  connection.pragma("synchronous = NORMAL");
  if (pageLimit !== undefined) connection.pragma(`max_page_count = ${pageLimit}`);
  await whenFree(() => migrate(connection));
}

/** Brings the journal into the file, which the engine does not do on closing while a statement is still in memory. */
function fold(connection: Connection): void {
  try {
    // Not worth waiting for: another process that is at work folds it in later.
    connection.pragma("busy_timeout = 0");
    connection.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // Nothing is lost: what was committed stands in the journal, and whoever opens the store next reads it there. An
    // error here would only hide the one for which the store is being closed, such as a full disk.
  }
}
