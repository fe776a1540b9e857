import { createRandom, type Random } from "../../src/core/random.ts";
import type { CandidateFacts } from "../../src/select/types.ts";
import type { Criterion, Look, ReadVote } from "../../src/select/vote-types.ts";

/**
 * The simulated world of the tournament table: strengths are standard normal; a judge prefers A with log odds of twice
 * the difference, plus what is peculiar to the pair (0.7 standard normal, the same in each look), plus 0.6 for the slot
 * shown first.
 */
const scale = 2;
const slotBias = 0.6;
const peculiar = 0.7;

export const criteria: readonly Criterion[] = [{ id: "c", name: "c", description: "c" }];

export interface World {
  readonly candidates: readonly CandidateFacts[];
  readonly best: string;
  readonly strengthOf: (id: string) => number;
  /** Both calls of a look. */
  readonly ask: (look: Look) => readonly ReadVote[];
}

export function createWorld(count: number, seed: number): World {
  const random = createRandom(seed);
  const candidates = Array.from({ length: count }, (_, place) => ({ id: `k${place}`, length: 1 }));
  const strengths = new Map(candidates.map(({ id }) => [id, normal(random)]));
  const strengthOf = (id: string) => strengths.get(id) ?? 0;
  const pairs = new Map<string, number>();
  const peculiarityOf = (look: Look) => {
    const key = `${look.a} ${look.b}`;
    const known = pairs.get(key) ?? normal(random) * peculiar;
    pairs.set(key, known);
    return known;
  };
  const ask = (look: Look): readonly ReadVote[] => {
    const logit = scale * (strengthOf(look.a) - strengthOf(look.b)) + peculiarityOf(look);
    return (["original", "swapped"] as const).map((order) => {
      const chance = 1 / (1 + Math.exp(-(logit + (order === "original" ? slotBias : -slotBias))));
      const scoreA = random.fraction() < chance ? 1 : 0;
      return { ...look, order, weight: 1, scoreA, scoreB: 1 - scoreA, source: "mock" };
    });
  };
  const best = [...candidates].sort((one, other) => strengthOf(other.id) - strengthOf(one.id))[0]?.id ?? "";
  return { candidates, best, strengthOf, ask };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}
