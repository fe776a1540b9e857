import * as v from "valibot";
import { defineExtractor } from "../core/define.ts";
import { plainLetters } from "../core/letters.ts";
import type { Extraction } from "../core/types.ts";
import { decide, readDeclarations } from "./mcq/declaration.ts";
import { DEFAULT_MENU, foldOption, type Menu, menuReader, positionOf, readMenu } from "./mcq/menu.ts";
import type { Reading } from "./mcq/reading.ts";

const options = v.object({
  choices: v.pipe(
    v.optional(v.array(v.string())),
    v.description(
      "Labels, or the texts of the options in order; default A to H. Choices of the sample win over these.",
    ),
  ),
});

/**
 * The label of the one option that an output declares, as the choices spell it. What is declared last counts; several
 * labels, or one that is not on the menu, withdraw the answer. A letter is never taken out of a word, and where nothing
 * is declared nothing is guessed. `ambiguous` for a label that the last sentence only mentions.
 */
export const mcq = defineExtractor({
  type: "mcq",
  summary: "The letter of a multiple-choice answer.",
  options,
  create: ({ choices }) => {
    const own = readMenu(choices) ?? DEFAULT_MENU;
    const menuOf = menuReader();
    return (text, input) => readAnswer(text, menuOf(input.choices) ?? own);
  },
});

function readAnswer(text: string, menu: Menu): Extraction | null {
  const plain = plainLetters(text);
  const whole = menu.texts === null ? null : positionOf(menu, plain);
  if (whole === "unclear") return null;
  if (whole !== null) return { text: menu.labels[whole] ?? "", rule: "text" };

  const reading = readDeclarations(plain, menu);
  const stated = menu.texts === null ? null : findText(plain, menu, reading);
  if (stated !== null) return { text: menu.labels[stated] ?? "", rule: "text" };
  const declared = decide(reading);
  if (declared === null || declared.label === null) return null;
  const found: Extraction = { text: menu.labels[declared.label] ?? "", rule: declared.rule };
  const placed = plain.length === text.length ? { ...found, span: [declared.start, declared.end] as const } : found;
  return declared.rule === "mention" ? { ...placed, ambiguous: true } : placed;
}

/** The option that is declared by its text: alone on the last line, after a cue, or alone on the first line. */
function findText(text: string, menu: Menu, reading: Reading): number | null {
  const trimmed = text.trim();
  const lastBreak = trimmed.lastIndexOf("\n");
  const last = lastBreak < 0 ? null : positionOf({ ...menu, positions: NO_LABELS }, trimmed.slice(lastBreak + 1));
  if (typeof last === "number") return last;
  if (reading.bare !== null) return null;
  const stated = findStated(text, menu, reading.stated, reading.current?.start ?? -1);
  if (stated !== null || reading.current !== null || lastBreak < 0) return stated;
  const first = positionOf({ ...menu, positions: NO_LABELS }, trimmed.slice(0, trimmed.indexOf("\n")));
  return typeof first === "number" ? first : null;
}

const NO_LABELS: ReadonlyMap<string, number> = new Map();

/** The option whose text stands at the last of the places after a cue; the longest, where one begins like another. */
function findStated(text: string, menu: Menu, places: readonly number[], after: number): number | null {
  for (const place of [...places].reverse()) {
    if (place < after) return null;
    let found: number | null = null;
    for (const [position, option] of (menu.texts ?? []).entries()) {
      if (option === "" || !startsWith(text, place, option)) continue;
      if (found === null || option.length > (menu.texts?.[found]?.length ?? 0)) found = position;
    }
    if (found !== null) return found;
  }
  return null;
}

/** Whether an option stands here as a whole: `4` does not stand in `4.5`, nor `New York` in `New Yorkers`. */
function startsWith(text: string, place: number, option: string): boolean {
  const here = text.slice(place, place + option.length);
  if (foldOption(here) !== option) return false;
  return !/^(?:[\p{L}\p{N}_]|[.,]\d)/u.test(text.slice(place + option.length, place + option.length + 2));
}
