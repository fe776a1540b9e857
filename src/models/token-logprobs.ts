import type { TokenLogprob } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import { isObject, listOf, objectOf } from "./reply-json.ts";

type Candidate = TokenLogprob["top"][number];

/**
 * `[{ token, logprob, top_logprobs: [{ token, logprob }] }]`, as chat completions and responses write it. Null where
 * there is none; an entry without a number is left out, as nothing may be computed from it.
 */
export function readTokenLogprobs(list: Json | undefined): readonly TokenLogprob[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((entry: Json) => {
    const own = candidateOf(entry, "logprob");
    return own === null ? [] : [{ ...own, top: candidatesOf(objectOf(entry)["top_logprobs"], "logprob") }];
  });
}

/** The shape of the older completions, which some servers still use: parallel lists, and maps of alternatives. */
export function readLegacyLogprobs(value: Json | undefined): readonly TokenLogprob[] | null {
  if (!isObject(value) || !Array.isArray(value["tokens"])) return null;
  const numbers = listOf(value["token_logprobs"]);
  const tops = listOf(value["top_logprobs"]);
  return value["tokens"].flatMap((token: Json, index: number) => {
    const logprob = numbers[index];
    if (typeof token !== "string" || typeof logprob !== "number") return [];
    const top = Object.entries(objectOf(tops[index])).flatMap(([other, number]) =>
      typeof number === "number" ? [{ token: other, logprob: number }] : [],
    );
    return [{ token, logprob, top }];
  });
}

/** Gemini's `logprobsResult`: the chosen tokens, and for each step the best ones. */
export function readChosenCandidates(result: Json | undefined): readonly TokenLogprob[] | null {
  if (!isObject(result) || !Array.isArray(result["chosenCandidates"])) return null;
  const tops = listOf(result["topCandidates"]);
  return result["chosenCandidates"].flatMap((entry: Json, index: number) => {
    const own = candidateOf(entry, "logProbability");
    const top = candidatesOf(objectOf(tops[index])["candidates"], "logProbability");
    return own === null ? [] : [{ ...own, top }];
  });
}

function candidatesOf(list: Json | undefined, field: string): readonly Candidate[] {
  return listOf(list).flatMap((entry) => candidateOf(entry, field) ?? []);
}

function candidateOf(entry: Json, field: string): Candidate | null {
  const { token, [field]: logprob } = objectOf(entry);
  return typeof token === "string" && typeof logprob === "number" ? { token, logprob } : null;
}
