import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratioOf, sameValue, shiftedText } from "../../../src/core/number/exact.ts";
import { readNumber } from "../../../src/core/number/whole.ts";
import cases from "../../cases/written-numbers.json" with { type: "json" };

interface Case {
  readonly why: string;
  readonly text: string;
  readonly normal: string | null;
  readonly value?: number;
  readonly percent?: boolean;
  readonly unit?: string | null;
  readonly whole?: boolean;
  readonly exact?: boolean;
  readonly doubtful?: boolean;
}

describe("a text that is a number", () => {
  test.each(cases as readonly Case[])("$text: $why", ({ text, normal, why, ...expected }) => {
    const number = readNumber(text);
    expect(number?.text ?? null, why).toBe(normal);
    if (number === null) return;
    expect(number).toMatchObject(expected);
    expect(number.percent).toBe(expected.percent ?? false);
    expect(number.doubtful).toBe(expected.doubtful ?? false);
  });
});

describe("reading a number of any value", () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

  test("a whole number comes back digit by digit, however it is grouped", () => {
    fc.assert(
      fc.property(digits, fc.constantFrom(",", " ", "\u00a0", "\u2009", "'", "_", "{,}"), (whole, separator) => {
        const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, separator);
        expect(readNumber(grouped)?.text).toBe(String(whole));
      }),
    );
  });

  test("digits of another script have the same value", () => {
    fc.assert(
      fc.property(digits, fc.constantFrom(0x660, 0x6f0, 0x966, 0xe50, 0xff10), (whole, zero) => {
        const foreign = String(whole).replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
        expect(readNumber(foreign)?.text).toBe(String(whole));
      }),
    );
  });

  test("a double comes back as itself", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))?.value).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
  });

  test("a fraction is exact", () => {
    fc.assert(
      fc.property(digits, fc.bigInt({ min: 1n, max: 10n ** 30n }), (numerator, denominator) => {
        const text = readNumber(`${numerator}/${denominator}`)?.text ?? "";
        expect(ratioOf(text)).toEqual({ numerator, denominator });
      }),
    );
  });
});

describe("exact values", () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -12, max: 12 }))
    .map(([digits, power]) => ({ digits, power, text: shiftedText(String(digits), power) }));

  test("a shifted text has the value of its digits times the power of ten", () => {
    fc.assert(
      fc.property(decimal, ({ digits, power, text }) => {
        expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(sameValue(text, `${digits}e${power}`)).toBe(true);
      }),
    );
  });

  test("two decimals are the same exactly where their ratios are", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const one = ratioOf(a.text);
        const other = ratioOf(b.text);
        const same =
          one !== null && other !== null && one.numerator * other.denominator === other.numerator * one.denominator;
        expect(sameValue(a.text, b.text)).toBe(same);
        expect(sameValue(b.text, a.text)).toBe(same);
      }),
    );
  });

  test("a last digit beyond the reach of doubles makes a difference", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n }), (whole) => {
        expect(sameValue(String(whole), String(whole + 1n))).toBe(false);
        expect(sameValue(String(whole), `${whole}.000`)).toBe(true);
      }),
    );
  });
});
