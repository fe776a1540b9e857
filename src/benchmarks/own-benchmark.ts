import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import { toText } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import type { Row } from "../evals/datasets/dataset.ts";
import { readMapping } from "../evals/datasets/fields.ts";
import { readSample } from "../evals/datasets/sample.ts";
import type { Benchmark, BenchmarkRow, DataFile, Variant } from "./benchmark.ts";
import { declaredScoring, scoringSchema } from "./declared-scoring.ts";

const text = v.pipe(v.string(), v.minLength(1));
const whole = v.pipe(v.number(), v.integer(), v.minValue(1));
const shots = v.array(v.object({ input: v.string(), output: v.string() }));

const variantSchema = v.object({
  name: text,
  summary: v.optional(v.string(), ""),
  prompt: v.optional(text),
  system: v.optional(v.string()),
  shots: v.optional(shots),
  stop: v.optional(v.array(v.string())),
});

/** The shape of a benchmark of the user's own, as a YAML, JSON or TypeScript file. */
export const ownBenchmarkSchema = v.object({
  name: v.pipe(v.optional(text), v.description("The name of its runs; default the file's.")),
  summary: v.pipe(v.optional(v.string(), ""), v.description("One sentence for `bench show`.")),
  data: v.pipe(
    v.union([text, v.looseObject({})]),
    v.description("A file of rows beside this one, or `{url, name, sha256, licence}` to be downloaded and pinned."),
  ),
  fields: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description("Where the parts of a row stand, as in an eval file: `{input: question, target: answer}`."),
  ),
  row: v.pipe(
    v.optional(v.function()),
    v.description("In a TypeScript file: makes `{id, input, target, metadata}` of a row; null leaves it out."),
  ),
  prompt: v.pipe(v.optional(text, "{{input}}"), v.description("What is asked; fields of the row stand in `{{…}}`.")),
  system: v.pipe(v.optional(v.string()), v.description("A system message before the prompt.")),
  shots: v.pipe(v.optional(shots), v.description("Examples `{input, output}` that are shown before the question.")),
  variants: v.pipe(
    v.optional(v.array(v.unknown())),
    v.description("Other ways to ask: `{name, prompt, system, shots, stop}`; the first is the default."),
  ),
  temperature: v.pipe(v.optional(v.pipe(v.number(), v.minValue(0)), 0), v.description("Of the model's answers.")),
  maxTokens: v.pipe(v.optional(whole, 2_048), v.description("The most tokens of an answer.")),
  stop: v.pipe(v.optional(v.array(v.string())), v.description("Texts that end an answer.")),
  epochs: v.pipe(v.optional(whole, 1), v.description("Answers to each row.")),
  ...scoringSchema.entries,
  reducers: v.pipe(v.optional(v.array(v.unknown()), ["mean"]), v.description("Epochs to one score.")),
  groupBy: v.pipe(v.optional(text), v.description("A field of the rows; figures are also given per value.")),
  metric: v.pipe(v.optional(v.string()), v.description("What the score is, for `bench show`.")),
  plausible: v.pipe(
    v.optional(v.array(v.object({ model: v.string(), value: v.number(), source: v.optional(v.string(), "") })), []),
    v.description("Figures in percent that others reported; a result outside of them is warned of."),
  ),
  flaws: v.pipe(v.optional(v.array(v.string()), []), v.description("What is known to be wrong with the rows.")),
  plugins: v.pipe(v.optional(v.array(v.unknown())), v.description("Files with own verifiers and extractors.")),
});

const dataSchema = v.object({
  url: text,
  name: v.optional(text),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  licence: v.optional(v.string(), "not stated"),
});

/** A benchmark of the user's own, and what an eval needs of it beside the benchmark. */
export interface OwnBenchmark {
  readonly benchmark: Benchmark;
  /** The file of rows, relative to the benchmark's file; null where it is downloaded. */
  readonly path: string | null;
  /** The scoring as the store keeps it. */
  readonly scoring: { readonly [key: string]: Json };
  readonly plugins: readonly unknown[];
}

/** Reads the content of a benchmark file. Throws `ConfigError`. */
export function readOwnBenchmark(given: unknown, fileName: string): OwnBenchmark {
  const declared = readOptions({ schema: ownBenchmarkSchema }, given, "benchmark");
  const { extractions, counting, verifier, targetExtractors } = declared;
  const scoring = JSON.parse(JSON.stringify({ extractions, counting, verifier, target_extractors: targetExtractors }));
  const variants = readVariants(declared);
  const mapping = readMapping(declared.fields);
  const name = declared.name ?? fileName;
  const { file, path } = readData(declared.data);
  return {
    path,
    scoring,
    plugins: declared.plugins ?? [],
    benchmark: {
      name,
      summary: declared.summary,
      files: [file],
      rows: null,
      row: (raw, index) => {
        const made: unknown = declared.row === undefined ? undefined : declared.row(raw, index);
        return made === undefined ? mappedRow(raw, index, name, mapping) : madeRow(made, index, name);
      },
      variants,
      generation: { temperature: declared.temperature, maxTokens: declared.maxTokens, epochs: declared.epochs },
      reducers: JSON.parse(JSON.stringify(declared.reducers)),
      metric: declared.metric ?? `\`${counting ?? "the only extraction"}\` counts.`,
      ...(declared.groupBy === undefined ? {} : { groupBy: declared.groupBy }),
      plausible: declared.plausible,
      flaws: declared.flaws,
      scoring: (tools) => declaredScoring(scoring, tools),
    },
  };
}

type Declared = v.InferOutput<typeof ownBenchmarkSchema>;

function readVariants({ prompt, system, shots: shown, stop, variants }: Declared): readonly [Variant, ...Variant[]] {
  const base = { ...part("system", system), ...part("shots", shown), ...part("stop", stop) };
  const read = (variants ?? []).map((one, index): Variant => {
    const own = readOptions({ schema: variantSchema }, one, `variants[${index}]`);
    return {
      ...base,
      name: own.name,
      summary: own.summary,
      prompt: own.prompt ?? prompt,
      ...part("system", own.system),
      ...part("shots", own.shots),
      ...part("stop", own.stop),
    };
  });
  const [first, ...others] = read;
  return first === undefined ? [{ ...base, name: "default", summary: "", prompt }] : [first, ...others];
}

function part<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };
}

function readData(data: Declared["data"]): { readonly file: DataFile; readonly path: string | null } {
  if (typeof data === "string") {
    return { path: data, file: { name: data, url: data, sha256: null, bytes: null, licence: "your own" } };
  }
  const { url, name, sha256 = null, licence } = readOptions({ schema: dataSchema }, data, "data");
  const last = name ?? url.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "";
  if (!/^https?:\/\/./.test(url) || last === "") {
    throw new ConfigError("wrong_value", "is no address of a file", {
      place: "data.url",
      expected: "an address that begins with https:// and ends with the file's name",
      got: describe(url),
    });
  }
  return { path: null, file: { name: last, url, sha256, bytes: null, licence } };
}

function mappedRow(
  raw: Row,
  index: number,
  name: string,
  mapping: ReturnType<typeof readMapping>,
): BenchmarkRow | string {
  const { id, input, target, choices } = readSample(raw, mapping);
  const question = toText(input);
  if (question === null) return "it has no input; say where it stands: fields: { input: my_field }";
  return {
    id: id ?? `${name}/${index}`,
    input: question,
    target,
    ...(choices === undefined ? {} : { choices }),
    // Prompts and verifiers may ask for any field.
    fields: raw,
  };
}

const rowSchema = v.object({
  id: v.optional(v.union([v.string(), v.number()])),
  input: v.string(),
  target: v.optional(v.unknown(), null),
  choices: v.optional(v.array(v.string())),
  metadata: v.optional(v.record(v.string(), v.unknown())),
});

/** What a function of the user's made of a row. */
function madeRow(made: unknown, index: number, name: string): BenchmarkRow | string | null {
  if (made === null || typeof made === "string") return made;
  const read = v.safeParse(rowSchema, made);
  if (!read.success) return `row() made ${describe(made)}; expected { id, input, target, metadata }`;
  const { id, input, target, choices, metadata } = read.output;
  return {
    id: id === undefined ? `${name}/${index}` : `${id}`,
    input,
    target: JSON.parse(JSON.stringify(target ?? null)),
    ...(choices === undefined ? {} : { choices }),
    ...(metadata === undefined ? {} : { metadata: JSON.parse(JSON.stringify(metadata)) }),
  };
}
