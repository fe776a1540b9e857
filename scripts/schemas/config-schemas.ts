import { catalog } from "../../src/catalog.ts";
import { pipelineSchema } from "../../src/core/builder.ts";
import { camelCase } from "../../src/core/naming.ts";
import type { Alias } from "../../src/core/options.ts";
import { evalSchema } from "../../src/evals/config.ts";
import { datasetSchema } from "../../src/evals/dataset-choice.ts";
import { fewShotSchema } from "../../src/evals/few-shot-choice.ts";
import { commandSchema, endpointAliases, endpointSchema, functionSchema } from "../../src/models/solver/choice.ts";
import { pluginEntry } from "../../src/operations/isolated/plugins.ts";
import { pipelineFileSchema } from "../../src/operations/verify/pipeline-file.ts";
import { version } from "../../src/version.ts";
import { closedObject, type JsonSchema, type KnownParts, optionProperties } from "./option-properties.ts";

const EXTRACTOR = { $ref: "#/definitions/extractor" };
const VERIFIER = { $ref: "#/definitions/verifier" };
const SCORER = { $ref: "#/definitions/scorer" };

/** Options that hold other parts. In code these may be values, so their own schemas let anything through. */
const REDUCER_NAMES = ["mean", "median", "mode", "max"];
const COUNTING_REDUCERS = ["at_least_k", "pass_at_k", "pass_k"];

const REDUCER = {
  anyOf: [
    { enum: REDUCER_NAMES },
    { type: "string", pattern: "^(at_least|pass_at|pass_k|pass)_[1-9][0-9]*$" },
    ...COUNTING_REDUCERS.map((name) => ({
      type: "object",
      properties: { [name]: { type: "integer", minimum: 1 } },
      required: [name],
      additionalProperties: false,
    })),
  ],
};

const PARTS: KnownParts = {
  extractors: { type: "array", items: EXTRACTOR },
  targetExtractors: { type: "array", items: EXTRACTOR },
  verifier: { allOf: [VERIFIER] },
  verifiers: { type: "array", items: VERIFIER, minItems: 1 },
  scorers: { type: "array", items: SCORER, minItems: 1 },
  plugins: {
    type: "array",
    items: {
      anyOf: [{ type: "string" }, closedObject(optionProperties(pluginEntry), { type: "object" })],
    },
  },
  reducers: { type: "array", items: REDUCER },
};

/** The schema of eval files, for editors. */
export function evalJsonSchema(): JsonSchema {
  const dataset = {
    anyOf: [{ type: "string", minLength: 1 }, closedObject(optionProperties(datasetSchema), { type: "object" })],
  };
  const parts = { ...PARTS, dataset, solver: solver(), fewShot: fewShot() };
  const options = optionProperties(evalSchema, { evalName: { to: "name" } }, parts);
  return closedObject(options, {
    ...heading("eval", "An eval of veridic: recorded outputs, and what is checked about them."),
    // Rows come from one place; `readEvalConfig` refuses both and neither.
    oneOf: [{ required: ["dataset"] }, { required: ["data"] }],
    definitions: { extractor: extractors(), verifier: verifiers(), scorer: scorers() },
  });
}

/** A module and one of its exports. In code it may be the function itself. */
const FUNCTION = { type: "string", pattern: "^[^#]+#[^#]+$" };

function solver(): JsonSchema {
  return {
    anyOf: [
      FUNCTION,
      closedObject(optionProperties(functionSchema, {}, { function: FUNCTION }), { title: "a function" }),
      closedObject(optionProperties(commandSchema), { title: "a program" }),
      closedObject(optionProperties(endpointSchema, endpointAliases), { title: "an address" }),
    ],
  };
}

function fewShot(): JsonSchema {
  const { properties, ...rest } = optionProperties(fewShotSchema);
  return {
    anyOf: [
      properties["rows"] ?? {},
      properties["file"] ?? {},
      { ...properties["examples"], minItems: 1 },
      closedObject(
        { ...rest, properties: { ...properties, examples: { ...properties["examples"], minItems: 1 } } },
        { anyOf: ["rows", "file", "examples"].map((name) => ({ required: [name] })) },
      ),
    ],
  };
}

/** The schema of pipeline files, for editors. */
export function pipelineJsonSchema(): JsonSchema {
  return closedObject(optionProperties(pipelineFileSchema, {}, PARTS), {
    ...heading("pipeline", "A pipeline of veridic: extractors find the answer, a verifier checks it."),
    definitions: { extractor: extractors(), verifier: verifiers() },
  });
}

/** An editor does not fetch an address that is a name, so a file in the package needs no server. */
function heading(name: string, description: string): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: `urn:veridic:${version}:schemas:${name}`,
    title: `veridic ${name}`,
    description,
  };
}

interface Definition {
  readonly type: string;
  readonly summary: string;
  readonly options?: unknown;
  readonly aliases?: Readonly<Record<string, Alias>>;
}

/** What every scorer has beside the options of its verifier. */
const SCORER_KEYS: Readonly<Record<string, JsonSchema>> = {
  name: { type: "string", minLength: 1, description: "The name under which its scores stand; default the type." },
  reference_field: {
    type: "string",
    description: "The field of the row with the target, as a dotted path; default the row's target, else its label.",
  },
  time_limit: {
    type: "number",
    exclusiveMinimum: 0,
    description: "Seconds that a check by code of your own may take, models left out; default 600.",
  },
};

const RANGE: JsonSchema = {
  type: "array",
  items: { type: "number" },
  minItems: 2,
  maxItems: 2,
  description: "The lowest and the highest value that the verifier gives, where these are not 0 and 1.",
};

function extractors(): JsonSchema {
  return oneOf([...catalog.extractors.values()].map((plugin) => variant(plugin.definition as Definition)));
}

function verifiers(): JsonSchema {
  return oneOf([...catalog.verifiers.values()].map((plugin) => variant(plugin.definition as Definition)));
}

function scorers(): JsonSchema {
  const pipeline = {
    type: "pipeline",
    summary: "Extractors find the answer, a verifier checks it.",
    options: pipelineSchema,
  };
  return oneOf([
    variant(pipeline, SCORER_KEYS),
    ...[...catalog.verifiers.values()].map((plugin) =>
      variant(plugin.definition as Definition, { ...SCORER_KEYS, range: RANGE }),
    ),
  ]);
}

/** One type with its options. A scorer's own keys are accepted in camelCase too. */
function variant(
  { type, summary, options, aliases }: Definition,
  own: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const read = optionProperties(options, aliases, PARTS);
  const patternProperties = Object.fromEntries(
    Object.entries(own)
      .filter(([key]) => key.includes("_"))
      .map(([key, schema]) => [`^${camelCase(key)}$`, schema]),
  );
  return closedObject(
    { ...read, patternProperties: { ...read.patternProperties, ...patternProperties } },
    { title: type, description: summary, properties: { type: { const: type }, ...own }, required: ["type"] },
  );
}

/** The types that veridic brings, told apart by `type`, and those of plug-ins, whose options are not known here. */
function oneOf(variants: readonly JsonSchema[]): JsonSchema {
  const plugin = {
    type: "object",
    title: "a plug-in",
    description: "A type of a plug-in; it holds a slash.",
    properties: { type: { type: "string", pattern: "/" } },
    required: ["type"],
  };
  return { type: "object", required: ["type"], oneOf: [...variants, plugin] };
}
