import { type Complex, real } from "./complex.ts";

/** Values for names, drawn from a seed: the same names have the same values on both sides of a comparison. */

/** FNV-1a, 32 bits, finished with the mixer of MurmurHash3 so that similar names are far apart. */
export function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Where a name is looked at: each trial has another range, so that no identity holds by luck of one. */
export type Range =
  | "positive"
  | "fraction"
  | "large"
  | "negative"
  | "negative_fraction"
  | "mixed"
  | "whole"
  | "small_whole";

export const REAL_RANGES: readonly Range[] = [
  "positive",
  "fraction",
  "large",
  "negative",
  "negative_fraction",
  "whole",
  "mixed",
  "mixed",
  "positive",
  "fraction",
];
/** For factorials of differences, sums up to n and the like, which have values at whole numbers only. */
export const WHOLE_RANGES: readonly Range[] = [
  "small_whole",
  "whole",
  "small_whole",
  "whole",
  "small_whole",
  "whole",
  "small_whole",
  "whole",
  "small_whole",
  "whole",
  "small_whole",
  "whole",
  "small_whole",
  "whole",
];

export function valueAt(name: string, trial: number, range: Range, seed: number): number {
  const drawn = hash(name, seed + Math.imul(trial + 1, 0x9e3779b1)) / 2 ** 32;
  switch (range) {
    case "positive":
      return 1 + 1.5 * drawn;
    case "fraction":
      return 0.05 + 0.9 * drawn;
    case "large":
      return 3 + 6 * drawn;
    case "negative":
      return -1 - 2 * drawn;
    case "negative_fraction":
      return -0.95 + 0.9 * drawn;
    case "mixed":
      return 1 + 1.9 * drawn;
    case "whole":
      return 3 + Math.floor(17 * drawn);
    case "small_whole":
      return 2 + Math.floor(7 * drawn);
  }
}

/** A value for an unknown function at inputs: equal where the inputs are equal to nine digits. */
export function unknownValue(name: string, inputs: readonly Complex[], seed: number): Complex {
  const key = inputs.map(({ re, im }) => `${rounded(re)},${rounded(im)}`).join(";");
  return real(0.5 + hash(`${name}(${key})`, seed) / 2 ** 31);
}

function rounded(value: number): string {
  return Math.abs(value) < 1e-9 ? "0" : value.toPrecision(9);
}
