import type { Connection } from "../connection.ts";

/** Replies of models that may be given again, by the key of what was asked. */
export function keptReplies({ queries: { schema }, run }: Connection): void {
  run(
    schema
      .createTable("replies")
      .addColumn("key", "text", (column) => column.notNull().primaryKey())
      .addColumn("kept_at", "text", (column) => column.notNull())
      .addColumn("reply", "text", (column) => column.notNull())
      .compile(),
  );
}
