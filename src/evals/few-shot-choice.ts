import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import { createRandom, sampleIndexes } from "../core/random.ts";
import { described } from "./described.ts";

const text = v.optional(v.string());

/** The most examples of one question. */
const MOST = 1_000;
/** Rows drawn beyond those that are shown: one takes the place of an example that is the row under test itself. */
const SPARES = 4;

/** Examples before the question, as `few_shot` of an eval says. */
export const fewShotSchema = v.object({
  rows: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST))),
    "How many; default all of `examples`, and all of a `file` of up to 20 rows.",
  ),
  file: described(
    v.optional(v.pipe(v.string(), v.minLength(1))),
    "A data set that they are taken from; without it and without `examples` from the rows of the eval itself.",
  ),
  examples: described(v.optional(v.array(v.unknown())), "The examples themselves: `{input, output}`, or rows."),
  seed: described(
    v.optional(v.pipe(v.number(), v.integer())),
    "A random choice by this seed instead of the first ones. The order stays that of the rows.",
  ),
  input: described(text, "The question of an example, with `{{field}}`; default the last user message of the prompt."),
  output: described(text, "Its answer, with `{{field}}`; default the row's target, else its label, else its output."),
  style: described(
    v.optional(v.picklist(["messages", "text"])),
    "`messages`: a message of the user and one of the assistant each (default); `text`: all in the last user message.",
  ),
  targetDelimiter: described(text, "With `style: text`: between question and answer; default a blank."),
  fewshotDelimiter: described(text, "With `style: text`: between two examples; default an empty line."),
});

/** `few_shot` as it was written. */
export interface FewShotChoice extends v.InferOutput<typeof fewShotSchema> {}

/** Reads the keys of `few_shot`, or its short forms: a number, a file, a list. Throws `ConfigError`. */
export function readFewShotChoice(given: unknown): FewShotChoice {
  const read = (map: unknown) => readOptions({ schema: fewShotSchema }, map, "few_shot");
  if (typeof given === "number") return read({ rows: given });
  if (typeof given === "string") return read({ file: given });
  const choice = read(Array.isArray(given) ? { examples: given } : given);
  const { file, examples, rows } = choice;
  if (file !== undefined && examples !== undefined) {
    throw new ConfigError("given_twice", "the examples come from a file and stand here", {
      place: "few_shot",
      hint: "keep one of file and examples",
    });
  }
  if (file === undefined && examples === undefined && rows === undefined) {
    throw new ConfigError("missing_option", "is missing", { place: "few_shot.rows", expected: "how many" });
  }
  if (examples !== undefined && (examples.length === 0 || (rows ?? 0) > examples.length)) {
    throw new ConfigError("wrong_value", "there are not so many examples", {
      place: "few_shot.examples",
      expected: `${rows ?? 1} or more`,
      got: describe(examples),
    });
  }
  return choice;
}

/** Which of so many rows are shown, in their order, and behind them the spare ones. */
export function drawIndexes(total: number, rows: number, seed: number | undefined): readonly number[] {
  if (seed === undefined) return Array.from({ length: Math.min(total, rows + SPARES) }, (_, index) => index);
  const random = createRandom(seed);
  const shown = [...sampleIndexes(total, Math.min(rows, total), random)];
  const taken = new Set(shown);
  const others = sampleIndexes(total - shown.length, SPARES, random);
  const spares: number[] = [];
  for (let index = 0, other = 0; index < total && spares.length < others.length; index++) {
    if (taken.has(index)) continue;
    if (other === others[spares.length]) spares.push(index);
    other++;
  }
  return [...shown, ...spares];
}
