import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readCriteria } from "../../src/select/input/criteria.ts";
import { everyFault, faultStorm } from "../../src/testing/fault-storm.ts";
import { startModelServer } from "../../src/testing/model-server.ts";
import { workplace } from "../doors/cli/command-line.ts";
import { inForm } from "../operations/selection/judge-answer.ts";
import { type Folder, makeFolder, runShell } from "../process/program.ts";

const skill = resolve("skills/llm-as-verifier");
const examples = ["code-patch-selection.json", "weighted-ensemble-selection.json"] as const;

function frontMatter(path: string): Readonly<Record<string, string>> {
  const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(path, "utf8")) ?? [];
  return parse(head);
}

describe("the skill", () => {
  test("has a name and a description that agents accept", () => {
    const { name, description = "" } = frontMatter(join(skill, "SKILL.md"));
    expect(name).toBe("llm-as-verifier");
    expect(description.length).toBeLessThanOrEqual(1_024);
    for (const words of ["compare candidate patches", "rank multiple solutions", "pick the best trajectory"]) {
      expect(description).toContain(words);
    }
  });

  test("names no file that it does not have", () => {
    for (const page of ["SKILL.md", "references/criteria-recipes.md", "references/research-notes.md"]) {
      const text = readFileSync(join(skill, page), "utf8");
      for (const [, path = ""] of text.matchAll(/\b((?:references|examples|scripts)\/[\w.-]+)/g)) {
        expect(() => readFileSync(join(skill, path)), path).not.toThrow();
      }
    }
  });

  test("has recipes of three to five criteria that do not overlap", () => {
    const text = readFileSync(join(skill, "references/criteria-recipes.md"), "utf8");
    const recipes = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json));
    expect(recipes.length).toBeGreaterThan(4);
    for (const recipe of recipes) {
      const { criteria, warnings } = readCriteria(recipe, "criteria");
      expect(warnings).toEqual([]);
      expect(criteria.length).toBeGreaterThanOrEqual(3);
      expect(criteria.length).toBeLessThanOrEqual(5);
    }
  });

  test("shows an input that the command takes", async () => {
    const text = readFileSync(join(skill, "SKILL.md"), "utf8");
    const [, json = ""] = /### The input\n\n```json\n([\s\S]*?)```/.exec(text) ?? [];
    await using place = workplace();
    await place.write({
      "in.json": json,
      "a.patch": "the patch",
      "a-tests.log": "8 passed",
      "spec.md": "what is asked",
    });
    const { exitCode, err } = await place.run(["compare", "--input", "in.json", "--mock"]);
    expect([exitCode, err.includes("error")]).toEqual([0, false]);
  });
});

describe.each(examples)("the example %s", (example) => {
  test("runs from the command line in mock mode, with the same winner whichever profile counts", async () => {
    await using place = workplace();
    const winners = new Set<string>();
    for (const profile of ["default", "reference", "runner"]) {
      const flags = ["--mock", "--profile", profile, "--output", "out.json"];
      const { exitCode, err } = await place.run(["compare", "--input", join(skill, "examples", example), ...flags]);
      expect([profile, exitCode, err.includes("error")]).toEqual([profile, 0, false]);
      const { ok, result } = JSON.parse(await place.read("out.json"));
      expect(ok).toBe(true);
      expect(result.warnings.join("\n")).toContain("mock smoke test");
      winners.add(result.winner);
    }
    expect([...winners]).toEqual([JSON.parse(readFileSync(join(skill, "examples", example), "utf8")).candidates[0].id]);
  });

  test("runs through a storm of faults, judged by three", async () => {
    const faults = everyFault.filter(({ kind }) => kind !== "hang" && kind !== "huge");
    const server = await startModelServer({
      answer: judgeOfWords,
      misbehave: faultStorm({ seed: 11, share: 0.15, faults }),
    });
    try {
      await using place = workplace();
      const given = JSON.parse(readFileSync(join(skill, "examples", example), "utf8"));
      const { backend: _backend, modelWeights: _weights, ...rest } = given;
      const names = ["one", "two", "three"];
      const input = {
        ...rest,
        models: names.map((name) => `deployment:${name}`),
        model_weights: { "deployment:three": 2 },
        deployments: Object.fromEntries(names.map((model) => [model, { base_url: `${server.url}/v1`, model }])),
      };
      await place.write({ "in.json": JSON.stringify(input) });
      const { exitCode, err } = await place.run(["compare", "--input", "in.json", "--output", "out.json"]);
      expect([exitCode, exitCode === 0 ? "" : err]).toEqual([0, ""]);
      const { result } = JSON.parse(await place.read("out.json"));
      expect(result.winner).toBe(given.candidates[0].id);
      expect(new Set(server.requests.map(({ model }) => model))).toEqual(new Set(names));
      const weights = result.models.map((one: { model: string; weight: number }) => [one.model, one.weight]);
      expect(Object.fromEntries(weights)).toEqual({ "deployment:one": 1, "deployment:two": 1, "deployment:three": 2 });
    } finally {
      await server.close();
    }
  });
});

/** A judge that likes what was verified and dislikes what failed. */
function judgeOfWords(prompt: string): string {
  const texts = [...prompt.matchAll(/<<<BEGIN candidate(?: [AB])? [0-9a-f]+>>>\n([\s\S]*?)\n<<<END candidate/g)];
  const letters = texts.map(([, text = ""]) => (/error/.test(text) ? "Q" : /not verified/.test(text) ? "K" : "B"));
  return inForm(prompt, letters);
}

describe("the runner", () => {
  const run = (folder: Folder, path: string, argv: string) =>
    runShell(`${process.execPath} ${path}/scripts/lav-runner.mjs ${argv}`, { folder: folder.path });

  test("runs the examples from within the package", async () => {
    await using folder = makeFolder();
    for (const example of examples) {
      const { code, err } = await run(folder, skill, `--input ${skill}/examples/${example} --output out.json --mock`);
      expect([code, err]).toEqual([0, ""]);
      expect(JSON.parse(await folder.read("out.json"))).toMatchObject({
        ok: true,
        config: { mode: "compare", mock: true },
      });
    }
  });

  test("runs from a copy of the skill where the package is installed beside it, and prints without an output", async () => {
    await using folder = makeFolder();
    const copy = await copied(folder);
    await mkdir(folder.at("node_modules"));
    await symlink(resolve("."), folder.at("node_modules/veridic"));
    const { code, out } = await run(
      folder,
      copy,
      `-i ${copy}/examples/code-patch-selection.json --mock --store :memory:`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, result: { winner: "check-on-read" } });
  });

  test("says where it looked for the package, in the output file too", async () => {
    await using folder = makeFolder();
    const copy = await copied(folder);
    const { code, err } = await run(folder, copy, "--input in.json --output out.json --mock");
    expect(code).toBe(2);
    expect(err).toContain("npm install veridic");
    const { ok, error } = JSON.parse(await folder.read("out.json"));
    expect([ok, error.code]).toEqual([false, "not_installed"]);
    expect(error.message).toContain(dirname(copy));
  });

  test("audits a single candidate, and passes on what is wrong with an input", async () => {
    await using folder = makeFolder();
    const given = JSON.parse(readFileSync(join(skill, "examples", examples[0]), "utf8"));
    await folder.write("one.json", JSON.stringify({ ...given, candidates: given.candidates.slice(0, 1) }));
    await folder.write("none.json", JSON.stringify({ ...given, criteria: [] }));
    const one = await run(folder, skill, "--input one.json --output one-out.json --mock");
    expect([one.code, one.err]).toEqual([0, ""]);
    expect(JSON.parse(await folder.read("one-out.json")).config.mode).toBe("audit");
    const none = await run(folder, skill, "--input none.json --output none-out.json");
    expect(none.code).toBe(2);
    expect(JSON.parse(await folder.read("none-out.json"))).toMatchObject({ ok: false, error: { code: "no_criteria" } });
  });

  test("wants an input", async () => {
    await using folder = makeFolder();
    const { code, err } = await run(folder, skill, "--mock");
    expect(code).toBe(2);
    expect(err).toContain("usage:");
    expect((await run(folder, skill, "--help")).code).toBe(0);
  });

  async function copied(folder: Folder): Promise<string> {
    const copy = folder.at(".agents/skills/llm-as-verifier");
    await cp(skill, copy, { recursive: true });
    return copy;
  }
});

test("every prompt tells what it is for, and those that take words have a place for them", () => {
  const prompts = readdirSync("prompts").filter((name) => name.endsWith(".md"));
  expect(prompts).toEqual(["audit-candidate.md", "compare-patches.md", "ensemble-verifier.md"]);
  for (const name of prompts) {
    const { description, "argument-hint": hint } = frontMatter(join("prompts", name));
    expect(description?.length).toBeGreaterThan(20);
    expect(hint?.length).toBeGreaterThan(0);
    expect(readFileSync(join("prompts", name), "utf8")).toContain("$ARGUMENTS");
  }
  for (const name of ["lav-smoke.md", "lav-ensemble-smoke.md"]) {
    expect(frontMatter(join("prompts/smoke", name))["description"]?.length).toBeGreaterThan(20);
  }
});
