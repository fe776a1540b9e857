import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { missingFile } from "../../evals/datasets/files.ts";
import type { RewardRecord } from "../../store/types.ts";
import { sha256Of } from "../hash.ts";

/** What is called, wherever it was found. */
export type RewardSource = Omit<RewardRecord, "name" | "version" | "addedAt">;

/** A registered name; `hash` is the beginning of the one that it must have. */
export interface RewardName {
  readonly name: string;
  readonly version?: number;
  readonly hash?: string;
}

export interface EndpointSettings {
  /** The variable that holds a key, sent as a bearer token. */
  readonly keyEnv?: string | undefined;
  /** Headers; values from the environment as `$NAME`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const NAME = /^([a-z][a-z0-9_-]{0,63})(?:@([1-9][0-9]{0,8})(?::([0-9a-f]{8,64}))?)?$/;
const PYTHON = /\.py$/i;
const MODULE = /\.[cm]?[jt]s$/i;
/** The function that is called where none is named. */
const DEFAULT_FUNCTION = "reward";

/** Null where the text names a file or an address. */
export function readRewardName(text: string): RewardName | null {
  const [whole, name, version, hash] = NAME.exec(text) ?? [];
  if (whole === undefined || name === undefined) return null;
  return {
    name,
    ...(version === undefined ? {} : { version: Number(version) }),
    ...(hash === undefined ? {} : { hash }),
  };
}

/** `name@version:hash`, by which exactly this function is found again. */
export function pinOf({ name, version, sha256 }: RewardRecord): string {
  return `${name}@${version}:${sha256.slice(0, 16)}`;
}

/**
 * Reads `reward.py#name`, `reward.ts#name` or an address; without a name the function is `reward`. Throws a `ConfigError`
 * for a file that is not there and for what is none of these.
 */
export function readRewardSource(text: string, folder: string, settings: EndpointSettings = {}): RewardSource {
  const { keyEnv, headers = {} } = settings;
  if (/^https?:\/\//i.test(text)) {
    if (!URL.canParse(text)) throw notASource(text);
    return hashed("endpoint", text, "", text, { headers, ...(keyEnv === undefined ? {} : { key_env: keyEnv }) });
  }
  const [path = "", exported = DEFAULT_FUNCTION] = splitAtLast(text, "#");
  const kind = PYTHON.test(path) ? "python" : MODULE.test(path) ? "module" : null;
  if (kind === null || exported === "") throw notASource(text);
  if (keyEnv !== undefined || Object.keys(headers).length > 0) {
    throw new ConfigError("usage", "keys and headers are for addresses", {
      place: text,
      expected: "an http:// address",
    });
  }
  const full = resolve(folder, path);
  let source: string;
  try {
    source = readFileSync(full, "utf8");
  } catch (cause) {
    throw missingFile(path, folder, cause, "reward");
  }
  return hashed(kind, source, exported, full, {});
}

function hashed(kind: RewardSource["kind"], source: string, exported: string, origin: string, settings: Json) {
  return {
    kind,
    source,
    exported,
    origin,
    settings,
    sha256: sha256Of(JSON.stringify([kind, source, exported, settings])),
  };
}

function splitAtLast(text: string, mark: string): readonly [string, string?] {
  const at = text.lastIndexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function notASource(text: string): ConfigError {
  return new ConfigError("not_a_reward", "this is no reward function", {
    place: "reward",
    expected: "a registered name, file.py#function, file.ts#function, or an http:// or https:// address",
    got: JSON.stringify(text.slice(0, 200)),
  });
}
