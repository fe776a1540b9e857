import { symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Workplace } from "../doors/cli/command-line.ts";
import { workplace } from "../doors/cli/command-line.ts";
import type { Page } from "./pages.ts";

/** Files that the README speaks of and does not show. */
const README_FILES: Readonly<Record<string, string>> = {
  "pipeline.yaml": "extractors:\n  - type: number\nverifier:\n  type: numeric\n",
  "s.yaml": "- { type: contains, name: answer, reference_field: label }\n",
  "rows.jsonl": [
    { question: "6 x 7?", response: "42", label: "42" },
    { question: "2 + 2?", response: "4", label: "4" },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(""),
};

/** A folder with the files that a page shows, as its reader would have them. */
export async function folderOf(page: Page): Promise<Workplace> {
  const place = workplace();
  if (page.name === "README.md") await place.write(README_FILES);
  for (const { file, text } of page.blocks) if (file !== null) await place.write({ [file]: text });
  if (page.blocks.some((block) => block.file?.endsWith(".ts"))) await installPackages(place);
  return place;
}

/** The packages that a plug-in file imports, as if they were installed: this one from its sources. */
async function installPackages(place: Workplace): Promise<void> {
  await place.write({
    "node_modules/veridic/package.json": JSON.stringify({ name: "veridic", type: "module", exports: "./index.ts" }),
    "node_modules/veridic/index.ts": `export * from ${JSON.stringify(resolve("src/index.ts"))};\n`,
  });
  await symlink(resolve("node_modules/valibot"), join(place.folder, "node_modules/valibot"));
}
