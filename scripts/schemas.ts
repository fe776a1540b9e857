import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { evalJsonSchema, pipelineJsonSchema } from "./schemas/config-schemas.ts";

/** Writes the schemas that editors read into the package; the build runs it after the bundler, which empties `dist`. */
const folder = resolve("dist/schemas");
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries({ eval: evalJsonSchema(), pipeline: pipelineJsonSchema() })) {
  writeFileSync(resolve(folder, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
