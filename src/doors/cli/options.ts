import { type Command, InvalidArgumentError } from "commander";

/** A whole number from 1, as an option's value. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text.trim()) || number < 1 || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError("expected a whole number from 1.");
  }
  return number;
}

/** An amount of US dollars, as an option's value. */
export function money(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0) || !Number.isFinite(number)) {
    throw new InvalidArgumentError("expected an amount in US dollars.");
  }
  return number;
}

/** An option that may be given several times. */
export function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** An option that may be given several times, each with several values between commas. */
export function severalOrCommas(text: string, before: readonly string[] = []): readonly string[] {
  const values = text.split(",").map((value) => value.trim());
  return [...before, ...values.filter((value) => value !== "")];
}

export function withStore(command: Command): Command {
  return command.option("--store <path>", "the store (default: $VERIDIC_STORE, else .veridic/veridic.db)");
}

export function withOutput(command: Command): Command {
  return command.option("--json", "print one JSON document on stdout").option("-q, --quiet", "no progress, no notes");
}

/** Leaves out what was not given, so that an operation sees absent options as absent. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
