import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ConfigError } from "../core/errors.ts";
import type { KeyVariable } from "./providers.ts";

/** Environment variables, those of a `.env` file among them. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface Key {
  readonly value: string;
  readonly variable: KeyVariable;
}

/** The environment, completed by the `.env` of a folder; what is set in the environment wins. */
export async function readVariables(folder: string, environment: Variables): Promise<Variables> {
  let text: string;
  try {
    text = await readFile(join(folder, ".env"), "utf8");
  } catch (thrown) {
    // A folder of that name is a Python environment.
    if (thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "EISDIR")) {
      return environment;
    }
    throw new ConfigError("unreadable_file", "cannot be read", { place: join(folder, ".env"), cause: thrown });
  }
  const merged: Record<string, string | undefined> = { ...parseEnv(text.replace(/^\uFEFF/, "")) };
  for (const [name, value] of Object.entries(environment)) if (value) merged[name] = value;
  return merged;
}

/**
 * The key in the first of the variables that holds one, null where none does. White space around it is dropped: a
 * trailing line break is common and no header may carry it. Throws a `ConfigError` for a key that no header can carry.
 */
export function findKey(names: readonly KeyVariable[], variables: Variables): Key | null {
  for (const variable of names) {
    const value = variables[variable.name]?.trim() ?? "";
    if (value === "") continue;
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new ConfigError("unusable_key", "this key holds a character that no key has", {
        place: variable.name,
        hint: "copy it again, without quotes, blanks and line breaks",
      });
    }
    return { value, variable };
  }
  return null;
}

/** The error of a provider whose key is missing. `who` is the model or deployment that wants it. */
export function missingKey(who: string, names: readonly KeyVariable[]): ConfigError {
  const all = names.map(({ name }) => name);
  return new ConfigError("missing_key", `there is no key for ${who}`, {
    expected: all.length === 1 ? `the variable ${all[0]}` : `one of the variables ${all.join(", ")}`,
    hint: "set it in the environment or in a .env file of the working folder",
  });
}
