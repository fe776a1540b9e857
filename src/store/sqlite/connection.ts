import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, Kysely } from "kysely";
import { messageOf, StoreError } from "../../core/errors.ts";
import { toStoreError } from "./failure.ts";
import { unwritable } from "./place.ts";
import type { Tables } from "./schema.ts";

export type Cell = string | number | null;

/** A statement that is kept for repeated use; `all` gives the rows as lists of cells. */
export interface Prepared {
  run(cells: readonly Cell[]): void;
  all(cells: readonly Cell[]): readonly (readonly Cell[])[];
}

/**
 * One connection to an SQLite file. Its calls are synchronous, because the engine's are; a transaction is one
 * synchronous block for that reason, and nothing else on the connection can come between its statements.
 */
export interface Connection {
  readonly path: string;
  /** Makes typed queries; it does not run them. */
  readonly queries: Kysely<Tables>;
  all<Row>(query: CompiledQuery<Row>): readonly Row[];
  run(query: CompiledQuery<unknown>): void;
  execute(text: string): void;
  /** The first cell of the first row. */
  pragma(text: string): Cell;
  prepare(text: string): Prepared;
  /** Takes the write lock at once: a reader that turns writer later could not wait for it. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Milliseconds that a statement waits for another process's transaction; these take some tens of them. */
const BUSY_MS = 10_000;

/** Loads SQLite and the query builder, which are large, and opens a file. */
export async function connect(path: string, busyMs = BUSY_MS): Promise<Connection> {
  // The engine's loader asks for a report of the process to learn which C library this is. Unless told otherwise, that
  // report looks up the names of all hosts that are connected, and with a slow name server takes seconds.
  if (process.report !== undefined) Object.assign(process.report, { excludeNetwork: true });
  const [{ default: Engine }, { createQueries }] = await Promise.all([import("libsql"), import("./query-builder.ts")]);
  let engine: Engine;
  try {
    engine = new Engine(path, {}) as unknown as Engine;
  } catch (thrown) {
    throw unwritable(path, messageOf(thrown), thrown);
  }
  const queries = createQueries();
  let open = true;

  const guarded = <T>(work: () => T): T => {
    // The engine ends the whole process when a closed connection is asked for anything.
    if (!open) throw new StoreError("store_closed", `the store ${path} has been closed`);
    try {
      return work();
    } catch (thrown) {
      throw toStoreError(thrown, path);
    }
  };
  const prepare = (text: string): Prepared => {
    // Lists of cells, where there are rows at all: the engine refuses `raw` for a statement that only does something.
    const statement = guarded(() => {
      const made = engine.prepare(text);
      return made.reader ? made.raw() : made;
    });
    return {
      run: (cells) => void guarded(() => statement.run(cells)),
      all: (cells) => guarded(() => statement.all(cells)),
    };
  };

  const connection: Connection = {
    path,
    queries,
    all: <Row>({ sql, parameters }: CompiledQuery<Row>) =>
      guarded(() => engine.prepare(sql).all(parameters) as readonly Row[]),
    run: ({ sql, parameters }) => void guarded(() => engine.prepare(sql).run(parameters)),
    execute: (text) => guarded(() => engine.exec(text)),
    pragma: (text) => prepare(`PRAGMA ${text}`).all([])[0]?.[0] ?? null,
    prepare,
    transaction: (work) => {
      guarded(() => engine.exec("BEGIN IMMEDIATE"));
      try {
        const result = work();
        guarded(() => engine.exec("COMMIT"));
        return result;
      } catch (thrown) {
        // A full disk has rolled back by itself; a second time would hide the reason behind another error.
        if (open && engine.inTransaction) engine.exec("ROLLBACK");
        throw thrown;
      }
    },
    close: () => {
      if (!open) return;
      open = false;
      engine.close();
    },
  };
  connection.pragma(`busy_timeout = ${busyMs}`);
  return connection;
}

/** Runs again what met another process's lock that SQLite does not wait for by itself. */
export async function whenFree<T>(work: () => T): Promise<T> {
  for (let waited = 0; ; waited += 20) {
    try {
      return work();
    } catch (thrown) {
      const busy = thrown instanceof StoreError && thrown.code === "store_busy";
      if (!busy || waited >= BUSY_MS) throw thrown;
      await sleep(20);
    }
  }
}

/** The part of the engine that is used; its own types say `any`. */
interface Engine {
  readonly inTransaction: boolean;
  exec(text: string): void;
  prepare(text: string): Statement;
  close(): void;
}

interface Statement {
  readonly reader: boolean;
  raw(): Statement;
  run(cells: readonly unknown[]): unknown;
  all(cells: readonly unknown[]): readonly (readonly Cell[])[];
}
