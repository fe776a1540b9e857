import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { DataPlace } from "../../benchmarks/data/place.ts";
import type { Environment } from "../environment.ts";

/** Where data are, from `--data` or the environment. */
export function dataPlaceOf(given: string | undefined, { variables, folder, signal }: Environment): DataPlace {
  const home = variables["HOME"] ?? homedir();
  const cache = variables["XDG_CACHE_HOME"] ?? join(home, ".cache");
  const state = variables["XDG_STATE_HOME"] ?? join(home, ".local", "state");
  const named = given ?? variables["VERIDIC_DATA_DIR"];
  return {
    given: named === undefined || named === "" ? null : resolve(folder, named),
    cache: join(cache, "veridic"),
    lock: resolve(folder, variables["VERIDIC_DATA_LOCK"] ?? join(state, "veridic", "data-lock.json")),
    mirror: variables["VERIDIC_DATA_MIRROR"] ?? null,
    token: variables["HF_TOKEN"] ?? null,
    signal,
  };
}
