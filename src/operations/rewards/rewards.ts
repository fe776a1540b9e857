import * as v from "valibot";
import { catalog } from "../../catalog.ts";
import { createBuilder } from "../../core/builder.ts";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import type { FunctionReply } from "../../core/scoring-function.ts";
import type { Json } from "../../core/types.ts";
import type { RewardRecord } from "../../store/types.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import { lazyPowers } from "../powers/lazy-powers.ts";
import { findReward, withRewards } from "./access.ts";
import { openCaller } from "./callers.ts";
import { pinOf, type RewardName, readRewardName, readRewardSource } from "./reference.ts";

const store = v.optional(v.string());

export const addInput = v.object({
  name: v.string(),
  /** `file.py#function`, `file.ts#function` or an address. */
  source: v.string(),
  keyEnv: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string())),
  store,
});

/**
 * Keeps a copy of a reward function under a name, as a new version unless the newest is the same. It is loaded first, so
 * that nothing is kept that cannot be called; an address is not asked.
 */
export async function* addReward(
  given: v.InferInput<typeof addInput>,
  environment: Environment,
): Operation<RewardRecord> {
  const { name, source: text, keyEnv, headers, store } = readOptions({ schema: addInput }, given, "rewards");
  const named = readRewardName(name);
  if (named === null || named.version !== undefined) {
    throw new ConfigError("wrong_value", "this cannot be a name", {
      place: "name",
      expected: "a lower-case letter, then lower-case letters, digits, - and _, at most 64",
      got: JSON.stringify(name.slice(0, 100)),
    });
  }
  const source = readRewardSource(text, environment.folder, { keyEnv, headers });
  yield* withCalls(environment, async (options) => {
    const caller = await openCaller(source, options);
    await caller.close();
  });
  const location = storeLocation(store, environment);
  return await withRewards(location, environment.folder, (kept) => kept.add({ name, ...source }), true);
}

export const listRewardsInput = v.object({ store });

/** All versions of all names, the newest of each first. */
export async function* listRewards(
  given: v.InferInput<typeof listRewardsInput>,
  environment: Environment,
): Operation<readonly RewardRecord[]> {
  const { store } = readOptions({ schema: listRewardsInput }, given, "rewards");
  return await withRewards(storeLocation(store, environment), environment.folder, (kept) => kept.list());
}

export const namedInput = v.object({ name: v.string(), store });

/** A version of a name; without one the newest. */
export async function* showReward(
  given: v.InferInput<typeof namedInput>,
  environment: Environment,
): Operation<RewardRecord> {
  const { name, store } = readOptions({ schema: namedInput }, given, "rewards");
  const location = storeLocation(store, environment);
  return await withRewards(location, environment.folder, (kept) => findReward(kept, nameOf(name), location));
}

/** Removes a version, or without one all of a name. Answers what was removed. */
export async function* removeReward(
  given: v.InferInput<typeof namedInput>,
  environment: Environment,
): Operation<{ readonly name: string; readonly removed: number }> {
  const { name, store } = readOptions({ schema: namedInput }, given, "rewards");
  const location = storeLocation(store, environment);
  const named = nameOf(name);
  return await withRewards(location, environment.folder, async (kept) => {
    await findReward(kept, named, location);
    return { name, removed: await kept.remove(named.name, named.version) };
  });
}

export const testInput = v.object({
  /** A registered name, a file or an address. */
  reward: v.string(),
  completions: v.pipe(v.array(v.string()), v.minLength(1)),
  prompt: v.optional(v.string(), ""),
  /** Further columns. */
  columns: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Seconds. */
  timeLimit: v.optional(v.pipe(v.number(), v.minValue(0.001)), 10),
  store,
});

export interface RewardTest {
  /** The version that was called; null where it is not registered. */
  readonly version: string | null;
  readonly results: readonly ({ readonly completion: string } & FunctionReply)[];
}

/** Calls a reward function with completions, one after the other, as an eval would. */
export async function* testReward(
  given: v.InferInput<typeof testInput>,
  environment: Environment,
): Operation<RewardTest> {
  const input = readOptions({ schema: testInput }, given, "rewards");
  const { folder, signal } = environment;
  const location = storeLocation(input.store, environment);
  const named = readRewardName(input.reward);
  const record = named && (await withRewards(location, folder, (kept) => findReward(kept, named, location)));
  const source = record ?? readRewardSource(input.reward, folder);
  const results: ({ readonly completion: string } & FunctionReply)[] = [];
  yield* withCalls(environment, async (options) => {
    const caller = await openCaller(source, options);
    try {
      for (const completion of input.completions) {
        const lists = Object.entries(input.columns).map(([name, value]) => [name, [value as Json]] as const);
        const columns = { ...Object.fromEntries(lists), prompts: [input.prompt], completions: [completion] };
        const reply = await caller.call(columns, { limitMs: input.timeLimit * 1_000, signal });
        results.push({ completion, ...(await asScored(reply, signal)) });
      }
    } finally {
      await caller.close();
    }
  });
  return { version: record === null ? null : pinOf(record), results };
}

const { verifier } = createBuilder(catalog);

/** What is no score for an eval is none here. The scale is left open: a scorer may declare another than 0 to 1. */
async function asScored(reply: FunctionReply, signal: AbortSignal): Promise<FunctionReply> {
  if (reply.error !== undefined) return reply;
  const scorer = verifier({ type: "reward_function", reward: "tried" }, "reward");
  const attempt = { input: "", output: "", answer: "", targets: [], metadata: {} };
  const { error } = await scorer.score(attempt, { signal, reward: async () => async () => reply });
  if (error === undefined || (error.code === "out_of_range" && isOnAnotherScale(reply.value))) return reply;
  return { error };
}

/** Whether a finite number, alone or as the score of a dict, lies outside 0 to 1. */
function isOnAnotherScale(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return typeof value === "number" && Number.isFinite(value) && !(value >= 0 && value <= 1);
  }
  const { value: given, score } = value as { readonly [key: string]: Json };
  return isOnAnotherScale(given ?? score ?? null);
}

async function* withCalls(
  environment: Environment,
  work: (options: Parameters<typeof openCaller>[1]) => Promise<void>,
): Operation<void> {
  const { folder, variables } = environment;
  const { powers, close } = lazyPowers(() => ({ folder, variables }));
  try {
    const functions = async () => {
      const opened = await powers.functions?.();
      if (opened === undefined) throw new ConfigError("no_sandbox", "functions in Python cannot be called here");
      return opened;
    };
    await work({ folder, variables, functions });
  } finally {
    await close();
  }
}

function nameOf(text: string): RewardName {
  const named = readRewardName(text);
  if (named !== null) return named;
  throw new ConfigError("wrong_value", "this is no name of a reward function", {
    place: "name",
    expected: "a name, or name@version",
    got: JSON.stringify(text.slice(0, 100)),
  });
}
