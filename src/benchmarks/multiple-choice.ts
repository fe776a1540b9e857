import { createRandom } from "../core/random.ts";
import { noAnswer, right, wrong } from "../core/score.ts";
import { toText } from "../core/text.ts";
import type { Json, Verifier } from "../core/types.ts";
import { mcq } from "../extractors/mcq.ts";
import { stripReasoning } from "../extractors/strip-reasoning.ts";
import { mcqMatch } from "../verifiers/mcq-match.ts";
import type { BenchmarkRow, Variant } from "./benchmark.ts";
import { readBy } from "./read-by.ts";
import { sideBySide } from "./side-by-side.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

interface Question {
  readonly id: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Its place among the options. */
  readonly right: number;
  /** Options in an order of their own, drawn by this seed; the published order tells the answer. */
  readonly shuffleSeed?: number;
  readonly subject?: string | null;
}

/** A question with lettered options; a sentence where it cannot be asked. */
export function choiceRow({ id, question, options, right: at, shuffleSeed, subject }: Question): BenchmarkRow | string {
  if (options.length < 2 || options.length > LETTERS.length) return `expected 2 to 26 options, got ${options.length}`;
  if (!Number.isInteger(at) || at < 0 || at >= options.length) return "the answer is none of the options";
  const order = shuffleSeed === undefined ? options.map((_, index) => index) : shuffled(options.length, shuffleSeed);
  const texts = order.map((index) => options[index] ?? "");
  const lines = texts.map((text, index) => `${LETTERS[index]}) ${text}`);
  return {
    id,
    input: `${question.trim()}\n\n${lines.join("\n")}`,
    target: LETTERS[order.indexOf(at)] ?? null,
    choices: texts,
    ...(shuffleSeed === undefined && subject == null
      ? {}
      : {
          metadata: {
            ...(subject == null ? {} : { subject }),
            ...(shuffleSeed === undefined ? {} : { option_order: order }),
          },
        }),
  };
}

/** Fisher and Yates, from the end. */
function shuffled(length: number, seed: number): readonly number[] {
  const random = createRandom(seed);
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const drawn = random.below(last + 1);
    [order[last], order[drawn]] = [order[drawn] ?? 0, order[last] ?? 0];
  }
  return order;
}

/** The texts of a list; null where it is none, or holds anything else. */
export function textsOf(value: Json | undefined): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts = value.map((one: Json) => toText(one));
  return texts.every((text) => text !== null) ? texts : null;
}

/** The place of the right option as a row gives it; -1 where it gives none. What is blank or null is not the first one. */
export function placeIn(value: Json | undefined): number {
  if (typeof value === "number") return Number.isInteger(value) ? value : -1;
  return typeof value === "string" && /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : -1;
}

/** Chain of thought, then a letter on the last line; and the letter at once. */
export const CHOICE_VARIANTS: readonly [Variant, Variant] = [
  {
    name: "cot",
    summary: "Chain of thought without examples; the last line is to be `Answer: X`.",
    prompt:
      "Answer the following multiple-choice question. Reason step by step. The last line of your reply must be of the form `Answer: X`, where X is the letter of one option.\n\n{{input}}",
  },
  {
    name: "direct",
    summary: "The letter alone.",
    prompt:
      "Answer the following multiple-choice question with the letter of one option and nothing else.\n\n{{input}}",
  },
];

export const CHOICE_METRIC =
  "`final` counts: the option that the reply declares, by letter or text; `strict` wants the asked-for form `Answer: X`.";

/** Letters that are read out of generated answers, in two ways. */
export function choiceScoring(): Verifier {
  return sideBySide(
    [
      {
        name: "final",
        score: readBy({
          extractors: [stripReasoning().run, mcq().run],
          targetExtractors: [],
          verifier: mcqMatch().score,
        }),
      },
      { name: "strict", score: askedForm },
    ],
    "final",
  );
}

/** The last line that has the form that was asked for. */
const askedForm: Verifier = ({ output, targets }) => {
  const said = output
    .split("\n")
    .map((line) => /^\s*Answer:\s{0,4}([A-Z])\s*$/.exec(line)?.[1])
    .findLast((letter) => letter !== undefined);
  if (said === undefined) return noAnswer({ answer: null });
  return targets.includes(said) ? right("match", true, { answer: said }) : wrong("mismatch", true, { answer: said });
};
