import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brackets, inMarks, members, otherDigit, shuffled, style, terms, writeTerms } from "./generated.ts";
import { scoreOf } from "./pair.ts";

/** Twelve properties make ten thousand pairs and more; VERIDIC_FUZZ_PAIRS asks for another number. */
const PAIRS = Number(process.env["VERIDIC_FUZZ_PAIRS"] ?? 10_200);
const numRuns = Math.ceil(PAIRS / 12);
const TIMEOUT = 60_000 + PAIRS;
const seed = fc.nat();

function check<Drawn>(drawn: fc.Arbitrary<Drawn>, holds: (one: Drawn) => void): void {
  fc.assert(fc.property(drawn, holds), { numRuns });
}

function expectSame(answer: string, target: string): void {
  expect([answer, target, scoreOf(answer, target)]).toMatchObject([answer, target, { value: 1, confident: true }]);
}

function expectOther(answer: string, target: string): void {
  expect([answer, target, scoreOf(answer, target)]).toMatchObject([answer, target, { value: 0 }]);
}

describe("what changes nothing", () => {
  test("spacing, sized brackets, kinds of fractions and of formula marks, the order of terms", {
    timeout: TIMEOUT,
  }, () => {
    check(fc.tuple(terms, style, style, seed), ([list, one, other, order]) => {
      expectSame(
        inMarks(writeTerms(list, one), one),
        inMarks(brackets("(", writeTerms(shuffled(list, order), other), ")", other), other),
      );
    });
  });

  test("the order of factors", { timeout: TIMEOUT }, () => {
    check(fc.tuple(fc.array(terms, { minLength: 2, maxLength: 3 }), style, seed), ([factors, look, order]) => {
      const write = (list: typeof factors): string =>
        list.map((factor) => brackets("(", writeTerms(factor, look), ")", look)).join(look.times);
      expectSame(inMarks(write(factors), look), inMarks(write([...shuffled(factors, order)]), look));
    });
  });

  test("the order of the members of a set, and doubles", { timeout: TIMEOUT }, () => {
    check(fc.tuple(members, style, style, seed), ([list, one, other, order]) => {
      const set = (items: readonly number[], look: typeof one): string =>
        inMarks(brackets("\\{", items.join(`,${look.space}`), "\\}", look), look);
      expectSame(set(list, one), set([...shuffled(list, order), ...list.slice(0, 1)], other));
    });
  });

  test("an equation multiplied with a constant", { timeout: TIMEOUT }, () => {
    const factor = fc.integer({ min: -9, max: 9 }).filter((value) => value !== 0);
    check(fc.tuple(terms, terms, style, factor), ([left, right, look, by]) => {
      const times = (list: typeof left) =>
        list.map((term) => ({ ...term, coefficient: { ...term.coefficient, top: term.coefficient.top * by } }));
      const name = { coefficient: { top: 1, bottom: 1 }, monomial: "w" };
      const write = (one: typeof left, other: typeof right): string =>
        inMarks(`${writeTerms(one, look)}=${writeTerms(other, look)}`, look);
      expectSame(write([name, ...left], right), write(times([name, ...left]), times(right)));
    });
  });

  test("the name of the index of a sum", { timeout: TIMEOUT }, () => {
    const body = fc.constantFrom("@^2", "(@+1)", "2^@", "\\frac{1}{@}", "a_@", "@(n-@)", "x^{@}");
    check(fc.tuple(body, fc.integer({ min: 1, max: 3 }), style), ([term, from, look]) => {
      const write = (index: string): string =>
        inMarks(`\\sum_{${index}=${from}}^{n}${term.replaceAll("@", index)}`, look);
      expectSame(write("k"), write("j"));
      expectSame(write("k"), write("m"));
    });
  });

  test("an inequality that is turned round as a whole", { timeout: TIMEOUT }, () => {
    check(fc.tuple(terms, terms, style, fc.constantFrom("<", "\\le")), ([left, right, look, sign]) => {
      const turned = sign === "<" ? ">" : "\\ge";
      const one = writeTerms([{ coefficient: { top: 1, bottom: 1 }, monomial: "w" }, ...left], look);
      const other = writeTerms(right, look);
      expectSame(inMarks(`${one} ${sign} ${other}`, look), inMarks(`${other} ${turned} ${one}`, look));
    });
  });
});

describe("what changes the verdict", () => {
  test("another digit of a coefficient", { timeout: TIMEOUT }, () => {
    check(fc.tuple(terms, style, seed, fc.nat(4)), ([list, look, place, which]) => {
      const changed = list.map((term, index) => {
        const { top, bottom } = term.coefficient;
        return index === which % list.length ? { ...term, coefficient: { top: otherDigit(top, place), bottom } } : term;
      });
      expectOther(inMarks(writeTerms(changed, look), look), inMarks(writeTerms(list, look), look));
    });
  });

  test("another sign of a term", { timeout: TIMEOUT }, () => {
    check(fc.tuple(terms, style, fc.nat(4)), ([list, look, which]) => {
      const changed = list.map((term, index) => {
        const { top, bottom } = term.coefficient;
        return index === which % list.length ? { ...term, coefficient: { top: -top, bottom } } : term;
      });
      expectOther(inMarks(writeTerms(changed, look), look), inMarks(writeTerms(list, look), look));
    });
  });

  test("another kind of bracket of an interval", { timeout: TIMEOUT }, () => {
    const kinds = fc.constantFrom("()", "[]", "(]", "[)");
    check(
      fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat(50), kinds, kinds, style),
      ([low, width, one, other, look]) => {
        const write = ([open = "", close = ""]: string): string =>
          inMarks(brackets(open, `${low},${low + width + 1}`, close, look), look);
        if (one === other) expectSame(write(one), write(other));
        else expectOther(write(one), write(other));
      },
    );
  });

  test("another direction of an inequality", { timeout: TIMEOUT }, () => {
    const signs = fc.constantFrom("<", ">", "\\le", "\\ge");
    check(fc.tuple(terms, signs, signs, style), ([right, one, other, look]) => {
      const write = (sign: string): string => inMarks(`w ${sign} ${writeTerms(right, look)}`, look);
      if (one === other) expectSame(write(one), write(other));
      else expectOther(write(one), write(other));
    });
  });

  test("another member of a set", { timeout: TIMEOUT }, () => {
    check(fc.tuple(members, style, fc.nat(5), fc.nat(2)), ([list, look, which, place]) => {
      const changed = list.map((value, index) =>
        index === which % list.length ? otherDigit(value || 7, place) : value,
      );
      const set = (items: readonly number[]): string => inMarks(brackets("\\{", items.join(","), "\\}", look), look);
      const alike = new Set(changed).size === new Set([...list, ...changed]).size;
      if (!alike) expectOther(set(changed), set(list));
    });
  });

  test("another order of a tuple", { timeout: TIMEOUT }, () => {
    check(fc.tuple(members, style, seed), ([list, look, order]) => {
      const write = (items: readonly number[]): string => inMarks(brackets("(", items.join(","), ")", look), look);
      const other = shuffled(list, order);
      if (other.join() === list.join()) expectSame(write(other), write(list));
      else expectOther(write(other), write(list));
    });
  });
});
