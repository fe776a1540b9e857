import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Usage } from "../../src/core/types.ts";
import { costOf, packagedPrices, readPrices } from "../../src/models/prices.ts";
import { findProvider } from "../../src/models/providers.ts";

const usage = (inputTokens: number, cachedTokens: number, outputTokens: number): Usage => ({
  calls: 1,
  inputTokens,
  cachedTokens,
  outputTokens,
  reasoningTokens: 0,
  costUsd: null,
});

describe("a cost", () => {
  test("counts what came from the cache at its own price", () => {
    const price = { input: 2, cached: 0.5, output: 8 };
    expect(costOf(usage(1_000_000, 400_000, 100_000), price)).toBeCloseTo(1.2 + 0.2 + 0.8, 10);
    expect(costOf(usage(1_000_000, 400_000, 100_000), { input: 2, output: 8 })).toBeCloseTo(2.8, 10);
  });

  test("is null, never 0, where it cannot be known", () => {
    expect(costOf(usage(10, 0, 10), undefined)).toBeNull();
    expect(costOf(usage(0, 0, 0), { input: 1, output: 1 })).toBeNull();
    expect(costOf(usage(201, 0, 10), { input: 1, output: 1, upTo: 200 })).toBeNull();
    expect(costOf(usage(200, 0, 10), { input: 1, output: 1, upTo: 200 })).not.toBeNull();
  });

  test("is not below nothing where more is said to be cached than was sent", () => {
    expect(costOf(usage(10, 99, 0), { input: 1e6, cached: 0, output: 0 })).toBe(0);
  });
});

describe("the prices of the package", () => {
  test("are of providers that there are, above nothing, and cached input is not dearer than input", () => {
    expect(packagedPrices().size).toBeGreaterThan(20);
    for (const [name, { input, cached = input, output }] of packagedPrices()) {
      expect([name, findProvider(name.split(":")[0] ?? "")?.id]).toEqual([name, name.split(":")[0]]);
      expect([name, input > 0 && output >= input && cached <= input]).toEqual([name, true]);
    }
  });

  test("of a file are read, and refused whole where one is wrong", async () => {
    const folder = await mkdtemp(join(tmpdir(), "prices-"));
    const file = join(folder, "prices.json");
    await writeFile(
      file,
      JSON.stringify({ "openai:gpt-4o": { input: 1, output: 2 }, "deployment:a": { input: 0, output: 0 } }),
    );
    const prices = await readPrices("prices.json", folder);
    expect(prices.get("openai:gpt-4o")).toEqual({ input: 1, output: 2 });
    expect(prices.get("deployment:a")).toEqual({ input: 0, output: 0 });
    for (const [wrong, says] of [
      ['{"openai:x":{"input":-1,"output":1}}', /prices\.json: openai:x\.input/],
      ['{"openai:x":{"input":1}}', /prices\.json: openai:x\.output.*missing/],
      ['{"openai:x":{"input":1,"output":1,"outputs":1}}', /outputs.*did you mean "output"/],
      ['{"opnai:x":{"input":1,"output":1}}', /opnai.*did you mean "openai"/],
      ['{"openai:x":5}', /openai:x/],
      ["[", /prices\.json/],
      ["[]", /prices\.json.*a list/],
    ] as const) {
      await writeFile(file, wrong);
      await expect(readPrices("prices.json", folder)).rejects.toMatchObject({ name: "ConfigError" });
      await expect(readPrices("prices.json", folder)).rejects.toThrow(says);
    }
    await expect(readPrices("none.json", folder)).rejects.toThrow(/none\.json/);
    await rm(folder, { recursive: true });
  });

  test("may be given as they are, by names in any spelling, each model once", async () => {
    const prices = await readPrices(
      { "gpt-4o": { input: 1, output: 2, up_to: 5 }, "codex:gpt-5.5": { input: 3, output: 4 } },
      ".",
    );
    expect([...prices]).toEqual([
      ["openai:gpt-4o", { input: 1, output: 2, upTo: 5 }],
      ["openai:gpt-5.5", { input: 3, output: 4 }],
    ]);
    const twice = { "gpt-4o": { input: 1, output: 2 }, "openai:gpt-4o": { input: 1, output: 2 } };
    await expect(readPrices(twice, ".")).rejects.toThrow(/prices\.openai:gpt-4o: openai:gpt-4o has two prices/);
    expect((await readPrices(undefined, ".")).size).toBe(0);
  });
});
