import { ConfigError, describe } from "../../core/errors.ts";

/** The keys that were given a value; null counts as not given, but not for `mock`, which says what it means or nothing. */
export function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== null || key === "mock"));
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly place: string;
}

/** A whole number within bounds; the default where none is given. 2.5 and "3" are errors, never rounded or read. */
export function wholeNumber(value: number | undefined, otherwise: number, { low, high, place }: Bounds): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new ConfigError("out_of_range", "is not accepted", {
    place,
    expected: low === high ? String(low) : `a whole number from ${low} to ${high}`,
    got: describe(value),
  });
}

export function weightOf(value: number, place: string): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new ConfigError("negative_weight", "is no weight", {
    place,
    expected: "a number of at least 0",
    got: describe(value),
  });
}

/** Throws where every weight is 0: nothing would count. */
export function someWeight(weights: readonly number[], place: string): void {
  if (weights.some((weight) => weight > 0)) return;
  throw new ConfigError("zero_weights", "all weights are 0", { place, expected: "at least one weight above 0" });
}

export function checkCount(count: number, what: string, { low, high, place }: Bounds, code: string): void {
  if (count >= low && count <= high) return;
  throw new ConfigError(code, `${count} ${what}`, {
    place,
    expected: low === high ? `exactly ${low}` : `${low} to ${high}`,
  });
}

/** A list of texts, as `models` and `evidence_paths` are. */
export function textList(given: readonly unknown[], place: string): readonly string[] {
  return given.map((one, index) => {
    if (typeof one === "string" && one.trim() !== "") return one.trim();
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: `${place}[${index}]`,
      expected: "a text that is not blank",
      got: describe(one),
    });
  });
}
