import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { loadedModules } from "../process/loaded-modules.ts";

const dist = pathToFileURL(resolve("dist")).href;

describe("import", () => {
  test('of "veridic" loads at most 40 modules, all of them ours, and neither the store nor a door', async () => {
    const modules = await loadedModules(resolve("dist/index.mjs"));
    expect(modules[0]).toBe(`${dist}/index.mjs`);
    expect(modules.length).toBeLessThanOrEqual(40);
    expect(modules.filter((url) => !url.startsWith(`${dist}/`))).toEqual([]);
    expect(modules.filter((url) => /\/(?:cli|program|terminal|store|open|sqlite)\b/.test(url))).toEqual([]);
  });

  test('of "veridic/stats" loads no third-party module', async () => {
    const modules = await loadedModules(resolve("dist/stats.mjs"));
    expect(modules.filter((url) => !url.startsWith(`${dist}/`))).toEqual([]);
  });

  test('of "veridic/eval" loads no store engine before an eval is run', async () => {
    const modules = await loadedModules(resolve("dist/eval.mjs"));
    expect(modules.filter((url) => /node_modules\/(?:libsql|kysely|papaparse|hyparquet|yaml|jiti)/.test(url))).toEqual(
      [],
    );
  });
});

describe("the command line", () => {
  test("tells its version from two modules: the program and the number", async () => {
    const modules = await loadedModules(resolve("dist/cli.mjs"), ["--version"]);
    expect(modules.length).toBeLessThanOrEqual(2);
    expect(modules.filter((url) => !url.startsWith(`${dist}/`))).toEqual([]);
  });

  test("shows its help without the store, and without what reads data", async () => {
    const modules = await loadedModules(resolve("dist/cli.mjs"), ["--help"]);
    const packages = modules.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]).filter((name) => name);
    expect([...new Set(packages)].sort()).toEqual(["commander", "picocolors"]);
  });
});
