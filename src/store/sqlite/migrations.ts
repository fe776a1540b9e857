import { ConfigError } from "../../core/errors.ts";
import type { Connection } from "./connection.ts";
import { firstTables } from "./migrations/001-first-tables.ts";
import { keptReplies } from "./migrations/002-kept-replies.ts";
import { keptRewards } from "./migrations/003-kept-rewards.ts";

/** One step from a version to the next. A step that has been released is never changed; a new one is added. */
export type Migration = (connection: Connection) => void;

/** The n-th brings a store from version n-1 to version n. */
export const migrations: readonly Migration[] = [firstTables, keptReplies, keptRewards];

/** True for a file that holds nothing yet. */
export function isEmpty(connection: Connection): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_master LIMIT 1").all([]).length === 0;
}

/**
 * Brings a store to the newest version, all steps in one transaction. Throws a `ConfigError` for a store from a newer
 * veridic (`store_newer`) and for an SQLite file of another program (`store_foreign`); neither is touched.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  // Nearly always: nothing to do, so no lock is taken and a reader may open while another process writes.
  if (versionOf(connection, steps.length) === steps.length) return;
  connection.transaction(() => {
    // Read again under the lock, as another process may have done it meanwhile.
    const version = versionOf(connection, steps.length);
    for (const step of steps.slice(version)) step(connection);
    if (version === 0) connection.execute("CREATE TABLE veridic_store (version INTEGER NOT NULL)");
    const { queries } = connection;
    connection.run(queries.deleteFrom("veridic_store").compile());
    connection.run(queries.insertInto("veridic_store").values({ version: steps.length }).compile());
  });
}

function versionOf(connection: Connection, newest: number): number {
  if (isEmpty(connection)) return 0;
  const ours = connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'veridic_store'");
  if (ours.all([]).length === 0) {
    throw new ConfigError("store_foreign", `${connection.path} is an SQLite file of another program`, {
      hint: "name another path with --store or VERIDIC_STORE",
    });
  }
  const [row] = connection.all(connection.queries.selectFrom("veridic_store").select("version").compile());
  const version = row?.version ?? 0;
  if (version > newest) {
    throw new ConfigError("store_newer", `the store ${connection.path} was written by a newer veridic`, {
      expected: `version ${newest} or older`,
      got: `version ${version}`,
      hint: "update veridic, or name another path with --store or VERIDIC_STORE",
    });
  }
  return version;
}
