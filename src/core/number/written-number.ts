import { isWhole, shiftedText } from "./exact.ts";

/**
 * A number as it was written, in its normal form. Plain data: from `text` an exact rational can be built, from
 * `value` a quick estimate.
 */
export interface WrittenNumber {
  /**
   * ASCII, without groups, currency, unit or percent sign: `-1234.50`, `1.5e-3`, `3/4`, or mixed `-1 1/2` (the sign
   * holds for the whole). Digits are as many as were written.
   */
  readonly text: string;
  /** The nearest double of `text`; infinite where it lies beyond. A percent sign is not applied. */
  readonly value: number;
  /** True where a percent sign or word followed: the value may mean a hundredth of itself. */
  readonly percent: boolean;
  /** A known unit or currency in its one spelling, or null. */
  readonly unit: string | null;
  /** True where `text` is a whole number by value: `2024.0` and `6/2` are. */
  readonly whole: boolean;
  /** True where no decimal point was written: a decimal may be a rounded value. */
  readonly exact: boolean;
  /** True where the notation has a second reading (`12,5`, `1,23,456`, `5K`), so that a mismatch says little. */
  readonly doubtful: boolean;
}

/** What the scanner found out, before it is made a number. */
export interface NumberParts {
  readonly negative: boolean;
  /** Without a sign, in the form of `WrittenNumber.text`. */
  readonly magnitude: string;
  /** A power of ten to multiply with. */
  readonly scale: number;
  readonly percent: boolean;
  readonly unit: string | null;
  readonly doubtful: boolean;
}

export function writtenNumber(parts: NumberParts): WrittenNumber {
  const scaled = parts.scale === 0 ? parts.magnitude : shiftedText(parts.magnitude, parts.scale);
  const text = parts.negative ? `-${scaled}` : scaled;
  return {
    text,
    value: estimate(text),
    percent: parts.percent,
    unit: parts.unit,
    whole: isWhole(text),
    exact: !parts.magnitude.includes("."),
    doubtful: parts.doubtful,
  };
}

/** The nearest double of a normal text. */
function estimate(text: string): number {
  const slash = text.indexOf("/");
  if (slash === -1) return Number(text);
  const blank = text.indexOf(" ");
  const denominator = Number(text.slice(slash + 1));
  if (blank === -1) return Number(text.slice(0, slash)) / denominator;
  const part = Number(text.slice(blank + 1, slash)) / denominator;
  const whole = Number(text.slice(0, blank));
  return text.startsWith("-") ? whole - part : whole + part;
}
