import { isDeepStrictEqual } from "node:util";
import { asVerifier } from "../core/define.ts";
import type { BuiltVerifier } from "../core/plugin.ts";
import type { Attempt, Context, Score } from "../core/types.ts";
import { shown, violation, watch } from "./contract-violation.ts";
import { hostileTexts, hostileValues } from "./hostile-values.ts";
import { checkScore } from "./score-shape.ts";

export interface VerifierContractOptions {
  /** Attempts that the verifier is made for, besides the hostile ones; what is left out is empty. */
  readonly attempts?: readonly Partial<Attempt>[];
  /** What the verifier may ask; by default nothing but a signal. */
  readonly context?: Context;
  /** Whether the same attempt always gets the same score; default true. False for what asks a model. */
  readonly deterministic?: boolean;
  /** Length of the long texts, in characters; default 100,000. */
  readonly size?: number;
}

/**
 * Checks what every verifier promises, and throws an `AssertionError` that names what is broken: it never throws, its
 * score has the right shape and lies in 0..1, the same attempt gets the same score, its input is left alone, and one
 * that needs a target does not judge without. One that takes more than linear time shows by not coming back.
 *
 * @example
 * test("it keeps the contract", () => verifierContract(wordCount({ most: 3 }), { attempts: [{ output: "a b" }] }));
 */
export async function verifierContract(subject: unknown, options: VerifierContractOptions = {}): Promise<void> {
  const verifier = asVerifier(subject);
  if (verifier === null)
    throw violation("shape", "this", "it is no verifier, no kind of verifier and no function", subject);
  const context = options.context ?? { signal: new AbortController().signal };
  const attempts = [...(options.attempts ?? []).map(complete), ...hostileAttempts(options.size ?? 100_000)];

  const first: Score[] = [];
  for (const attempt of attempts) first.push(await judge(verifier, attempt, context));
  // Backwards: each attempt has another one before it than in the first round, so what is kept between them shows.
  for (const [index, attempt] of [...attempts.entries()].reverse()) {
    if (options.deterministic === false) break;
    const again = await judge(verifier, attempt, context);
    if (isDeepStrictEqual(again, first[index])) continue;
    const what = `it said ${shown(first[index])} and then ${shown(again)}`;
    throw violation("determinism", verifier.type, what, attempt);
  }
  await checkFacade(verifier);
}

async function judge(verifier: BuiltVerifier, attempt: Attempt, context: Context): Promise<Score> {
  const { type } = verifier;
  const checkAttempt = watch(type, attempt);
  const score = await verifier.score(attempt, context);
  checkAttempt();
  checkScore(type, score, attempt);
  if (verifier.needsTarget && attempt.targets.length === 0 && score.error?.stage !== "sample") {
    const what = `it needs a target, there is none, and it said ${shown(score)} in place of an error of the sample`;
    throw violation("target", type, what, attempt);
  }
  return score;
}

/** Rows hold any JSON, and `verify` must take it. */
async function checkFacade(verifier: BuiltVerifier): Promise<void> {
  for (const prediction of hostileValues) {
    for (const groundTruth of hostileValues) {
      const request = { prediction, groundTruth };
      const result = await verifier.verify(request).catch((thrown: unknown) => {
        throw violation("totality", verifier.type, `verify rejected with ${shown(thrown)}`, request);
      });
      if (!(result.score >= 0 && result.score <= 1)) {
        throw violation("bounds", verifier.type, `verify gave the score ${shown(result.score)}`, request);
      }
    }
  }
}

function hostileAttempts(size: number): readonly Attempt[] {
  const texts = hostileTexts(size);
  return texts.flatMap((text, index) => {
    // Each text meets another one, so that every text stands on both sides.
    const other = texts[(index + 7) % texts.length] ?? "";
    return [
      complete({ input: text, output: text, answer: text, targets: [] }),
      complete({ output: text, answer: null, targets: ["42"] }),
      complete({ output: text, answer: text, targets: ["42"] }),
      complete({ output: text, answer: text, targets: [text] }),
      complete({ output: text, answer: text, targets: [other, "42"], choices: ["Paris", text, ""] }),
      complete({ output: text, answer: "42", targets: [text], metadata: { text, nested: { list: [null, 1] } } }),
    ];
  });
}

function complete(part: Partial<Attempt>): Attempt {
  const output = part.output ?? "";
  return { input: "", output, answer: output, targets: [], metadata: {}, ...part };
}
