/**
 * The value of a JSON number in one spelling, so that `1`, `1.0` and `10e-1` are equal and 2^53 is not 2^53 + 1, as it
 * would be by way of a double. Null where the exponent is too big to be added to.
 */
export function canonicalDecimal(text: string): string | null {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = withoutEnds(whole + fraction);
  if (digits.text === "") return "0";
  const power = Number(exponent);
  if (!Number.isSafeInteger(power)) return null;
  return `${sign}${digits.text}e${power - fraction.length + digits.dropped}`;
}

/** Drops zeros at both ends; a loop, because a pattern for the end would be tried at every zero. */
function withoutEnds(digits: string): { readonly text: string; readonly dropped: number } {
  let from = 0;
  let to = digits.length;
  while (from < to && digits[from] === "0") from++;
  while (to > from && digits[to - 1] === "0") to--;
  return { text: digits.slice(from, to), dropped: digits.length - to };
}

/** A double does not hold this number: it is an integer beyond 2^53, or not finite. */
export function isBeyondDouble(text: string): boolean {
  const value = Number(text);
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}
