import type { Connection } from "../connection.ts";

/** Reward functions by name and version. */
export function keptRewards({ queries: { schema }, run }: Connection): void {
  run(
    schema
      .createTable("rewards")
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("sha256", "text", (column) => column.notNull())
      .addColumn("added_at", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("exported", "text", (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("settings", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("rewards_key", ["name", "version"])
      .compile(),
  );
}
