import { nearest } from "./nearest.ts";

export interface ConfigErrorDetails {
  /** Where the mistake is, as the user wrote it: `scorers[1].type`, `rows.jsonl:12`. */
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
  /** The next step, as a sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * A mistake that the user can mend, found before any work is done. Doors print the message and exit with 2, or
 * answer 400. It is not for what goes wrong with one row: that is data in the row's score.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code: string;
  /** What is wrong, without place and hint. */
  readonly problem: string;
  readonly place: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;
  readonly hint: string | undefined;

  constructor(code: string, problem: string, details: ConfigErrorDetails = {}) {
    const { place, expected, got, hint, cause } = details;
    let sentence = place ? `${place}: ${problem}` : problem;
    if (expected !== undefined) sentence += `, expected ${expected}`;
    if (got !== undefined) sentence += `, got ${got}`;
    if (hint !== undefined) sentence += `; ${hint}`;
    super(sentence, cause === undefined ? undefined : { cause });
    this.code = code;
    this.problem = problem;
    this.place = place;
    this.expected = expected;
    this.got = got;
    this.hint = hint;
  }

  /** The same mistake, with the file it was found in. */
  within(file: string): ConfigError {
    const { code, problem, place, expected, got, hint } = this;
    return new ConfigError(code, problem, {
      place: place === undefined ? file : `${file}: ${place}`,
      ...(expected === undefined ? {} : { expected }),
      ...(got === undefined ? {} : { got }),
      ...(hint === undefined ? {} : { hint }),
      cause: this,
    });
  }

  /** A name that is not one of the known ones, with the nearest known one as the hint. */
  static unknownName(code: string, what: string, name: string, known: readonly string[], place?: string): ConfigError {
    const guess = nearest(name, known);
    return new ConfigError(code, `unknown ${what} "${name}"`, {
      ...(place === undefined ? {} : { place }),
      expected: known.length > 0 ? `one of ${[...known].sort().join(", ")}` : "none",
      ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
    });
  }
}

/** The store could not be read or written: a full disk, no permission, a damaged file. What was committed stays. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    // An object without a working `toString`: there is no text to be had.
    return "a value that has no text was thrown";
  }
}

/** A value in the words of an error message: short, quoted, never a whole payload. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return "a function";
  // NaN and the infinities have no JSON form.
  if (typeof value === "bigint" || typeof value === "number") return `${value}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
