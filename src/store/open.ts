import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import type { Store } from "./types.ts";

export interface OpenOptions {
  /** Where a relative path starts; by default the working folder. */
  readonly folder?: string;
  /** The time of a change that brings none of its own. */
  readonly now?: () => Date;
}

/**
 * Opens a store, and makes it where there is none: a path is an SQLite file, `:memory:` a store that ends with the
 * process. A place that cannot be used is a `ConfigError`, an engine that fails a `StoreError`. The engine is loaded
 * here, not before.
 */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  const { folder = ".", now = () => new Date() } = options;
  if (url !== ":memory:") refuseOtherEngines(url);
  const { openSqliteStore } = await import("./sqlite/store.ts");
  return openSqliteStore(url === ":memory:" ? url : resolve(folder, url), { now });
}

function refuseOtherEngines(url: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1];
  if (scheme !== undefined) {
    // The whole address may hold a password, so only its scheme is shown.
    throw new ConfigError("store_engine", "this kind of store is not supported", {
      place: "store",
      expected: "the path of an SQLite file",
      got: `an address that begins with ${scheme}://`,
    });
  }
  if (url.trim() === "" || url.includes("\0")) {
    throw new ConfigError("store_path", "this is no path", {
      place: "store",
      expected: "the path of an SQLite file",
      got: JSON.stringify(url),
    });
  }
}
