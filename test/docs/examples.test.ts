import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readOwnBenchmark } from "../../src/benchmarks/own-benchmark.ts";
import { planEval } from "../../src/evals/plan.ts";
import { buildScorers } from "../../src/evals/scorers.ts";
import { variantsOf } from "../../src/evals/variants.ts";
import { builderWith, loadPlugins } from "../../src/operations/config/modules.ts";
import { loadPipeline } from "../../src/operations/verify/load-pipeline.ts";
import { workplace } from "../doors/cli/command-line.ts";
import { folderOf } from "./folder.ts";
import { type Block, pages } from "./pages.ts";
import { runProgram, typeFaults, withExpectations } from "./programs.ts";
import { commandLines, parseFault, runLine } from "./shell.ts";

const all = pages();
const blocks = all.flatMap((page) => page.blocks);
const programs = blocks.filter((block) => block.language === "ts");

test("there are examples of each kind", () => {
  for (const language of ["ts", "yaml", "sh"]) expect(blocks.some((block) => block.language === language)).toBe(true);
});

test("every TypeScript example passes the type checker", { timeout: 60_000 }, () => {
  const faults = [...typeFaults(programs)].filter(([, found]) => found.length > 0);
  expect(faults).toEqual([]);
});

describe.each(all.filter((page) => page.blocks.length > 0))("$name", (page) => {
  const own = page.blocks.filter((block) => block.language === "ts");
  if (own.length > 0)
    test("every TypeScript example runs, and its values are as told", async () => {
      await using place = await folderOf(page);
      for (const block of own) {
        // A file that others name has nothing to tell by itself.
        if (block.file === null && !block.text.includes("assert")) {
          expect([block.place, withExpectations(block.text).expectations]).not.toEqual([block.place, 0]);
        }
        await runProgram(block, place.folder).catch((cause: unknown) => {
          throw new Error(`${block.place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
        });
      }
    });

  const configurations = page.blocks.filter((block) => block.language === "yaml");
  if (configurations.length > 0)
    test("every YAML example can be built", async () => {
      await using place = await folderOf(page);
      for (const block of configurations) {
        await expect(built(block, place.folder), block.place).resolves.toMatch(/^(?:eval|scorers|pipeline|benchmark)$/);
      }
    });

  const lines = page.blocks.flatMap(commandLines);
  if (lines.length > 0)
    test("every command line is accepted, and runs", async () => {
      await using place = await folderOf(page);
      await using empty = workplace();
      for (const line of lines) {
        expect([line.text, await parseFault(line)]).toEqual([line.text, null]);
        // A bare `init` replaces nothing, so it is run where its reader would: in a folder without an eval.
        const ran = await runLine(line, line.argv.join(" ") === "init" ? empty : place);
        expect([line.text, ran.exitCode, ran.exitCode === line.exitCode ? "" : ran.err]).toEqual([
          line.text,
          line.exitCode,
          "",
        ]);
      }
    });
});

/** Builds a configuration as its command would, and says what it is. */
async function built({ text }: Block, folder: string): Promise<"eval" | "scorers" | "pipeline" | "benchmark"> {
  const value: unknown = parse(text);
  if (Array.isArray(value)) {
    buildScorers(value, builderWith([]));
    return "scorers";
  }
  const map = value as Readonly<Record<string, unknown>>;
  if ("scorers" in map && JSON.stringify(map["scorers"]).includes('"type":"benchmark"')) {
    // Its rows would have to be fetched; what it says of them is checked all the same.
    buildScorers(map["scorers"] as readonly unknown[], builderWith([]));
    return "benchmark";
  }
  if ("scorers" in map) {
    const plugins = await loadPlugins((map["plugins"] ?? []) as readonly unknown[], folder);
    for (const { config } of variantsOf(map)) {
      planEval(config, "example", () => builderWith(plugins.values), { limit: null, sampleIds: null });
    }
    return "eval";
  }
  if ("data" in map || "benchmarks" in map) {
    if ("data" in map) readOwnBenchmark(map, "example");
    return "benchmark";
  }
  await loadPipeline(map, { folder });
  return "pipeline";
}
