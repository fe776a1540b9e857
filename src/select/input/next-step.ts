import { ConfigError } from "../../core/errors.ts";

/** What the parts without which nothing can be judged are given by: a key of the input, or the command line. */
const NEXT_STEPS: ReadonlyMap<string, string> = new Map([
  ["task", 'give task in the input, or --task "what the candidates were asked to do"'],
  ["criteria", 'give criteria in the input, or --criteria "Name: what to inspect"'],
  ["candidates", "give candidates in the input, or name their files on the command line"],
]);

const MISSING: ReadonlySet<string> = new Set(["missing_option", "empty_task", "no_criteria", "no_candidates"]);

/** Does the reading of an input; where a part of it is missing, the error says how it is given. */
export async function withNextStep<Result>(place: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    throw thrown instanceof ConfigError && MISSING.has(thrown.code) ? toldHow(thrown, place) : thrown;
  }
}

function toldHow(error: ConfigError, place: string): ConfigError {
  const { code, problem, expected, got } = error;
  const key = error.place?.startsWith(`${place}.`) ? error.place.slice(place.length + 1) : "";
  const hint = NEXT_STEPS.get(key);
  if (hint === undefined || error.place === undefined) return error;
  return new ConfigError(code, problem, {
    place: error.place,
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    hint,
    cause: error,
  });
}
