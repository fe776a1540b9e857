import { ConfigError } from "../../core/errors.ts";

/** Refuses a limit that is not a number of at least `least`, before anything is sent. `name` as in a configuration. */
export function checkNumber(
  name: string,
  value: number,
  rule: { readonly least: number; readonly whole: boolean },
): void {
  const { least, whole } = rule;
  if (value >= least && (!whole || Number.isInteger(value))) return;
  throw new ConfigError("wrong_value", "is not accepted", {
    place: name,
    expected: `a ${whole ? "whole " : ""}number of at least ${least}`,
    got: String(value),
  });
}
