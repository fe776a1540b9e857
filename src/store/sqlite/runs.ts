import { ConfigError } from "../../core/errors.ts";
import { type RunIndex, unknownRun } from "../find-run.ts";
import type { RunChanges, RunRecord } from "../types.ts";
import type { Connection } from "./connection.ts";
import { fromRunRow, toRunChanges, toRunRow } from "./run-row.ts";

/** The numbers that stand for a run in the large tables: its own, and that of the run that holds its outputs. */
export type RunKeys = (id: string) => { readonly key: number; readonly outputs: number };

export interface Runs extends RunIndex {
  readonly keys: RunKeys;
  /** The number of the run itself, also where its outputs are gone. */
  keyOf(id: string): number;
  create(run: RunRecord): RunRecord;
  update(id: string, changes: RunChanges, updatedAt: string): RunRecord;
  /** Ids of the other runs that read the outputs of this one. */
  readersOf(id: string): readonly string[];
}

export function createRuns(connection: Connection): Runs {
  const { queries } = connection;
  const selected = () => queries.selectFrom("runs").selectAll();
  const byId = (id: string) => connection.all(selected().where("id", "=", id).compile()).map(fromRunRow)[0];
  const latest = (limit: number) =>
    connection
      .all(selected().orderBy("created_at", "desc").orderBy("key", "desc").limit(limit).compile())
      .map(fromRunRow);
  const known = (id: string): RunRecord => {
    const run = byId(id);
    if (run === undefined) throw unknownRun(runs, id);
    return run;
  };
  const keysOf = connection.prepare(
    "SELECT run.key, origin.key FROM runs run LEFT JOIN runs origin ON origin.id = run.outputs_of WHERE run.id = ?",
  );

  /** A rescored run may be rescored again: the outputs are where the first one has them. */
  const holderOf = (id: string): string => {
    runs.keys(id);
    return known(id).outputsOf;
  };

  const runs: Runs = {
    byId,
    latest,
    byPrefix: (prefix, limit) =>
      // Not LIKE: a beginning may hold its wild cards, and it would not use the index.
      connection
        .all(
          selected()
            .where("id", ">=", prefix)
            .where("id", "<", `${prefix}\u{10ffff}`)
            .orderBy("created_at", "desc")
            .orderBy("key", "desc")
            .limit(limit)
            .compile(),
        )
        .map(fromRunRow),
    keyOf: (id) => {
      const [key] = keysOf.all([id])[0] ?? [];
      if (typeof key !== "number") throw unknownRun(runs, id);
      return key;
    },
    keys: (id) => {
      const [key, outputs] = keysOf.all([id])[0] ?? [];
      if (typeof key !== "number") throw unknownRun(runs, id);
      if (typeof outputs !== "number") {
        throw new ConfigError("outputs_removed", `the outputs that run ${id} reads have been removed`);
      }
      return { key, outputs };
    },
    create: (run) =>
      connection.transaction(() => {
        if (byId(run.id) !== undefined) throw new ConfigError("run_exists", `there is a run ${run.id} already`);
        const stored = run.outputsOf === run.id ? run : { ...run, outputsOf: holderOf(run.outputsOf) };
        connection.run(queries.insertInto("runs").values(toRunRow(stored)).compile());
        return stored;
      }),
    update: (id, changes, updatedAt) =>
      connection.transaction(() => {
        known(id);
        connection.run(
          queries.updateTable("runs").set(toRunChanges(changes, updatedAt)).where("id", "=", id).compile(),
        );
        return known(id);
      }),
    readersOf: (id) =>
      connection
        .all(queries.selectFrom("runs").select("id").where("outputs_of", "=", id).where("id", "!=", id).compile())
        .map((row) => row.id),
  };
  return runs;
}
