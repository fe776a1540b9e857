import * as v from "valibot";
import { isPromise } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import type { BuiltVerifier } from "../core/plugin.ts";
import { isUnsure } from "../core/score.ts";
import type { Attempt, Context, Json, Score, Usage } from "../core/types.ts";
import { addUsage } from "../core/usage.ts";

const options = v.object({
  verifiers: v.pipe(
    v.array(v.unknown()),
    v.check((list) => list.length > 0, "a composite needs at least one verifier, the list is empty"),
    v.description("Asked in this order until one is sure: rules first, a judge last."),
  ),
});

/**
 * Asks one verifier after the other until one is sure. What is not confident, skipped or broken falls through; the
 * last score is taken as it is, even where an earlier verifier had at least an opinion. `metadata.decided_by` names
 * the one that counted, `metadata.chain` keeps what the others before it said. At once where all that were asked
 * answered at once.
 */
export const composite = defineVerifier({
  type: "composite",
  summary: "Verifiers in a row; the first that is sure decides.",
  options,
  create: (given, { build, place }) => {
    const verifiers = given.verifiers.map((one, index) => build.verifier(one, `${place}.verifiers[${index}]`));
    return (attempt, context) => askFrom(verifiers, 0, [], attempt, context);
  },
});

/** What a verifier that did not decide leaves behind. */
interface Asked {
  readonly told: readonly Json[];
  readonly usage: Usage | undefined;
}

/** Goes on without a promise as long as no verifier makes one. */
function askFrom(
  verifiers: readonly BuiltVerifier[],
  start: number,
  before: readonly Asked[],
  attempt: Attempt,
  context: Context,
): Score | Promise<Score> {
  let earlier = before;
  for (const [index, verifier] of verifiers.entries()) {
    if (index < start) continue;
    const settle = (score: Score): Score | null =>
      index === verifiers.length - 1 || !isUnsure(score) ? decided(score, verifier, index, earlier) : null;
    const score = verifier.score(attempt, context);
    if (isPromise(score)) {
      return score.then(
        (done) => settle(done) ?? askFrom(verifiers, index + 1, [...earlier, asked(verifier, done)], attempt, context),
      );
    }
    const final = settle(score);
    if (final !== null) return final;
    earlier = [...earlier, asked(verifier, score)];
  }
  throw new TypeError("a composite needs at least one verifier");
}

/**
 * Ours stand last: what a verifier or a judge says of itself must not change the record. A composite within is told as
 * if its verifiers stood here. What the asked ones cost is added up, whoever decided.
 */
function decided(score: Score, verifier: BuiltVerifier, index: number, before: readonly Asked[]): Score {
  const inner = verifier.type === "composite" ? score.metadata : undefined;
  const chain = [...before.flatMap((one) => one.told), ...innerChain(score)];
  const told = [...before.map((one) => one.usage), score.usage].filter((one) => one !== undefined);
  const usage = told.length === 0 ? undefined : told.reduce(addUsage);
  const metadata = { ...score.metadata, decided_by: inner?.["decided_by"] ?? verifier.type, decided_at: index, chain };
  return usage === undefined ? { ...score, metadata } : { ...score, usage, metadata };
}

function asked({ type }: BuiltVerifier, score: Score): Asked {
  return { told: [...innerChain(score), { type, ...outcome(score) }], usage: score.usage };
}

function innerChain(score: Score): readonly Json[] {
  const inner = score.metadata?.["chain"];
  return Array.isArray(inner) ? inner : [];
}

function outcome(score: Score): { readonly [key: string]: Json } {
  if (score.value !== null) return { value: score.value, confident: score.confident, reason: score.reason };
  if (score.error === undefined) return { value: null, confident: false, skipped: score.skipped };
  const { stage, code, message } = score.error;
  return { value: null, confident: false, error: { stage, code, message } };
}
