import { expect, test } from "vitest";
import { isSearched, LONGEST_WORD, WORDS, wordsByHash, wordsByStart } from "../../../src/extractors/mcq/words.ts";

const words = WORDS.flatMap(([, texts]) => texts.split(/\s+/));

test("no word has two kinds", () => {
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("words are in the form in which they are looked up", () => {
  for (const word of words) {
    expect(word).toBe(word.toLowerCase().normalize("NFC"));
    expect(word.length).toBeGreaterThan(0);
    expect(word.length).toBeLessThanOrEqual(LONGEST_WORD);
  }
});

test("every word can be found", () => {
  const found = [...wordsByHash.values(), ...wordsByStart.values()].flat().map(({ text }) => text);
  expect(found.toSorted()).toEqual(words.toSorted());
});

test("of two words with one beginning the longer is tried first", () => {
  for (const group of wordsByStart.values()) {
    const lengths = group.map(({ text }) => text.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(group.every(({ text }) => isSearched(text.charCodeAt(0)))).toBe(true);
  }
});
