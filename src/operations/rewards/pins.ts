import { ConfigError } from "../../core/errors.ts";
import type { RewardRecord } from "../../store/types.ts";
import { mapParts, type Part, REWARD_NAMES } from "../config/config-parts.ts";
import { findReward, withRewards } from "./access.ts";
import { pinOf, type RewardName, readRewardName } from "./reference.ts";

export interface Pinned {
  readonly config: Part;
  /** For the fingerprint: the version that was meant, with its hash. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/**
 * A configuration whose registered reward functions are named by version and hash, so that a run that is resumed, or
 * repeated from what the store keeps, calls what it called before. Without such functions no store is opened.
 */
export async function withPinnedRewards(config: Part, store: string, folder: string): Promise<Pinned> {
  const wanted = new Map<string, { readonly named: RewardName; readonly place: string }>();
  mapParts(config["scorers"], "scorers", (part, place) => {
    for (const { key, text, named } of namesIn(part)) wanted.set(text, { named, place: `${place}.${key}` });
    return part;
  });
  if (wanted.size === 0) return { config, files: [] };
  const found = new Map<string, RewardRecord>();
  await withRewards(store, folder, async (rewards) => {
    for (const [text, { named, place }] of wanted) {
      try {
        found.set(text, await findReward(rewards, named, store));
      } catch (error) {
        throw error instanceof ConfigError ? error.within(place) : error;
      }
    }
  });
  const scorers = mapParts(config["scorers"], "scorers", (part) => ({
    ...part,
    ...Object.fromEntries(
      namesIn(part).flatMap(({ key, text }) => {
        const record = found.get(text);
        return record === undefined ? [] : [[key, pinOf(record)] as const];
      }),
    ),
  }));
  const records = new Map([...found.values()].map((record) => [pinOf(record), record]));
  const files = [...records.values()].map(({ name, version, sha256 }) => ({
    path: `reward:${name}@${version}`,
    sha256,
  }));
  return { config: { ...config, scorers }, files };
}

function namesIn(part: Part) {
  if (part["type"] !== "reward_function") return [];
  return REWARD_NAMES.flatMap((key) => {
    const text = part[key];
    const named = typeof text === "string" ? readRewardName(text) : null;
    return typeof text === "string" && named !== null ? [{ key, text, named }] : [];
  });
}
