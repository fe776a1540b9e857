import { setImmediate as nextTurn } from "node:timers/promises";
import { ConfigError } from "../../core/errors.ts";
import type { Connection } from "./connection.ts";
import type { Runs } from "./runs.ts";

/** Rows of one transaction, and pages given back at once: other processes wait for as long as these take. */
const ROWS = 2_000;
const PAGES = 1_000;

/**
 * Removes runs. The run itself goes at once, its rows follow in short transactions; where that is cut short, nothing
 * shows the rows any more, and the next removal takes them along.
 */
export function createRemoval(connection: Connection, runs: Runs): (id: string, force: boolean) => Promise<void> {
  const { queries } = connection;

  const forget = (id: string, force: boolean) => {
    const key = runs.keyOf(id);
    const readers = runs.readersOf(id);
    if (readers.length > 0 && !force) {
      throw new ConfigError("run_in_use", `other runs read the outputs of run ${id}: ${readers.join(", ")}`, {
        hint: "remove them first, or force it: they keep their summaries and lose their samples",
      });
    }
    connection.run(queries.insertInto("removals").values({ run: key }).compile());
    connection.run(queries.deleteFrom("runs").where("id", "=", id).compile());
  };

  return async (id, force) => {
    connection.transaction(() => forget(id, force));
    for (const { run } of connection.all(queries.selectFrom("removals").select("run").compile())) {
      await removeRows(connection, "outputs", run);
      await removeRows(connection, "scores", run);
      connection.run(queries.deleteFrom("removals").where("run", "=", run).compile());
    }
    await giveBack(connection);
  };
}

async function removeRows(connection: Connection, table: "outputs" | "scores", run: number): Promise<void> {
  const some = connection.prepare(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE run = ? LIMIT ${ROWS}) RETURNING 1`,
  );
  while (connection.transaction(() => some.all([run]).length) > 0) await nextTurn();
}

/** Lets the file shrink. The free pages would be used again anyhow, but who removes a run wants the space. */
async function giveBack(connection: Connection): Promise<void> {
  let before = Number(connection.pragma("freelist_count"));
  while (before > 0) {
    connection.prepare(`PRAGMA incremental_vacuum(${PAGES})`).all([]);
    const left = Number(connection.pragma("freelist_count"));
    // A file that was not made for it stays as large as it is.
    if (left >= before) return;
    before = left;
    await nextTurn();
  }
}
