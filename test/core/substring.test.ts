import fc from "fast-check";
import { expect, it } from "vitest";
import { occurrences } from "../../src/core/substring.ts";

it("finds what the native search finds, short or long, without overlaps", () => {
  const letters = fc.constantFrom("a", "b");
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 400 }),
      fc.array(letters, { minLength: 1, maxLength: 3 }),
      fc.nat(60),
      (text, part, times) => {
        const needle = part.join("").repeat(times + 1);
        const hay = text.join("") + needle + text.join("");
        const expected: number[] = [];
        for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) expected.push(at);
        expect([...occurrences(hay, needle)]).toEqual(expected);
      },
    ),
  );
});

it("finds nothing in no text, and never the empty text", () => {
  expect([...occurrences("", "a")]).toEqual([]);
  expect([...occurrences("a", "")]).toEqual([]);
});
