import { ConfigError, describe } from "./errors.ts";
import { camelCase, snakeCase } from "./naming.ts";
import { declaredKeys, type StandardIssue, type StandardSchema } from "./standard-schema.ts";

/** Another spelling of an option; `invert` where it says the opposite (`case_sensitive` for `ignore_case`). */
export interface Alias {
  readonly to: string;
  readonly invert?: boolean;
}

/** Why an option that users may know from elsewhere is not taken, and what to do instead. */
export interface Refusal {
  readonly problem: string;
  readonly hint: string;
}

export interface OptionsSpec<Input, Output> {
  readonly schema: StandardSchema<Input, Output>;
  /** Keys in camelCase. */
  readonly aliases?: Readonly<Record<string, Alias>>;
  /** Keys in camelCase. Null says nothing and is accepted; no other value is quoted, as it may be a secret. */
  readonly refused?: Readonly<Record<string, Refusal>>;
}

/**
 * Reads the options of a plug-in or a section of a config file: accepts both spellings of a declared name and its
 * aliases, refuses what is unknown (with the nearest known name), what is given twice with different values, and what
 * the schema refuses. `place` is where the options stand, for the error.
 */
export function readOptions<Input, Output>(spec: OptionsSpec<Input, Output>, given: unknown, place: string): Output {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ConfigError("not_an_object", "these options cannot be read", {
      place,
      expected: "a map of option names to values",
      got: describe(given),
    });
  }
  const known = declaredKeys(spec.schema);
  const named = known === null ? given : renamed(given, known, spec, place);
  const result = spec.schema["~standard"].validate(named);
  if (result instanceof Promise) {
    throw new ConfigError("asynchronous_options", "the schema of these options is asynchronous", {
      place,
      expected: "a schema that answers at once",
    });
  }
  if (result.issues !== undefined) throw refusedBy(result.issues, place);
  return result.value;
}

function renamed(
  given: object,
  known: readonly string[],
  { aliases = {}, refused = {} }: Pick<OptionsSpec<unknown, unknown>, "aliases" | "refused">,
  place: string,
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  const spelling = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const camel = camelCase(key);
    const refusal = Object.hasOwn(refused, camel) ? refused[camel] : undefined;
    if (refusal !== undefined) {
      if (value === null) continue;
      throw new ConfigError("refused_option", refusal.problem, { place: `${place}.${key}`, hint: refusal.hint });
    }
    const alias = Object.hasOwn(aliases, camel) ? aliases[camel] : undefined;
    const name = alias?.to ?? camel;
    if (!known.includes(name)) {
      const names = [...known, ...Object.keys(aliases)].map(snakeCase);
      throw ConfigError.unknownName("unknown_option", "option", key, names, place);
    }
    const meant = alias?.invert === true && typeof value === "boolean" ? !value : value;
    const before = spelling.get(name);
    if (before !== undefined && JSON.stringify(named[name]) !== JSON.stringify(meant)) {
      throw new ConfigError("given_twice", `"${before}" and "${key}" are the same option and have different values`, {
        place,
        hint: "keep one of them",
      });
    }
    spelling.set(name, key);
    named[name] = meant;
  }
  return named;
}

function refusedBy(issues: readonly StandardIssue[], place: string): ConfigError {
  const [issue] = issues;
  const path = (issue?.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  const where = path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${snakeCase(String(key))}`),
    place,
  );
  // valibot says what it expected and received; other libraries say it in their message.
  const told = issue as (StandardIssue & { expected?: unknown; received?: unknown }) | undefined;
  if (typeof told?.expected !== "string" || typeof told.received !== "string") {
    return new ConfigError("wrong_value", told?.message ?? "is not accepted", { place: where });
  }
  if (told.received === "undefined") {
    const key = String(path.at(-1) ?? "");
    // A missing key is named by the place already.
    const expected = told.expected === `"${key}"` ? {} : { expected: inWords(told.expected) };
    return new ConfigError("missing_option", "is missing", { place: where, ...expected });
  }
  return new ConfigError("wrong_type", "has a wrong value", {
    place: where,
    expected: inWords(told.expected),
    got: inWords(told.received),
    ...(told.message.startsWith("Invalid") ? {} : { hint: told.message }),
  });
}

const WORDS: Readonly<Record<string, string>> = {
  Array: "a list",
  Object: "a map",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "nothing",
};

/** The schema library's names for kinds of values, as a person would say them; values stay as they are, in single quotes. */
function inWords(text: string): string {
  const inner = /^\((.*)\)$/.exec(text)?.[1] ?? text;
  return inner
    .split(" | ")
    .map((part) => WORDS[part] ?? part.replace(/^>=/, "at least ").replace(/^<=/, "at most ").replaceAll('"', "'"))
    .join(" or ");
}
