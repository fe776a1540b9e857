import * as v from "valibot";
import { ConfigError, describe } from "../../core/errors.ts";
import { type Alias, readOptions } from "../../core/options.ts";
import type { SolverFunction } from "../../core/solver.ts";
import type { Json } from "../../core/types.ts";
import { readKeptUrl } from "../deployments.ts";
import { type BodyTemplate, readBody } from "./body.ts";

/** What an eval file says of its solver. Nothing is opened or started yet. */
export type SolverChoice = FunctionChoice | CommandChoice | EndpointChoice;

interface Common {
  /** For people, and under `model` in the figures of a run. */
  readonly name: string;
  /** The fields of the row that it is told beside the input. */
  readonly fields: readonly string[];
  /** Those of them without which it cannot be asked. */
  readonly required: readonly string[];
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface FunctionChoice extends Common {
  readonly kind: "function";
  /** Null where only the name is known: a run that was read back from the store. */
  readonly source: { readonly path: string; readonly exported: string } | SolverFunction | null;
}

export interface CommandChoice extends Common {
  readonly kind: "command";
  readonly command: readonly [program: string, ...words: string[]];
  /** How many of the program may run at once; null for as many as answers may be under way. */
  readonly processes: number | null;
}

export interface EndpointChoice extends Common {
  readonly kind: "endpoint";
  readonly url: URL;
  readonly method: "POST" | "PUT" | "PATCH" | "GET";
  /** `${NAME}` stands for a variable of the environment. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variable whose value is sent as a bearer token; null for none. */
  readonly keyEnv: string | null;
  /** Null for the request itself. */
  readonly body: BodyTemplate | null;
  /** Dotted paths into the reply; `output` null where the reply is the answer. */
  readonly paths: {
    readonly output: string | null;
    readonly reasoning: string | null;
    readonly finishReason: string | null;
    readonly costUsd: string | null;
  };
}

/** What the eval says for all calls. */
interface Defaults {
  /** Seconds. */
  readonly timeout?: number | undefined;
}

const TIMEOUT_S = 600;
/** How the store names a function that was given in code. */
const FUNCTION_MARK = "function:";

const common = {
  timeout: v.pipe(
    v.optional(v.pipe(v.number(), v.finite(), v.minValue(0.001))),
    v.description("Seconds for one answer; default the `timeout` of the eval."),
  ),
  fields: v.pipe(
    v.optional(v.array(v.string())),
    v.description("Fields of the row that it is told, as `metadata`; without it none."),
  ),
};
const path = (text: string) => v.pipe(v.optional(v.pipe(v.string(), v.minLength(1))), v.description(text));

export const functionSchema = v.object({
  function: v.pipe(v.unknown(), v.description("`./bot.ts#answer`: an export of a module, relative to the eval file.")),
  ...common,
});

export const commandSchema = v.object({
  command: v.pipe(
    v.array(v.string()),
    v.minLength(1),
    v.description("The program and its words. There is no shell; it runs in the folder of the eval file."),
  ),
  processes: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.description("How many of it may run at once; default `--concurrency`."),
  ),
  ...common,
});

export const endpointSchema = v.object({
  url: v.pipe(v.string(), v.description("The address.")),
  method: v.pipe(v.optional(v.picklist(["POST", "PUT", "PATCH", "GET"]), "POST"), v.description("How it is asked.")),
  headers: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description("More headers; `$NAME` stands for a variable of the environment, in braces also within a text."),
  ),
  keyEnv: v.pipe(v.optional(v.string()), v.description("The variable that holds the key, sent as a bearer token.")),
  body: v.pipe(
    v.optional(v.unknown()),
    v.description("Any JSON with `{{field}}`, `{{prompt}}`, `{{messages}}`; default what every solver is told."),
  ),
  output: path("Where the answer stands in the reply, as a dotted path; without it the reply is the answer."),
  reasoning: path("Where its reasoning stands."),
  finishReason: path("Where it says why it ended: `length` and `content_filter` are counted."),
  costUsd: path("Where its cost stands, in US dollars."),
  ...common,
});

export const endpointAliases: Readonly<Record<string, Alias>> = { apiKeyEnv: { to: "keyEnv" } };

/** Reads `solver` of an eval. Throws `ConfigError`. */
export function readSolver(given: unknown, defaults: Defaults = {}, place = "solver"): SolverChoice {
  if (typeof given === "function" || typeof given === "string") {
    return readFunction({ function: given }, defaults, place);
  }
  if (typeof given === "object" && given !== null && !Array.isArray(given)) {
    const kinds = ["function", "command", "url"].filter((kind) => kind in given);
    if (kinds.length > 1) {
      throw new ConfigError("given_twice", "this is several solvers", {
        place,
        expected: "one of function, command and url",
        got: kinds.join(" and "),
      });
    }
    if ("function" in given) return readFunction(given, defaults, place);
    if ("command" in given) return readCommand(given, defaults, place);
    if ("url" in given) return readEndpoint(given, defaults, place);
  }
  throw new ConfigError("wrong_type", "this is no solver", {
    place,
    expected: "./bot.ts#answer, or a map with one of function, command and url",
    got: describe(given),
  });
}

function readFunction(given: unknown, defaults: Defaults, place: string): FunctionChoice {
  const options = readOptions({ schema: functionSchema }, given, place);
  const shared = { kind: "function" as const, ...commonOf(options, defaults), required: [] };
  const { function: named } = options;
  if (typeof named === "function") {
    // What is called is checked by what it answers.
    return { ...shared, name: FUNCTION_MARK + (named.name || "anonymous"), source: named as SolverFunction };
  }
  if (typeof named === "string" && named.startsWith(FUNCTION_MARK)) return { ...shared, name: named, source: null };
  const [, path, exported] = /^([^#]+)#([^#]+)$/.exec(typeof named === "string" ? named : "") ?? [];
  if (path === undefined || exported === undefined) {
    throw new ConfigError("wrong_value", "this names no function", {
      place,
      expected: "a module and one of its exports, as in ./bot.ts#answer (./bot.ts#default for the default one)",
      got: describe(named),
    });
  }
  return { ...shared, name: `${path}#${exported}`, source: { path, exported } };
}

function readCommand(given: unknown, defaults: Defaults, place: string): CommandChoice {
  const options = readOptions({ schema: commandSchema }, given, place);
  const [program = "", ...words] = options.command;
  if (program.trim() === "" || options.command.some((word) => word.includes("\0"))) {
    throw new ConfigError("wrong_value", "this is no program", { place: `${place}.command`, expected: "its name" });
  }
  return {
    kind: "command",
    // Words may hold what should not be shown; the program's name does not.
    name: [program, words.find((word) => !word.startsWith("-"))].filter((word) => word !== undefined).join(" "),
    ...commonOf(options, defaults),
    required: [],
    command: [program, ...words],
    processes: options.processes ?? null,
  };
}

function readEndpoint(given: unknown, defaults: Defaults, place: string): EndpointChoice {
  const options = readOptions({ schema: endpointSchema, aliases: endpointAliases }, given, place);
  const url = readKeptUrl(options.url, `${place}.url`);
  if (options.method === "GET" && options.body !== undefined) {
    throw new ConfigError("given_twice", "a GET has no body", { place: `${place}.body`, hint: "use method: POST" });
  }
  const body = options.body === undefined ? null : readBody(toJson(options.body, `${place}.body`));
  const shared = commonOf(options, defaults);
  const needed = body?.fields ?? [];
  return {
    kind: "endpoint",
    // Without its query, which may hold a key.
    name: `${url.origin}${url.pathname}`,
    ...shared,
    fields: [...new Set([...shared.fields, ...needed])],
    required: needed,
    url,
    method: options.method,
    headers: options.headers ?? {},
    keyEnv: options.keyEnv ?? null,
    body,
    paths: {
      output: options.output ?? null,
      reasoning: options.reasoning ?? null,
      finishReason: options.finishReason ?? null,
      costUsd: options.costUsd ?? null,
    },
  };
}

function commonOf(options: Defaults & { readonly fields?: readonly string[] | undefined }, defaults: Defaults) {
  const timeout = options.timeout ?? defaults.timeout ?? TIMEOUT_S;
  return { fields: options.fields ?? [], timeoutMs: timeout * 1_000 };
}

/** From a file it is JSON already; from code it may hold anything. */
function toJson(value: unknown, place: string): Json {
  try {
    const json: Json | undefined = JSON.parse(JSON.stringify(value) ?? "null");
    return json ?? null;
  } catch (cause) {
    throw new ConfigError("not_json", "this body has no JSON form", { place, cause });
  }
}
