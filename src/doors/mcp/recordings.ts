import { ConfigError } from "../../core/errors.ts";
import type { AllowedPaths } from "./allowed-paths.ts";

/** More of them than a name can mean: each is looked at, and none of a thousand should be. */
const MOST_MARKS = 4;

/**
 * A recording is a model with a path (`replay:FILE`, `replay:FILE#MODEL`), so it must be allowed as a file is. Where its
 * name has several marks, every file that it could mean must be.
 */
export function checkModel(name: unknown, paths: AllowedPaths): void {
  const recording = typeof name === "string" ? /^\s*replay\s*:([\s\S]*)$/i.exec(name)?.[1] : undefined;
  if (recording === undefined) return;
  const parts = recording.split("#");
  if (parts.length > MOST_MARKS) {
    throw new ConfigError("path_outside", "the name of this recording has too many marks", { place: "models" });
  }
  for (const end of parts.keys()) paths.check(parts.slice(0, end + 1).join("#"), "models");
}
