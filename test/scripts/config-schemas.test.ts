import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { evalJsonSchema, pipelineJsonSchema } from "../../scripts/schemas/config-schemas.ts";
import { catalog } from "../../src/catalog.ts";
import { createBuilder } from "../../src/core/builder.ts";
import { snakeCase } from "../../src/core/naming.ts";
import { declaredKeys } from "../../src/core/standard-schema.ts";
import { planEval } from "../../src/evals/plan.ts";
import { systemEnvironment } from "../../src/operations/environment.ts";
import { initEval } from "../../src/operations/init/init.ts";
import cases from "../cases/config-schemas.json" with { type: "json" };
import { workplace } from "../doors/cli/command-line.ts";

const ajv = new Ajv({ strict: false, allErrors: true });
const fitsEval = ajv.compile(evalJsonSchema());
const fitsPipeline = ajv.compile(pipelineJsonSchema());
const builder = createBuilder(catalog);

function isBuilt(file: string, config: unknown): boolean {
  try {
    if (file === "eval") planEval(config, "test", () => builder, { limit: null, sampleIds: null });
    else builder.pipeline(config);
    return true;
  } catch {
    // Only whether it is refused is asked; the messages have tests of their own.
    return false;
  }
}

describe("the schema and veridic agree", () => {
  test.each(cases)("$file: $why", ({ file, config, accepted }) => {
    expect({ schema: (file === "eval" ? fitsEval : fitsPipeline)(config), veridic: isBuilt(file, config) }).toEqual({
      schema: accepted,
      veridic: accepted,
    });
  });
});

describe("every type of the catalogue", () => {
  const kinds = [
    ...[...catalog.verifiers.values()].map((plugin) => ["verifier", plugin.definition] as const),
    ...[...catalog.extractors.values()].map((plugin) => ["extractor", plugin.definition] as const),
  ].map(([kind, definition]) => [kind, definition.type, definition] as const);
  const schemas = pipelineJsonSchema()["definitions"] as Readonly<
    Record<string, { readonly oneOf: readonly Variant[] }>
  >;
  interface Variant {
    readonly title: string;
    readonly description: string;
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  }

  test.each(kinds)("%s %s stands with its summary, its options and their descriptions", (kind, type, definition) => {
    const variant = schemas[kind]?.oneOf.find((one) => one.title === type);
    expect(variant?.description).toBe(definition.summary);
    const options = [...(declaredKeys(definition.options ?? {}) ?? []), ...Object.keys(definition.aliases ?? {})];
    const { type: _type, ...properties } = variant?.properties ?? {};
    expect(Object.keys(properties).sort()).toEqual(options.map(snakeCase).sort());
    for (const property of Object.values(properties)) expect(property.description).toMatch(/\w/);
  });

  test.each(kinds)("%s %s has no option of an unknown name", (kind, type) => {
    const part = { type, an_option_that_no_type_has: 1 };
    const verifier = kind === "verifier" ? part : { type: "exact_match" };
    const extractors = kind === "extractor" ? [part] : [];
    expect(fitsPipeline({ extractors, verifier })).toBe(false);
    expect(isBuilt("pipeline", { extractors, verifier })).toBe(false);
  });
});

test("types of plug-ins are let through with any options, in every place", () => {
  const own = { type: "acme/word_count", most: 50, any: { thing: [1] } };
  expect(fitsPipeline({ plugins: ["./acme.ts"], extractors: [own], verifier: own })).toBe(true);
  expect(fitsEval({ dataset: "rows.jsonl", plugins: ["./acme.ts"], scorers: [own] })).toBe(true);
});

test("an option that says the opposite has the opposite default", () => {
  const text = JSON.stringify(pipelineJsonSchema());
  expect(text).toContain('"ignore_case":{"type":"boolean","default":true');
  expect(text).toContain(
    '"case_sensitive":{"type":"boolean","default":false,"description":"The opposite of `ignore_case`."',
  );
});

test("the schemas are valid draft-07 schemas with names of their own", () => {
  for (const schema of [evalJsonSchema(), pipelineJsonSchema()]) {
    expect(schema["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
    expect(ajv.validateSchema(schema)).toBe(true);
  }
  expect(evalJsonSchema()["$id"]).not.toBe(pipelineJsonSchema()["$id"]);
});

test.each(["eval", "letters", "texts"])("the quickstart's %s.yaml fits", (name) => {
  const config = parse(readFileSync(`examples/quickstart/${name}.yaml`, "utf8"));
  expect({ fits: fitsEval(config), errors: fitsEval.errors }).toEqual({ fits: true, errors: null });
});

test("the evals that init writes fit", async () => {
  await using place = workplace();
  const environment = { ...systemEnvironment(new AbortController().signal), folder: place.folder, variables: {} };
  await initEval({ folder: "sample" }, environment);
  for (const [kind, label] of Object.entries({ numbers: "42", marked: "#### 42", letters: "B", texts: "Paris" })) {
    await place.write({ [`${kind}.jsonl`]: `${JSON.stringify({ question: "q", response: "r", label })}\n` });
    await initEval({ folder: kind, dataset: `${kind}.jsonl` }, environment);
  }
  for (const folder of ["sample", "numbers", "marked", "letters", "texts"]) {
    const config = parse(await place.read(`${folder}/eval.yaml`));
    expect({ folder, fits: fitsEval(config) }).toEqual({ folder, fits: true });
    // The same with a letter left out is refused, so the editor would have shown it.
    expect(fitsEval({ ...config, scorers: [{ ...config.scorers[1], referenc_field: "a" }] })).toBe(false);
  }
});
