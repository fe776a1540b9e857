import fc from "fast-check";

/** Answers of known structure, and ways to write them down that mean the same, or something else. */

/** How to write an answer: the same answer in two of these styles is the same. */
export interface Style {
  readonly fraction: "\\frac" | "\\dfrac" | "\\tfrac";
  readonly space: "" | " " | "\\," | "\\ " | "~";
  readonly sized: boolean;
  readonly marks: readonly [open: string, close: string];
  readonly times: "" | "\\cdot " | "\\times ";
}

export const style: fc.Arbitrary<Style> = fc.record({
  fraction: fc.constantFrom("\\frac", "\\dfrac", "\\tfrac"),
  space: fc.constantFrom("", " ", "\\,", "\\ ", "~"),
  sized: fc.boolean(),
  marks: fc.constantFrom(
    ["$", "$"] as const,
    ["\\[", "\\]"] as const,
    ["\\(", "\\)"] as const,
    ["$$", "$$"] as const,
    ["\\boxed{", "}"] as const,
  ),
  times: fc.constantFrom("", "\\cdot ", "\\times "),
});

/** A coefficient that is not 0: `top` over `bottom`, in lowest terms or not. */
export interface Coefficient {
  readonly top: number;
  readonly bottom: number;
}

const MONOMIALS = [
  "",
  "x",
  "x^2",
  "y",
  "xy",
  "y^{3}",
  "\\sqrt{z}",
  "\\pi",
  "z^2",
  "ab",
  "\\alpha",
  "\\sin x",
  "e^{y}",
] as const;

export interface Term {
  readonly coefficient: Coefficient;
  readonly monomial: string;
}

const digits = fc.integer({ min: 1, max: 9_999 });
const coefficient: fc.Arbitrary<Coefficient> = fc.record({
  top: fc.tuple(digits, fc.boolean()).map(([value, negative]) => (negative ? -value : value)),
  bottom: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 12 }) }),
});

/** Terms of different kinds, so that a change of one of them cannot be made good by another. */
export const terms: fc.Arbitrary<readonly Term[]> = fc
  .uniqueArray(fc.constantFrom(...MONOMIALS), { minLength: 1, maxLength: 5 })
  .chain((monomials) =>
    fc.tuple(...monomials.map((monomial) => coefficient.map((one) => ({ coefficient: one, monomial })))),
  );

export function writeTerms(list: readonly Term[], { fraction, space, times }: Style): string {
  return list
    .map(({ coefficient: { top, bottom }, monomial }, index) => {
      const sign = top < 0 ? "-" : index === 0 ? "" : "+";
      const size = Math.abs(top);
      const number = bottom === 1 ? `${size}` : `${fraction}{${size}}{${bottom}}`;
      const joined = monomial === "" ? number : `${number}${times}${times === "" ? space : ""}${monomial}`;
      return `${sign}${space}${joined}`;
    })
    .join(space);
}

export function inMarks(content: string, { marks: [open, close] }: Style): string {
  return `${open}${content}${close}`;
}

export function brackets(open: string, content: string, close: string, { sized }: Style): string {
  return sized ? `\\left${open}${content}\\right${close}` : `${open}${content}${close}`;
}

/** Another number of as many digits: one digit is changed, and none becomes a leading zero. */
export function otherDigit(value: number, place: number): number {
  const text = String(Math.abs(value));
  const at = place % text.length;
  const digit = Number(text[at]);
  const other = digit === 9 ? 1 : digit + 1;
  return Math.sign(value) * Number(`${text.slice(0, at)}${other}${text.slice(at + 1)}`);
}

/** Different whole numbers in an order that is drawn. */
export const members: fc.Arbitrary<readonly number[]> = fc.uniqueArray(fc.integer({ min: -99, max: 99 }), {
  minLength: 2,
  maxLength: 6,
});

export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map((item, index) => ({ item, key: Math.imul(seed + index + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
