import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { withTables } from "./field-tables/markers.ts";

/** Writes the tables between the markers of the pages anew. The tests of the docs fail where this was forgotten. */
const folder = resolve("docs");
for (const name of readdirSync(folder)) {
  if (!name.endsWith(".md")) continue;
  const page = join(folder, name);
  const before = readFileSync(page, "utf8");
  const after = withTables(before);
  if (after === before) continue;
  writeFileSync(page, after);
  process.stdout.write(`wrote docs/${name}\n`);
}
