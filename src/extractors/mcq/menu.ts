import { parseLabels, plainLetters } from "../../core/letters.ts";
import { collapseSpace, foldCase, toText } from "../../core/text.ts";

/** The options of a question: the labels an answer may name, and the texts where they are known. */
export interface Menu {
  /** As written in the choices; `A`, `B`, … by position where the choices are texts. */
  readonly labels: readonly string[];
  /** In the order of the labels, in the form of `foldOption`; null where only labels are known. */
  readonly texts: readonly string[] | null;
  /** The position of a label, keyed by its folded form. */
  readonly positions: ReadonlyMap<string, number>;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What is meant where nothing says how many options there are. */
export const DEFAULT_MENU: Menu = menuOf([..."ABCDEFGH"], null);

/**
 * The menu of a list of choices, null for no choices. Choices are labels where each is a single letter, or where they
 * count up from 0 or 1; else they are texts, and the label goes by position: A to Z, then 1, 2, 3, … A label that every
 * text brings along, as in `A. Paris`, is the label.
 */
export function readMenu(choices: unknown): Menu | null {
  if (!Array.isArray(choices) || choices.length === 0) return null;
  const given = choices.map((choice) => plainLetters(toText(choice) ?? "").trim());
  if (isLabelList(given)) return menuOf(given, null);
  const parsed = given.map(parseLabels);
  const own = parsed.map((one) => (one !== null && one.labels.length === 1 ? (one.labels[0] ?? "") : ""));
  if (isLabelList(own) && (own[0]?.toUpperCase() === "A" || own[0] === "1")) {
    const texts = parsed.map((one) => foldOption(one?.rest ?? ""));
    return menuOf(own, texts.every((text) => text === "") ? null : texts);
  }
  return menuOf(
    given.map((_, position) => LETTERS[position] ?? String(position - LETTERS.length + 1)),
    given.map(foldOption),
  );
}

/**
 * `readMenu` that keeps its last result: the rows of a data set mostly share their choices. Compared one by one and not by
 * identity, for a list may be shuffled in place between two calls.
 */
export function menuReader(): (choices: unknown) => Menu | null {
  let last: readonly unknown[] = [];
  let menu: Menu | null = null;
  return (choices) => {
    if (!Array.isArray(choices)) return null;
    const known = choices.length === last.length && last.every((one, position) => one === choices[position]);
    if (!known) {
      menu = readMenu(choices);
      last = [...choices];
    }
    return menu;
  };
}

const SINGLE_LETTER = /^\p{L}$/u;

function isLabelList(texts: readonly string[]): boolean {
  if (texts.every((text) => SINGLE_LETTER.test(text))) {
    return new Set(texts.map(foldCase)).size === texts.length;
  }
  const start = texts[0] === "0" ? 0 : 1;
  return texts.every((text, position) => text === String(position + start));
}

function menuOf(labels: readonly string[], texts: readonly string[] | null): Menu {
  return { labels, texts, positions: new Map(labels.map((label, position) => [foldCase(label), position])) };
}

const OPENING_MARKS = /^[\s"'“”‘’«»「」`*_$]+/;
const CLOSING_MARKS = " \t\n\r\"'“”‘’«»「」`*_$.,;:!?。";

/** The form in which the texts of options are compared: no case, no doubled blanks, no marks around. A sign stays. */
export function foldOption(text: string): string {
  const folded = foldCase(collapseSpace(plainLetters(text).replace(OPENING_MARKS, "")));
  let end = folded.length;
  while (end > 0 && CLOSING_MARKS.includes(folded.charAt(end - 1))) end--;
  return folded.slice(0, end);
}

/** What a whole text means on a menu: a position, `unclear` where it could be two of them, or null for neither. */
export function positionOf(menu: Menu, text: string): number | "unclear" | null {
  const folded = foldOption(text);
  if (folded === "") return null;
  const label = menu.positions.get(folded) ?? null;
  const position = menu.texts?.indexOf(folded) ?? -1;
  if (menu.texts === null || position < 0) return label;
  // Two options of one text, or a text that is the label of another option, as in a list of blood groups.
  if (menu.texts.includes(folded, position + 1) || (label !== null && label !== position)) return "unclear";
  return position;
}
