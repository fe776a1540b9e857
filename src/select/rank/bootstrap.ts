import { createRandom } from "../../core/random.ts";
import { lookWorth } from "../tally/chance.ts";
import { type Fit, fitStrengths, sharesOf } from "./davidson.ts";
import { drawShares } from "./dirichlet.ts";
import type { Outcome } from "./outcomes.ts";

export interface Draws {
  /** Per draw the strengths as shares of 1. */
  readonly shares: readonly Float64Array[];
}

export interface BootstrapOptions {
  /** The same seed gives the same draws; default 1. */
  readonly seed?: number;
  /** How many; default 1,000. */
  readonly draws?: number;
}

/** Before anything is seen: one look that says nothing, spread over win, tie and loss. */
const before = 1 / 3;

/** What the draws of a pair are spread around: its looks under the same prior. */
export function expectedOutcome({ i, j, wins, ties, losses }: Outcome): Outcome {
  const looks = wins + ties + losses;
  const share = (count: number) => (count * lookWorth + before) / (looks * lookWorth + 3 * before);
  return { i, j, wins: share(wins) * looks, ties: share(ties) * looks, losses: share(losses) * looks };
}

/**
 * The Bayesian bootstrap (Rubin 1981) over looks, pair by pair: instead of counting how often each look is drawn again,
 * it draws what share of the looks each outcome might have had. A plain bootstrap shows no spread at all where each
 * pair had a single look; this one does. Each look is worth `lookWorth` of an independent one.
 */
export function bootstrapStrengths(
  fit: Fit,
  outcomes: readonly Outcome[],
  { seed = 1, draws = 1_000 }: BootstrapOptions = {},
): Draws {
  const random = createRandom(seed);
  const shares = Array.from({ length: draws }, () => {
    const drawn = outcomes.map(({ i, j, wins, ties, losses }) => {
      const looks = wins + ties + losses;
      const [win = 0, tie = 0, loss = 0] = drawShares(
        [wins * lookWorth + before, ties * lookWorth + before, losses * lookWorth + before],
        random,
      );
      return { i, j, wins: win * looks, ties: tie * looks, losses: loss * looks };
    });
    return sharesOf(fitStrengths(fit.strengths.length, drawn, { ties: fit.ties, start: fit.strengths }).strengths);
  });
  return { shares };
}

/** The same draws around another middle, on the log scale: their spread stays, and the pull of the prior is taken out. */
export function recentred({ shares }: Draws, from: Float64Array, to: Float64Array): Draws {
  const factors = from.map((strength, place) => Math.exp((to[place] ?? 0) - strength));
  return {
    shares: shares.map((draw) => {
      const moved = draw.map((share, place) => share * (factors[place] ?? 1));
      const total = moved.reduce((sum, share) => sum + share, 0);
      return moved.map((share) => share / total);
    }),
  };
}

/** The middle `level` of the draws of one candidate. */
export function middleOf(
  { shares }: Draws,
  place: number,
  level: number,
): { readonly low: number; readonly high: number } {
  const sorted = Float64Array.from(shares, (draw) => draw[place] ?? 0).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { low: at((1 - level) / 2), high: at((1 + level) / 2) };
}

/** Share of the draws in which each of the places is the strongest of them; equal ones share the draw. */
export function bestShares({ shares }: Draws, places: readonly number[]): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const draw of shares) {
    const most = places.reduce((largest, place) => Math.max(largest, draw[place] ?? 0), 0);
    const first = places.filter((place) => draw[place] === most);
    for (const place of first) best.set(place, (best.get(place) ?? 0) + 1 / first.length / shares.length);
  }
  return best;
}

/** Share of the draws in which the one is stronger than the other. */
export function strongerShare({ shares }: Draws, one: number, other: number): number {
  const won = shares.reduce((count, draw) => count + ((draw[one] ?? 0) > (draw[other] ?? 0) ? 1 : 0), 0);
  return shares.length === 0 ? 0.5 : won / shares.length;
}
