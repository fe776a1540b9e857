import fc from "fast-check";
import { expect, test } from "vitest";
import { ratioOf } from "../../src/core/number/exact.ts";
import { readNumber } from "../../src/core/number/whole.ts";
import { readAnswer } from "../../src/math/answer.ts";
import { newBudget, OverBudget } from "../../src/math/budget.ts";
import { exactValue } from "../../src/math/exact.ts";
import { divide, type Rational, rational, same, whole } from "../../src/math/rational.ts";

/** What `numeric` and `math` make of a number must be one number, however it is written. */

const GROUPS = ["", ",", "{,}", "\\,", "'", "\u202f", "\u00a0"] as const;
const ENDINGS = [
  "",
  "%",
  "\\%",
  " %",
  "‰",
  " percent",
  "e3",
  "e-2",
  "×10^3",
  "×10⁻³",
  "·10^{-2}",
  " cm",
  " million",
] as const;
const FRONTS = ["", "-", "−", "+", "€", "-£"] as const;

const written = fc
  .record({
    front: fc.constantFrom(...FRONTS),
    digits: fc.stringMatching(/^[1-9]\d{0,8}$/),
    group: fc.constantFrom(...GROUPS),
    decimals: fc.constantFrom("", ".5", ".25", ".000", ".125"),
    ending: fc.constantFrom(...ENDINGS),
  })
  .map(({ front, digits, group, decimals, ending }) => {
    const grouped = digits.replace(/\B(?=(\d{3})+$)/g, group);
    return `${front}${grouped}${decimals}${ending}`;
  });
const fraction = fc
  .tuple(fc.constantFrom("", "-"), fc.nat(99), fc.integer({ min: 1, max: 99 }), fc.constantFrom("", "%", "‰"))
  .map(([sign, top, bottom, ending]) => `${sign}${top}/${bottom}${ending}`);
/** Anything made of such pieces, most of it no number at all. */
const pieces = fc
  .array(fc.constantFrom(..."1 12 123 000 , . - / % {,} \\, ' ½ ٣ (3) e3 ×10^2 ‰ ² $ 1,234 2/3".split(" "), " "), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(""));

function byNumberReader(text: string): Rational | null {
  const number = readNumber(text);
  // A decimal that goes on for ever is cut there, and read in full by the maths.
  if (number === null || number.doubtful || /\(\d|\.\.\./.test(text)) return null;
  const ratio = ratioOf(number.text);
  const value = ratio === null ? null : rational(ratio.numerator, ratio.denominator);
  return value !== null && number.percent ? divide(value, whole(100)) : value;
}

function byMaths(text: string): Rational | null {
  const form = /[\\$]/.test(text) ? "latex" : "plain";
  const { node } = readAnswer({ text, form }, true, "auto", newBudget());
  try {
    return node === null ? null : exactValue(node, newBudget());
  } catch (thrown) {
    if (thrown instanceof OverBudget) return null;
    throw thrown;
  }
}

test("a number that both read is the same number", () => {
  fc.assert(
    fc.property(fc.oneof(written, fraction, pieces), (text) => {
      const [one, other] = [byNumberReader(text), byMaths(text)];
      if (one !== null && other !== null) expect([text, same(one, other)]).toEqual([text, true]);
    }),
    { numRuns: 5_000 },
  );
});

test("a number in any of the usual ways is read by both", () => {
  fc.assert(
    fc.property(fc.oneof(written, fraction), (text) => {
      const doubtful = readNumber(text)?.doubtful === true;
      expect([text, doubtful || byNumberReader(text) !== null, byMaths(text) !== null]).toEqual([text, true, true]);
    }),
    { numRuns: 2_000 },
  );
});
