import { CommanderError } from "commander";
import { ConfigError, StoreError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** What ended a command, for machines: what `--json` prints where there is no result. */
export function errorDocument(thrown: unknown, exitCode: number): { readonly error: Json } {
  if (exitCode === 130) return { error: { code: "interrupted", message: "interrupted" } };
  if (thrown instanceof ConfigError) {
    const { code, message, place, expected, got, hint } = thrown;
    return { error: withoutAbsent({ code, message, place, expected, got, hint }) };
  }
  if (thrown instanceof StoreError) return { error: { code: thrown.code, message: thrown.message } };
  if (thrown instanceof CommanderError) return { error: { code: "usage", message: usageOf(thrown) } };
  return { error: { code: "internal", message: String(thrown) } };
}

/** Tells a person what ended a command, and returns the exit code. */
export function tellError(thrown: unknown, { environment, err, errColors: colors }: Terminal): number {
  // Told already, with the suggestions that the parser has.
  if (thrown instanceof CommanderError) return 2;
  const label = colors.red("error");
  if (thrown instanceof ConfigError || thrown instanceof StoreError) {
    err(`${label}: ${printable(thrown.message)}\n`);
    return thrown instanceof ConfigError ? 2 : 3;
  }
  if (environment.signal.aborted) return 130;
  const told = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  err(`${label}: veridic itself failed; please report this with the lines below\n${printable(told)}\n`);
  return 3;
}

function usageOf({ code, message }: CommanderError): string {
  if (code === "commander.help") return "no command was given; --help lists them";
  return message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
}

function withoutAbsent(record: Readonly<Record<string, string | undefined>>): Json {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
