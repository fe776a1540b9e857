import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { ConfigError } from "../core/errors.ts";
import { noAnswer, right, wrong } from "../core/score.ts";
import { trimText } from "../core/text.ts";
import { countCharacters, countLines, countSentences, countWords } from "../core/text-size.ts";

const bound = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const options = v.object({
  min: v.pipe(bound, v.description("The answer has at least so many.")),
  max: v.pipe(bound, v.description("The answer has at most so many.")),
  unit: v.pipe(
    v.optional(v.picklist(["characters", "words", "lines", "sentences"]), "characters"),
    v.description("What is counted. Characters are those a reader sees; blank lines do not count."),
  ),
});

type TextUnit = "characters" | "words" | "lines" | "sentences";

/**
 * The answer, trimmed, is as long as asked. A character is what a reader takes for one (a flag, a letter with its
 * accent); a word is what stands between blanks and holds a letter or a digit, and in scripts without blanks each
 * character. Sentences are told by their full stops, which an abbreviation may deceive, so that count is never sure.
 * Needs no target. Reasons: `within`, `too_short`, `too_long`, `no_answer`.
 */
export const length = defineVerifier({
  type: "length",
  summary: "The answer has at least and at most so many characters, words, lines or sentences.",
  options,
  create: ({ min, max, unit }, { place }) => {
    if (min === undefined && max === undefined) {
      throw new ConfigError("missing_option", "there is no bound", { place, expected: "min, max or both" });
    }
    if (min !== undefined && max !== undefined && min > max) {
      throw new ConfigError("wrong_value", `min ${min} is more than max ${max}`, { place });
    }
    const count = COUNTERS[unit];
    return ({ answer }) => {
      if (answer === null) return noAnswer();
      const found = count(trimText(answer));
      const sure = unit !== "sentences";
      const notes = { raw: `length: ${found} ${unit}`, metadata: { [unit]: found } };
      if (min !== undefined && found < min) return wrong("too_short", sure, notes);
      if (max !== undefined && found > max) return wrong("too_long", sure, notes);
      return right("within", sure, notes);
    };
  },
});

const COUNTERS: Readonly<Record<TextUnit, (text: string) => number>> = {
  characters: countCharacters,
  words: countWords,
  lines: countLines,
  sentences: countSentences,
};
