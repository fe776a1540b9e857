import { benchmarkOptions } from "../../src/benchmarks/benchmark-verifier.ts";
import { ownBenchmarkSchema } from "../../src/benchmarks/own-benchmark.ts";
import { catalog } from "../../src/catalog.ts";
import { snakeCase } from "../../src/core/naming.ts";
import type { Alias } from "../../src/core/options.ts";
import { evalSchema } from "../../src/evals/config.ts";
import { fewShotSchema } from "../../src/evals/few-shot-choice.ts";
import { commandSchema, endpointAliases, endpointSchema, functionSchema } from "../../src/models/solver/choice.ts";
import { pipelineFileSchema } from "../../src/operations/verify/pipeline-file.ts";
import { evalJsonSchema } from "../schemas/config-schemas.ts";
import { type JsonSchema, optionProperties } from "../schemas/option-properties.ts";
import { code, typeText } from "./option-type.ts";
import { markdownTable } from "./table.ts";

interface Declared {
  readonly options?: unknown;
  readonly aliases?: Readonly<Record<string, Alias>>;
}

/** What holds other parts; in code these may be values, so their schemas tell no type. */
const PARTS: Readonly<Record<string, string>> = {
  extractors: "list of extractors",
  target_extractors: "list of extractors",
  verifier: "verifier",
  verifiers: "list of verifiers",
  scorers: "list of scorers",
  plugins: "list of files",
  reducers: "list of reducers",
  data: "list of rows",
};

/** The options of a type of the catalogue, or the keys of `eval`, `pipeline`, `scorer`, `few_shot` or a `solver`. Throws for another name. */
export function fieldTable(name: string): string {
  if (name === "scorer") return scorerTable();
  const { options, aliases = {} } = declared(name);
  if (options === undefined) return "No options.";
  const { properties, required, allOf } = optionProperties(options, aliases);
  const needed = new Set([...required, ...allOf.flatMap((one) => firstNames(one))]);
  const spelled = new Set(Object.keys(aliases).map(snakeCase));
  const rows = Object.entries(properties)
    .filter(([option]) => !spelled.has(option))
    .map(([option, schema]) => [
      [code(option), ...aliasesOf(option, aliases)].join("; "),
      PARTS[option] ?? typeText(schema),
      needed.has(option) ? "required" : defaultText(schema),
      String(schema["description"] ?? ""),
    ]);
  return markdownTable(["option", "type", "default", "meaning"], rows);
}

function declared(name: string): Declared {
  if (name === "eval") return { options: evalSchema };
  if (name === "pipeline") return { options: pipelineFileSchema };
  if (name === "few_shot") return { options: fewShotSchema };
  if (name === "solver function") return { options: functionSchema };
  if (name === "solver command") return { options: commandSchema };
  if (name === "solver url") return { options: endpointSchema, aliases: endpointAliases };
  if (name === "benchmark") return { options: benchmarkOptions };
  if (name === "own benchmark") return { options: ownBenchmarkSchema };
  const plugin = catalog.extractors.get(name) ?? catalog.verifiers.get(name);
  if (plugin === undefined) throw new Error(`there are no fields of "${name}"`);
  return plugin.definition as Declared;
}

/** The required options that have several spellings, by the one that is proposed. */
function firstNames(condition: JsonSchema): readonly string[] {
  const [first] = (condition["anyOf"] ?? []) as readonly { readonly required: readonly string[] }[];
  return first?.required ?? [];
}

function aliasesOf(option: string, aliases: Readonly<Record<string, Alias>>): readonly string[] {
  return Object.entries(aliases)
    .filter(([, alias]) => snakeCase(alias.to) === option)
    .map(([name, { invert }]) => `${code(snakeCase(name))}${invert === true ? " is its opposite" : " is the same"}`);
}

function defaultText({ default: value }: JsonSchema): string {
  if (value === undefined) return "";
  return value === "" ? "empty" : Array.isArray(value) && value.length === 0 ? "none" : code(value);
}

/** The keys that every scorer has, as the editors' schema of a verifier without options tells them. */
function scorerTable(): string {
  const definitions = evalJsonSchema()["definitions"] as Readonly<Record<string, JsonSchema>>;
  const variants = (definitions["scorer"]?.["oneOf"] ?? []) as readonly JsonSchema[];
  const plain = variants.find((variant) => variant["title"] === "mcq_match");
  const properties = Object.entries((plain?.["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const rows = properties.map(([name, schema]) =>
    name === "type"
      ? [code(name), "text", "required", "`pipeline`, or the type of a verifier, whose options stand beside it."]
      : [code(name), typeText(schema), "", String(schema["description"] ?? "")],
  );
  return markdownTable(["key", "type", "default", "meaning"], rows);
}
