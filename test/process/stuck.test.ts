import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { makeFolder, runProgram } from "./program.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000 });

test("a plug-in's promise that never settles ends the command with 3, a sentence and a document", async () => {
  await using folder = makeFolder();
  await folder.write(
    "never.mjs",
    `import { defineVerifier } from ${JSON.stringify(pathToFileURL(resolve("dist/index.mjs")).href)};
    export default defineVerifier({ type: "acme/never", summary: "Waits.", create: () => () => new Promise(() => {}) });`,
  );
  const config = { data: [{ output: "a" }], plugins: ["./never.mjs"], scorers: [{ type: "acme/never" }] };
  await folder.write("eval.json", JSON.stringify(config));
  const { code, out, err } = await runProgram(["eval", "eval.json", "--json"], { folder: folder.path });
  expect(code).toBe(3);
  expect(err).toContain("a promise that will never settle");
  expect(JSON.parse(out)).toMatchObject({ error: { code: "never_settled" } });
});
