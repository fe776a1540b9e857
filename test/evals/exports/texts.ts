import { readFileSync } from "node:fs";

/** Read here and not imported: the test runner's own JSON reader refuses half a surrogate pair. */
export const texts: readonly { readonly why: string; readonly text: string }[] = JSON.parse(
  readFileSync(new URL("../../cases/export-texts.json", import.meta.url), "utf8"),
);
