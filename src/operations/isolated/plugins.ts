import * as v from "valibot";
import { defineVerifier } from "../../core/define.ts";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { broken } from "../../core/score.ts";
import type { Attempt, Score } from "../../core/types.ts";
import { type IsolatedModule, startThreads, type ThreadAnswer, type Threads } from "./threads.ts";

/** An entry of `plugins` that is no path alone. */
export const pluginEntry = v.object({
  file: v.pipe(v.string(), v.minLength(1), v.description("The plug-in file.")),
  isolate: v.pipe(v.optional(v.boolean(), false), v.description("Run it in threads of its own, within limits.")),
  timeLimit: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(86_400)), 10),
    v.description("Seconds that one check may take, where it is isolated."),
  ),
  heapMb: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(16)), 256),
    v.description("Megabytes of heap for each thread, where it is isolated."),
  ),
});

export type PluginEntry = v.InferOutput<typeof pluginEntry>;

export function readPluginEntry(given: unknown, place: string): PluginEntry {
  return readOptions({ schema: pluginEntry }, given, place);
}

/** Milliseconds for a verifier to be made from its options. */
const BUILD_MS = 30_000;

/** Options are checked in the thread, where the schema is. */
const ANY_OPTIONS = {
  "~standard": { version: 1, vendor: "veridic", validate: (value: unknown) => ({ value }) },
} as const;

/**
 * The verifiers of a module as plug-ins that run in threads. A check that takes too long or too much memory costs its row,
 * and a loop without end cannot hold up the run. Rejects with a `ConfigError` where the module does not load, and for
 * extractors, which answer at once and therefore cannot be asked in another thread.
 */
export async function isolatedPlugins(
  module: Omit<IsolatedModule, "heapMb">,
  { file, heapMb, timeLimit }: PluginEntry,
  place: string,
): Promise<readonly unknown[]> {
  const threads = startThreads({ ...module, heapMb });
  const { plugins } = await threads.content().catch((cause: unknown) => {
    throw new ConfigError("module_failed", `this module cannot be loaded: ${messageOf(cause)}`, { place, cause });
  });
  const extractor = plugins.find(({ kind }) => kind === "extractor_plugin");
  if (extractor !== undefined) {
    throw new ConfigError(
      "not_isolated",
      `${file} has the extractor ${extractor.type}, and extractors answer at once`,
      {
        place,
        hint: "move it into a file of its own, without isolate",
      },
    );
  }
  return plugins.map(({ type, summary, needsTarget }) =>
    defineVerifier<unknown, unknown>({
      type,
      summary,
      needsTarget,
      options: ANY_OPTIONS,
      create: (given, tools) => {
        const asked = { type, options: jsonOf(given, tools.place), place: tools.place };
        tools.prepares?.((_powers, signal) => build(threads, asked, signal));
        return async (attempt, { signal }) => {
          const question = { call: "score", ...asked, attempt: sendable(attempt) } as const;
          return scoreOf(await threads.ask(question, timeLimit * 1_000, signal));
        };
      },
    }),
  );
}

interface Asked {
  readonly type: string;
  readonly options: unknown;
  readonly place: string;
}

/** Finds out before the first row whether the options are taken. */
async function build(threads: Threads, asked: Asked, signal: AbortSignal): Promise<void> {
  const answer = await threads.ask({ call: "build", ...asked }, BUILD_MS, signal);
  if ("value" in answer) return;
  const { code, message, details = {} } = answer;
  const { problem = message, place = asked.place, expected, got, hint } = details;
  throw new ConfigError(code, problem, {
    place,
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    ...(hint === undefined ? {} : { hint }),
  });
}

function scoreOf(answer: ThreadAnswer): Score {
  if (!("value" in answer))
    return broken("verifier", answer.code, answer.message, { retryable: answer.code === "timeout" });
  // Whoever called this checks that it is a score.
  return JSON.parse(answer.value) as Score;
}

/** What an extractor of the user's adds to an extraction may be a function, which cannot be sent. */
function sendable(attempt: Attempt): Attempt {
  const { extraction, ...rest } = attempt;
  if (extraction === undefined || extraction === null) return attempt;
  const { text, rule, span, ambiguous } = extraction;
  const sent = {
    text,
    ...(rule === undefined ? {} : { rule }),
    ...(span === undefined ? {} : { span }),
    ...(ambiguous === undefined ? {} : { ambiguous }),
  };
  return { ...rest, extraction: sent };
}

function jsonOf(options: unknown, place: string): unknown {
  try {
    return JSON.parse(JSON.stringify(options));
  } catch (cause) {
    throw new ConfigError("not_json", "the options of an isolated plug-in have no JSON form", { place, cause });
  }
}
