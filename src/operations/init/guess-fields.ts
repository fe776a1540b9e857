import type { Row } from "../../evals/datasets/dataset.ts";
import { type Column, columnsOf } from "./columns.ts";

export type SamplePart = "input" | "output" | "target";

/** Which field probably holds a part of a sample, judged by the field's name. */
export interface FieldGuess {
  readonly part: SamplePart;
  /** A dotted path. */
  readonly field: string;
  /** Fields whose names would fit as well or nearly so, best first. */
  readonly others: readonly string[];
}

/**
 * What a word in a field's name says. `answer` is weak on purpose: beside a prediction it is the target, beside a label
 * it is what the model wrote.
 */
const WORDS: Readonly<Record<SamplePart, ReadonlyMap<string, number>>> = {
  input: weighed([
    [10, "input question prompt"],
    [8, "query instruction problem task request inputs questions prompts"],
    [4, "user context text"],
  ]),
  output: weighed([
    [10, "output outputs prediction response"],
    [
      8,
      "predictions predicted pred responses completion completions generated generation reply hypothesis candidate actual",
    ],
    [7, "model assistant llm"],
    [4, "result results"],
    [3, "answer answers"],
  ]),
  target: weighed([
    [10, "target truth expected reference label"],
    [8, "targets gold golden references labels ref correct solution ideal"],
    [5, "answer answers"],
  ]),
};

/** A field with such a word tells something about a part and is none: `output_tokens`, `is_correct`, `prompt_id`. */
const ABOUT = new Set(
  (
    "id ids index uid uuid hash is has num n count tokens token length len time date timestamp created latency cost " +
    "price usage score scores rating split source url path version status error topic category tag tags language lang"
  ).split(" "),
);

/** What a part must reach at least: one word of little weight is no guess. */
const LEAST = 3;

/** Guesses by name; a part that no name fits is left out. No field gets two parts. */
export function guessFields(rows: readonly Row[]): readonly FieldGuess[] {
  const fits = columnsOf(rows).flatMap((column) => fitsOf(column));
  // The surest first; of equals the one that more rows fill, then the one that stands earlier.
  fits.sort((a, b) => b.weight - a.weight || b.column.filled - a.column.filled || a.column.place - b.column.place);
  const taken = new Map<SamplePart, Column>();
  for (const { part, column } of fits) {
    if (!taken.has(part) && ![...taken.values()].includes(column)) taken.set(part, column);
  }
  return [...taken].map(([part, column]) => ({
    part,
    field: column.field,
    others: fits
      .filter((fit) => fit.part === part && ![...taken.values()].includes(fit.column))
      .map((fit) => fit.column.field),
  }));
}

interface Fit {
  readonly part: SamplePart;
  readonly column: Column;
  readonly weight: number;
}

function fitsOf(column: Column): readonly Fit[] {
  const words = wordsOf(column.field);
  if (words.some((word) => ABOUT.has(word))) return [];
  const weight = (part: SamplePart) => Math.max(0, ...words.map((word) => WORDS[part].get(word) ?? 0));
  const target = weight("target");
  // "expected_output" and "reference_answer" are targets, whatever else they are called.
  const parts: readonly SamplePart[] = target >= 8 ? ["target"] : ["input", "output", "target"];
  const best = Math.max(...parts.map(weight));
  return parts
    .map((part) => ({ part, column, weight: weight(part) }))
    .filter((fit) => fit.weight >= LEAST && (fit.weight === best || best < 7))
    .map((fit) => (column.flags ? { ...fit, weight: fit.weight - 4 } : fit))
    .filter((fit) => fit.weight >= LEAST);
}

/** `modelAnswer`, `model_answer` and `model answer` are the same words. */
function wordsOf(field: string): readonly string[] {
  return field
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

function weighed(lists: readonly (readonly [weight: number, words: string])[]): ReadonlyMap<string, number> {
  return new Map(lists.flatMap(([weight, words]) => words.split(" ").map((word): [string, number] => [word, weight])));
}
