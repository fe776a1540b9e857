/** Crockford's base 32: no i, l, o and u, so that an id read aloud or typed by hand cannot be mistaken. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ids count milliseconds from here; eight digits reach to 2059. */
const START = Date.UTC(2025, 0, 1);
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 4;

/**
 * A new run id: twelve digits, eight of time and four of chance, so that ids sort by their age. Two runs of the same
 * millisecond get the same id once in a million; the store then refuses the second. `random` is uniform in [0, 1).
 */
export function newRunId(now: Date, random: () => number): string {
  // A clock that stands before the start or after the end must not give an id of another shape.
  const time = Math.min(Math.max(0, now.getTime() - START), 32 ** TIME_DIGITS - 1);
  return digits(time, TIME_DIGITS) + digits(Math.floor(random() * 32 ** RANDOM_DIGITS), RANDOM_DIGITS);
}

function digits(value: number, length: number): string {
  let rest = value;
  let text = "";
  while (text.length < length) {
    text = (DIGITS[rest % 32] ?? "0") + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** An id, or the beginning of one, as a person may have typed it: capitals, `o` for 0, `i` and `l` for 1. */
export function readRunId(typed: string): string {
  return typed.trim().toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
}
