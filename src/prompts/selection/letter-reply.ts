import type { ModelReply } from "../../core/model.ts";
import type { Json } from "../../core/types.ts";
import { isClosed } from "../closed-reply.ts";
import { plainKey, valuesUnder } from "../json-fields.ts";
import { legible, type Reading, read, unread, withoutThinking, withoutVerdict } from "../reading.ts";
import { findObjects } from "../reply-json.ts";
import { readLetterLogprobs } from "./letter-logprobs.ts";
import { letterScore } from "./letter-scale.ts";
import { readTaggedLetter } from "./letter-tag.ts";

/** One letter that a judge was asked for: under this key of its JSON, or in this tag. */
export interface LetterSlot {
  readonly field: string;
  readonly tag: string;
}

/** How a letter was read, the surest way first. */
export type LetterSource = "schema" | "logprobs" | "text";

export interface ReadLetter {
  readonly letter: string;
  /** In 0..1; with log-probabilities the expectation, which may lie beside the letter. */
  readonly score: number;
  readonly source: LetterSource;
  /** How many letters of the scale had a probability, and their sum. Only with log-probabilities. */
  readonly support?: number;
  readonly mass?: number;
}

/**
 * Reads all letters of a reply, or none: a vote with one score of two is no vote. JSON counts first, then
 * log-probabilities, then the tags of this call. Never throws, and never stands in for a missing score.
 */
export function readLetters(reply: ModelReply, slots: readonly LetterSlot[]): Reading<readonly ReadLetter[]> {
  const each = readEachLetter(reply, slots);
  if (each.unread !== undefined) return each;
  const letters: ReadLetter[] = [];
  for (const one of each.read) {
    if (one.unread !== undefined) return one;
    letters.push(one.read);
  }
  return read(letters);
}

/** The same letter by letter: of many checkpoints some may be readable. */
export function readEachLetter(
  reply: ModelReply,
  slots: readonly LetterSlot[],
): Reading<readonly Reading<ReadLetter>[]> {
  if (reply.finishReason === "refusal") return unread("refusal", "the judge, or a filter of its provider, declined");
  // A cut reply may have been going to say anything, however clear its beginning.
  if (reply.finishReason === "length") return unread("truncated", "the judge's reply was cut at its token limit");
  const text = legible(withoutThinking(reply.text));
  if (text.trim() === "") return unread("empty", "the judge's reply is empty");
  // Where nobody says why it ended (or the reason is unknown, or a tool's) it may be cut too: only its form can tell.
  const endings = slots.map(({ tag }) => `</${tag}>`);
  if (reply.finishReason !== "stop" && !isClosed(text, endings)) {
    return unread("truncated", "nothing says that the judge's reply is whole, and it does not end as it was asked to");
  }
  const fields = new Set(slots.map(({ field }) => plainKey(field)));
  const { objects, open } = findObjects(text, (key) => fields.has(plainKey(key)));
  const tagged = slots.map(({ tag }) => readTaggedLetter(text, tag));
  // Whoever was asked for tags and quotes JSON in its evidence has still answered in tags.
  if (objects.length > 0 && tagged.every((one) => one.read === undefined)) {
    if (objects.some((one) => one.duplicate)) return unread("contradiction", "the judge's JSON names a key twice");
    return read(
      slots.map(({ field }) => {
        const key = plainKey(field);
        return letterOf(
          field,
          objects.flatMap(({ value }) => valuesUnder(value, [key])),
        );
      }),
    );
  }
  if (tagged.every((one) => one.unread?.code === "unparsable")) {
    return open
      ? unread("truncated", "the judge's reply ends within its JSON")
      : withoutVerdict(text, "score that can be read");
  }
  return read(weighed(reply, slots, tagged));
}

function letterOf(field: string, values: readonly Json[]): Reading<ReadLetter> {
  const [first] = values;
  if (first === undefined) return unread("unparsable", `the judge's JSON has no ${field}`);
  const letters = values.map((value) => (typeof value === "string" ? value.trim().toUpperCase() : ""));
  const [letter = ""] = letters;
  const score = letterScore(letter);
  if (score === null || letters.some((one) => letterScore(one) === null)) {
    const shown = typeof first === "string" ? first : JSON.stringify(first);
    return unread("off_menu", `${field} is no letter from A to T: ${shown.slice(0, 40)}`);
  }
  if (letters.some((one) => one !== letter)) {
    return unread("contradiction", `the judge's reply gives ${field} twice, and differently`);
  }
  return read({ letter, score, source: "schema" });
}

/** All letters of a reply are weighed, or none: scores of two kinds must not be compared with one another. */
function weighed(
  reply: ModelReply,
  slots: readonly LetterSlot[],
  tagged: readonly ReturnType<typeof readTaggedLetter>[],
): readonly Reading<ReadLetter>[] {
  const tokens = reply.logprobs ?? [];
  const expectations = tokens.length === 0 ? [] : slots.map(({ tag }) => readLetterLogprobs(tokens, tag));
  const usable = expectations.length > 0 && tagged.every((one, at) => one.unread !== undefined || expectations[at]);
  return tagged.map((one, index): Reading<ReadLetter> => {
    if (one.unread !== undefined) return one;
    const { letter, score } = one.read;
    const expected = usable ? expectations[index] : undefined;
    if (expected === undefined || expected === null || expected.score === null) {
      return read({ letter, score, source: "text" });
    }
    const { support, mass } = expected;
    return read({ letter, score: expected.score, source: "logprobs", support, mass });
  });
}
