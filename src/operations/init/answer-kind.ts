import { toText } from "../../core/text.ts";
import type { Json } from "../../core/types.ts";
import { buildExtractor } from "../verify/build.ts";

/** What the targets of a data set look like, which decides how outputs are read. */
export type AnswerKind = "numbers" | "marked_numbers" | "letters" | "texts";

const LETTER = /^[\s([*]*[A-J][\s)\].:*]*$/;
/** A target this long is a text that holds a number, unless it marks its answer. */
const LONGEST_NUMBER = 24;
const MARKED = /####|\\boxed/;

/** Judged by all targets that are there: one that does not fit makes them texts. */
export function answerKind(targets: readonly Json[]): AnswerKind {
  const texts = targets
    .flatMap((target) => (Array.isArray(target) ? target : [target]))
    .map((target: Json) => toText(target)?.trim() ?? "")
    .filter((text) => text !== "");
  if (texts.length === 0) return "texts";
  if (texts.every((text) => LETTER.test(text))) return "letters";
  const number = buildExtractor({ type: "number" });
  const marked = texts.some((text) => MARKED.test(text));
  const numeric = texts.every(
    (text) =>
      (MARKED.test(text) || (text.length <= LONGEST_NUMBER && /\p{Nd}/u.test(text))) && number.extract(text) !== null,
  );
  if (!numeric) return "texts";
  return marked ? "marked_numbers" : "numbers";
}
