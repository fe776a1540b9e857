import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { RewardFunction } from "../../core/types.ts";
import { openStore } from "../../store/open.ts";
import type { KeptRewards, RewardRecord } from "../../store/types.ts";
import { type CallerOptions, openCaller, type RewardCaller } from "./callers.ts";
import { type RewardName, readRewardName, readRewardSource } from "./reference.ts";

export interface RewardOptions extends CallerOptions {
  /** The store that holds the registered ones. */
  readonly store: string;
  /** Where files of rewards that are not registered are looked for. */
  readonly evalFolder: string;
}

export interface Rewards {
  reward(reference: string): Promise<RewardFunction>;
  close(): Promise<void>;
}

/** Reward functions by name or place. Each is loaded once, when it is first asked for. */
export function openRewards(options: RewardOptions): Rewards {
  const opened = new Map<string, Promise<RewardCaller>>();
  return {
    reward: async (reference) => {
      const opening = opened.get(reference) ?? open(reference, options);
      opened.set(reference, opening);
      return (await opening).call;
    },
    close: async () => {
      // One that did not open has told so already.
      for (const opening of opened.values()) await (await opening.catch(() => undefined))?.close();
    },
  };
}

async function open(reference: string, options: RewardOptions): Promise<RewardCaller> {
  const named = readRewardName(reference);
  const source =
    named === null
      ? readRewardSource(reference, options.evalFolder)
      : await withRewards(options.store, options.folder, (rewards) => findReward(rewards, named, options.store));
  return openCaller(source, options);
}

/** Rejects with a `ConfigError` where there is no function of that name, version and hash. */
export async function findReward(rewards: KeptRewards, named: RewardName, store: string): Promise<RewardRecord> {
  const { name, version, hash } = named;
  const found = await rewards.find(name, version);
  if (found?.sha256.startsWith(hash ?? "")) return found;
  const shown = version === undefined ? name : `${name}@${version}`;
  if (found !== null) {
    throw new ConfigError("changed_reward", `the reward function ${shown} is not the one that was meant`, {
      place: "reward",
      expected: `the hash ${hash}`,
      got: found.sha256.slice(0, hash?.length),
      hint: "add the former one again, or start a new run",
    });
  }
  const known = [...new Set((await rewards.list()).map((one) => one.name))];
  const guess = nearest(name, known);
  throw new ConfigError("unknown_reward", `there is no reward function ${shown} in ${store}`, {
    place: "reward",
    expected: known.length === 0 ? "one that was added: veridic rewards add" : `one of ${known.join(", ")}`,
    ...(guess === undefined || guess === name ? {} : { hint: `did you mean "${guess}"?` }),
  });
}

/** The rewards of a store, which is closed afterwards. Where there is none, none is made: it is as if it were empty. */
export async function withRewards<T>(
  store: string,
  folder: string,
  work: (rewards: KeptRewards) => Promise<T>,
  make = false,
): Promise<T> {
  const absent = !make && store !== ":memory:" && !store.includes("://") && !existsSync(resolve(folder, store));
  const opened = await openStore(absent ? ":memory:" : store, { folder });
  try {
    return await work(opened.rewards);
  } finally {
    await opened.close();
  }
}
