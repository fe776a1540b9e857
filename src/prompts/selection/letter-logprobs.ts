import type { TokenLogprob } from "../../core/model.ts";
import { letterScore } from "./letter-scale.ts";
import { readTaggedLetter } from "./letter-tag.ts";

/** What the alternatives at a letter's place say together. */
export interface LetterExpectation {
  /** The mean score over the letters, weighted by their probabilities; null where there is no letter. */
  readonly score: number | null;
  /** How many letters were seen. */
  readonly support: number;
  /** The probability of these letters together; what is missing to 1 went to other tokens, or was not told. */
  readonly mass: number;
}

type Alternative = TokenLogprob["top"][number];

/** Tokenisers fuse white space, the end of the opening tag or the start of the closing one with the letter. */
const FUSED = /^[\s>]{0,8}([A-Za-z])(?:\s{0,8}|\s{0,8}<[/\w-]{0,40}>?)$/;

/**
 * The expectation over the letters: E = sum of p * score / sum of p (G-Eval, arXiv 2303.16634, section 3). Spellings of
 * one letter (" B", "b") count once, by the most probable: a provider lists them as rivals, and adding them up would
 * favour letters with many spellings.
 */
export function letterExpectation(alternatives: readonly Alternative[]): LetterExpectation {
  const probabilities = new Map<number, number>();
  for (const { token, logprob } of alternatives) {
    const score = letterScore(FUSED.exec(token)?.[1] ?? "");
    const probability = Math.exp(logprob);
    // A number of a broken server: neither above 1 nor NaN can be a probability.
    if (score === null || !(probability >= 0 && probability <= 1 + 1e-6)) continue;
    probabilities.set(score, Math.max(probabilities.get(score) ?? 0, probability));
  }
  let mass = 0;
  let sum = 0;
  for (const [score, probability] of probabilities) {
    mass += probability;
    sum += score * probability;
  }
  return { score: mass > 0 ? sum / mass : null, support: probabilities.size, mass: Math.min(1, mass) };
}

/**
 * The expectation at the token that holds the letter of the tag's last complete pair. It is found by its place in the
 * text, so empty tokens and tokens fused with the tag shift nothing. Null where the letter cannot be found, or its
 * token holds more than the letter.
 */
export function readLetterLogprobs(tokens: readonly TokenLogprob[], tag: string): LetterExpectation | null {
  const { read } = readTaggedLetter(tokens.map(({ token }) => token).join(""), tag);
  if (read === undefined) return null;
  let start = 0;
  for (const sampled of tokens) {
    const end = start + sampled.token.length;
    if (read.at < end) {
      const expectation = letterExpectation([sampled, ...sampled.top]);
      return FUSED.test(sampled.token) && expectation.score !== null ? expectation : null;
    }
    start = end;
  }
  return null;
}
