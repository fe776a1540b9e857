import { mkdirSync } from "node:fs";
import { ConfigError, messageOf } from "../../core/errors.ts";

/** Makes a folder of ours and those above it. Throws `ConfigError` where that is not allowed, or something is in the way. */
export function makeFolder(path: string, variable: "XDG_CACHE_HOME" | "XDG_STATE_HOME"): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw new ConfigError("unwritable_folder", `this folder cannot be made: ${messageOf(cause)}`, {
      place: path,
      hint: `name one that can be written by ${variable}`,
      cause,
    });
  }
}
