import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { collapseSpace, shorten } from "../../core/text.ts";
import { wholeNumber, withoutNulls } from "./given.ts";
import type { Check, RecordedCheck } from "./request.ts";
import { checkOptions } from "./schema.ts";

const DEFAULT_TIMEOUT_S = 60;
const LONGEST_TIMEOUT_S = 3_600;

export interface ReadChecks {
  readonly checks: readonly Check[];
  readonly recordedChecks: readonly RecordedCheck[];
}

/** Commands to be run, and results that were recorded. An item is one of the two, never both. */
export function readChecks(given: readonly unknown[], place: string): ReadChecks {
  const checks: Check[] = [];
  const recordedChecks: RecordedCheck[] = [];
  const names = new Set<string>();
  for (const [index, one] of given.entries()) {
    const at = `${place}[${index}]`;
    const check = readCheck(typeof one === "string" ? { run: one } : one, index, at);
    if (names.has(check.name)) {
      throw new ConfigError("duplicate_check", `two checks are called "${check.name}"`, { place: at });
    }
    names.add(check.name);
    if ("run" in check) checks.push(check);
    else recordedChecks.push(check);
  }
  return { checks, recordedChecks };
}

function readCheck(given: unknown, index: number, place: string): Check | RecordedCheck {
  const { name, run, cwd, timeout, passed, output } = readOptions(checkOptions, withoutNulls(given), place);
  const command = run?.trim() ?? "";
  if ((command === "") === (passed === undefined)) {
    throw new ConfigError("no_check", "is neither a command nor a recorded result", {
      place,
      expected: "{run, cwd, timeout} or {name, passed, output}",
    });
  }
  const called = name === undefined ? "" : collapseSpace(name);
  if (passed !== undefined) {
    return { name: called === "" ? `check ${index + 1}` : called, passed, ...(output === undefined ? {} : { output }) };
  }
  const seconds = wholeNumber(timeout, DEFAULT_TIMEOUT_S, {
    low: 1,
    high: LONGEST_TIMEOUT_S,
    place: `${place}.timeout`,
  });
  return {
    name: called === "" ? shorten(collapseSpace(command)) : called,
    run: command,
    cwd: cwd ?? null,
    timeoutMs: seconds * 1_000,
  };
}
