import type { Connection } from "../connection.ts";

/**
 * Runs, outputs and scores. The large tables are ordinary ones with a composite key beside them, not WITHOUT ROWID:
 * there a row of more than a quarter of a page spills into pages of its own, which doubles to triples the size and
 * the writing of model outputs.
 */
export function firstTables({ queries: { schema }, run }: Connection): void {
  run(
    schema
      .createTable("runs")
      .addColumn("key", "integer", (column) => column.primaryKey().autoIncrement())
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addColumn("parent", "text")
      .addColumn("outputs_of", "text", (column) => column.notNull())
      .addColumn("samples", "integer")
      .addColumn("epochs", "integer", (column) => column.notNull())
      .addColumn("model", "text")
      .addColumn("config", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("summary", "text", (column) => column.notNull())
      .compile(),
  );
  run(schema.createIndex("runs_by_age").on("runs").columns(["created_at", "key"]).compile());
  run(schema.createIndex("runs_by_outputs").on("runs").column("outputs_of").compile());
  run(
    schema
      .createTable("outputs")
      .addColumn("run", "integer", (column) => column.notNull())
      .addColumn("row_index", "integer", (column) => column.notNull())
      .addColumn("epoch", "integer", (column) => column.notNull())
      .addColumn("sample_id", "text", (column) => column.notNull())
      .addColumn("row", "text")
      .addColumn("output", "text")
      .addColumn("error", "text")
      .addColumn("reply", "text")
      .addPrimaryKeyConstraint("outputs_key", ["run", "row_index", "epoch"])
      .compile(),
  );
  run(
    schema
      .createTable("scores")
      .addColumn("run", "integer", (column) => column.notNull())
      .addColumn("row_index", "integer", (column) => column.notNull())
      .addColumn("epoch", "integer", (column) => column.notNull())
      .addColumn("scores", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("scores_key", ["run", "row_index", "epoch"])
      .compile(),
  );
  run(
    schema
      .createTable("removals")
      .addColumn("run", "integer", (column) => column.primaryKey())
      .compile(),
  );
}
