import type { TokenLogprob } from "../../core/model.ts";
import type { Scale } from "../../prompts/score-reply.ts";

export interface WeightedScore {
  readonly score: number;
  /** The probability that lies on scores of the scale, 0 to 1. */
  readonly mass: number;
}

/** Below this share the alternatives are mostly no scores, and their mean says little. */
const LEAST_MASS = 0.5;

/**
 * The mean of the scores that a judge might have given, each with its probability (G-Eval, arXiv 2303.16634). Null
 * where the digits of the score are no token of their own, as then the alternatives are no whole scores.
 */
export function weightedScore(tokens: readonly TokenLogprob[], score: number, scale: Scale): WeightedScore | null {
  const places = tokens.filter(({ token }) => /\d/.test(token));
  const [place] = places;
  if (place === undefined || places.length > 1 || wholeScore(place.token) !== score) return null;
  const chances = new Map<number, number>();
  const seen = new Set<string>();
  for (const { token, logprob } of [place, ...place.top]) {
    const value = wholeScore(token);
    if (seen.has(token) || value === null || value < scale.low || value > scale.high) continue;
    seen.add(token);
    chances.set(value, (chances.get(value) ?? 0) + Math.exp(logprob));
  }
  const mass = [...chances.values()].reduce((sum, chance) => sum + chance, 0);
  if (!(mass >= LEAST_MASS)) return null;
  const mean = [...chances].reduce((sum, [value, chance]) => sum + (value * chance) / mass, 0);
  return { score: Math.min(scale.high, Math.max(scale.low, mean)), mass: Math.min(1, mass) };
}

function wholeScore(token: string): number | null {
  const text = token.trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}
