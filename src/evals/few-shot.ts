import { ConfigError } from "../core/errors.ts";
import type { Message } from "../core/model.ts";
import { fieldsIn, fillPlaces, readPlaces, type TextPart } from "../core/places.ts";
import { collapseSpace } from "../core/text.ts";
import type { Row } from "./datasets/dataset.ts";
import type { FieldMapping } from "./datasets/fields.ts";
import { type Example, readExamples } from "./example.ts";
import { drawIndexes, type FewShotChoice } from "./few-shot-choice.ts";
import { type Prompt, readValues } from "./prompt.ts";

export interface FewShot {
  /** How many stand before a question. */
  readonly rows: number;
  /** Those that are shown, then the spare ones; null where they were not read from their file yet. */
  readonly examples: readonly Example[] | null;
  /** How a question reads in an example. */
  readonly question: readonly TextPart[];
  readonly style: "messages" | "text";
  readonly targetDelimiter: string;
  readonly fewshotDelimiter: string;
}

/** The examples of a choice, filled in. Throws a `ConfigError` for one that has no question or no answer. */
export function readFewShot(choice: FewShotChoice, prompt: Prompt, mapping: FieldMapping): FewShot {
  const asked = prompt.messages.findLast(({ role }) => role === "user")?.parts;
  const question = choice.input === undefined ? asked : readPlaces(choice.input);
  if (question === undefined || asked === undefined) {
    throw new ConfigError("wrong_value", "there is no question that examples could stand before", {
      place: "few_shot",
      expected: "a prompt with a message of the user",
    });
  }
  const { examples: given, style = "messages" } = choice;
  const rows = choice.rows ?? given?.length ?? 0;
  const output = choice.output === undefined ? null : readPlaces(choice.output);
  const drawn = given === undefined ? null : drawnFrom(given, rows, choice.seed);
  const examples = drawn === null ? null : readExamples(drawn, { question, output, mapping });
  if (style === "text" && examples?.some(({ images }) => images !== undefined)) {
    throw new ConfigError("wrong_value", "a text cannot hold the images of examples", {
      place: "few_shot.style",
      expected: "messages",
    });
  }
  const { targetDelimiter = " ", fewshotDelimiter = "\n\n" } = choice;
  return { rows, examples, question, style, targetDelimiter, fewshotDelimiter };
}

function drawnFrom<T>(items: readonly T[], rows: number, seed: number | undefined): readonly T[] {
  return drawIndexes(items.length, rows, seed).flatMap((index) => items.slice(index, index + 1));
}

/**
 * The messages with the examples before the question. The row under test is none of them, wherever they come from: it is
 * told by its question and images, so a copy of it in another file is left out too.
 */
export function withExamples(
  messages: readonly Message[],
  fewShot: FewShot,
  asked: { readonly row: Row; readonly mapping: FieldMapping },
): readonly Message[] {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const question = messages[at];
  if (question === undefined) return messages;
  const own = new Set([question.content, ownQuestion(fewShot, asked)].map(collapseSpace));
  const images = JSON.stringify(question.images ?? []);
  const shown = (fewShot.examples ?? [])
    .filter((one) => !own.has(collapseSpace(one.input)) || JSON.stringify(one.images ?? []) !== images)
    .slice(0, fewShot.rows);
  const before = messages.slice(0, at);
  const after = messages.slice(at + 1);
  if (fewShot.style === "text") {
    const { targetDelimiter, fewshotDelimiter } = fewShot;
    const texts = shown.map(({ input, output }) => `${input}${targetDelimiter}${output}`);
    return [...before, { ...question, content: [...texts, question.content].join(fewshotDelimiter) }, ...after];
  }
  return [...before, ...shown.flatMap(toMessages), question, ...after];
}

/** How the row under test would read as an example; empty where it lacks a field for that. */
function ownQuestion({ question }: FewShot, { row, mapping }: { row: Row; mapping: FieldMapping }): string {
  const values = readValues(fieldsIn(question), row, mapping);
  return "missing" in values ? "" : fillPlaces(question, (field) => values.texts.get(field) ?? "");
}

function toMessages({ input, output, images }: Example): readonly Message[] {
  return [
    { role: "user", content: input, ...(images === undefined ? {} : { images }) },
    { role: "assistant", content: output },
  ];
}
