import type { Baselines, CandidateFacts, LengthDiagnostic, Pairing, Share } from "../types.ts";
import type { Vote } from "../vote-types.ts";
import { shareOf } from "./share.ts";
import { choiceOf } from "./slot-bias.ts";

/** How often the longer candidate was preferred. The figure says nothing about right or wrong: longer may be better. */
export function lengthDiagnostic(
  candidates: readonly CandidateFacts[],
  pairs: readonly Pairing[],
  votes: readonly Vote[],
): LengthDiagnostic {
  const lengths = lengthsOf(candidates);
  const chosen = votes.flatMap((vote) => {
    const longer = longerOf(lengths, vote.a, vote.b);
    const choice = choiceOf(vote);
    return longer === null || choice === 0 ? [] : [(choice > 0 ? vote.a : vote.b) === longer];
  });
  return { longerWon: longerWon(lengths, pairs), longerChosen: shareOf(chosen.filter(Boolean).length, chosen.length) };
}

/** What a random pick and "take the shortest" would have done. On recorded runs the second came close to real judges. */
export function baselinesOf(
  candidates: readonly CandidateFacts[],
  pairs: readonly Pairing[],
  winner: string | null,
): Baselines {
  const least = candidates.reduce((shortest, { length }) => Math.min(shortest, length), Number.POSITIVE_INFINITY);
  const ids = candidates.filter(({ length }) => length === least).map(({ id }) => id);
  const longer = longerWon(lengthsOf(candidates), pairs);
  return {
    random: candidates.length === 0 ? 0 : 1 / candidates.length,
    shortest: {
      ids,
      samePick: winner === null ? null : ids.includes(winner),
      pairs: shareOf(longer.of - longer.count, longer.of),
    },
  };
}

function longerWon(lengths: ReadonlyMap<string, number>, pairs: readonly Pairing[]): Share {
  const won = pairs.flatMap(({ candidateA, candidateB, side, winner, decidedBy }) => {
    const longer = longerOf(lengths, candidateA, candidateB);
    return longer === null || decidedBy !== "votes" || side === "tie" ? [] : [winner === longer];
  });
  return shareOf(won.filter(Boolean).length, won.length);
}

function lengthsOf(candidates: readonly CandidateFacts[]): ReadonlyMap<string, number> {
  return new Map(candidates.map(({ id, length }) => [id, length]));
}

function longerOf(lengths: ReadonlyMap<string, number>, a: string, b: string): string | null {
  const difference = (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0);
  return difference === 0 ? null : difference > 0 ? a : b;
}
