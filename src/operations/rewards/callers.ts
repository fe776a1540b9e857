import { dirname, join } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { ModelError } from "../../core/model.ts";
import type { FunctionReply, ScoringFunctions, ScoringProgram } from "../../core/scoring-function.ts";
import { shorten, toText } from "../../core/text.ts";
import type { Json, RewardFunction } from "../../core/types.ts";
import { openHttp } from "../../models/http.ts";
import { readVariables, type Variables } from "../../models/keys.ts";
import { headersOf } from "../../models/solver/headers.ts";
import { ourselves } from "../config/modules.ts";
import { startThreads, type ThreadAnswer } from "../isolated/threads.ts";
import type { RewardSource } from "./reference.ts";

/** What the kinds of reward functions need of the world. */
export interface CallerOptions {
  /** Where a `.env` file is looked for. */
  readonly folder: string;
  readonly variables: Variables;
  functions(): Promise<ScoringFunctions>;
}

/** A reward function that is ready to be called. */
export interface RewardCaller {
  readonly call: RewardFunction;
  close(): Promise<void>;
}

/** Megabytes of heap for a module. */
const HEAP_MB = 256;

/** Loads what is called. Rejects with a `ConfigError` where that cannot be done. */
export async function openCaller(source: RewardSource, options: CallerOptions): Promise<RewardCaller> {
  switch (source.kind) {
    case "python":
      return pythonCaller(source, await options.functions());
    case "module":
      return moduleCaller(source);
    case "endpoint":
      return endpointCaller(source, options);
  }
}

async function pythonCaller(reward: RewardSource, functions: ScoringFunctions): Promise<RewardCaller> {
  const { source, exported, origin } = reward;
  const program: ScoringProgram = { source, shown: fileName(origin), name: exported, form: "rewards" };
  await functions.load(program);
  const call: RewardFunction = (argument, { limitMs, signal }) =>
    functions.call(program, { argument, limitMs }, signal);
  return { call, close: async () => {} };
}

/** A file may import packages, never its neighbours: those are not kept, and would be others another day. */
const NEIGHBOUR = /\b(?:from|import|require)\s{0,20}\(?\s{0,20}["'](\.{1,2}\/[^"'\n]{0,200})["']/;

async function moduleCaller({ source, exported, origin }: RewardSource): Promise<RewardCaller> {
  const neighbour = NEIGHBOUR.exec(source)?.[1];
  if (neighbour !== undefined) {
    throw new ConfigError("not_loaded", `${fileName(origin)} imports ${neighbour}, and one file alone is kept`, {
      hint: "put all of the reward function into one file",
    });
  }
  // A name of its own: of the file that stands there now nothing is read.
  const file = join(dirname(origin), `.veridic-${fileName(origin)}`);
  const threads = startThreads({ file, source, alias: ourselves(), heapMb: HEAP_MB });
  try {
    const { functions } = await threads.content();
    if (!functions.includes(exported)) {
      throw ConfigError.unknownName("not_loaded", `function of ${fileName(origin)}`, exported, functions);
    }
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    throw new ConfigError("not_loaded", `${fileName(origin)} cannot be loaded: ${messageOf(thrown)}`);
  }
  const call: RewardFunction = async (argument, { limitMs, signal }) =>
    replyOf(await threads.ask({ call: "reward", name: exported, argument }, limitMs, signal));
  return { call, close: async () => {} };
}

/** What a thread sent, of which the module may have made anything: codes are those of errors that it threw. */
function replyOf(answer: ThreadAnswer): FunctionReply {
  if (!("value" in answer)) {
    const code = CODE.test(answer.code) ? answer.code : "exception";
    return errorOf(code, `${answer.message}`.replaceAll("\n", " "), code === "timeout");
  }
  try {
    return { value: JSON.parse(answer.value) as Json };
  } catch {
    // A function and a symbol have no JSON: there is no text at all.
    return errorOf("not_a_score", "it returned a reward that is no data", false);
  }
}

/** A code as errors are counted by. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

async function endpointCaller({ source, settings }: RewardSource, options: CallerOptions): Promise<RewardCaller> {
  const variables = await readVariables(options.folder, options.variables);
  const { headers, secrets } = headersOf({ name: source, ...readSettings(settings) }, variables);
  const keys = secrets.filter(({ length }) => length >= SHORTEST_KEY);
  const http = await openHttp({ variables });
  const url = new URL(source);
  const call: RewardFunction = async (body, { limitMs, signal }) => {
    try {
      // An explanation is kept with the score, and an endpoint may repeat in it what it was sent.
      return readRewards(await http.post({ url, headers, keys: secrets, body, timeoutMs: limitMs }, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      const message = keys.reduce((text, key) => text.replaceAll(key, "[key]"), messageOf(thrown));
      return thrown instanceof ModelError
        ? errorOf(thrown.code, message, thrown.retryable)
        : errorOf("exception", message, false);
    }
  };
  return { call, close: () => http.close() };
}

function readSettings(settings: Json): {
  readonly headers: Readonly<Record<string, string>>;
  readonly keyEnv: string | null;
} {
  const map = isMap(settings) ? settings : {};
  const { headers, key_env: keyEnv } = map;
  const texts = Object.entries(isMap(headers) ? headers : {}).map(([name, value]) => [name, String(value)] as const);
  return { headers: Object.fromEntries(texts), keyEnv: typeof keyEnv === "string" ? keyEnv : null };
}

/** Shorter ones stand in place of a key, and may be a part of any word. */
const SHORTEST_KEY = 8;

/** A list of one reward, or a map that holds one under `rewards` or `scores`; beside an error nothing counts. */
function readRewards(reply: Json): FunctionReply {
  const { rewards, scores, error } = isMap(reply) ? reply : { rewards: reply, scores: undefined, error: undefined };
  const said = error === false ? null : toText(error);
  // Thrown, for it may repeat a key as any other message may.
  if (said !== null && said !== "") throw new Error(`it answered with an error: ${shorten(said, 300)}`);
  if (Array.isArray(rewards) && Array.isArray(scores) && toText(rewards) !== toText(scores)) {
    return errorOf("not_a_score", "`rewards` and `scores` of its reply differ", false);
  }
  const list = rewards ?? scores;
  if (!Array.isArray(list)) return errorOf("not_a_score", "its reply holds no list of rewards", false);
  if (list.length !== 1) return errorOf("not_a_score", `it answered ${list.length} rewards for 1 completion`, false);
  const [value = null]: readonly Json[] = list;
  return { value };
}

function errorOf(code: string, message: string, retryable: boolean): FunctionReply {
  return { error: { stage: "verifier", code, message, retryable } };
}

function isMap(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fileName(path: string): string {
  return path.replace(/^.*[/\\]/s, "");
}
