import type { JudgeRecord, Pairing, SlotBias } from "../types.ts";
import type { Vote } from "../vote-types.ts";
import { isRead, wholeLooks } from "./ballot.ts";
import { byModel } from "./model-share.ts";
import { shareOf } from "./share.ts";
import { rounding, usableWeight } from "./weighted.ts";

/** Flips and preferences of slots over votes of any pairs, those of one pair all the same way round. */
export function slotBias(votes: readonly Vote[]): SlotBias {
  const looks = pairsOf(votes).flatMap(wholeLooks);
  const flips = looks.filter(({ original, swapped }) => choiceOf(original) * choiceOf(swapped) < 0).length;
  // Whole looks alone: a vote without its other order would count one slot's candidate and never the other's.
  const choices = looks.flatMap(({ original, swapped }) => [choiceOf(original), -choiceOf(swapped)]);
  const decided = choices.filter((choice) => choice !== 0);
  const first = decided.filter((choice) => choice > 0).length;
  return { flipRate: shareOf(flips, looks.length), firstSlotShare: shareOf(first, decided.length) };
}

/** What each judge did over the whole comparison, by the name of the model. */
export function judgeRecords(votes: readonly Vote[], pairs: readonly Pairing[]): readonly JudgeRecord[] {
  const sides = new Map(
    pairs.flatMap(({ candidateA, candidateB, winner, side }) =>
      side === "a" || side === "b" ? [[JSON.stringify([candidateA, candidateB].sort()), winner] as const] : [],
    ),
  );
  return byModel(votes).map(([model, own]) => {
    const read = own.filter(isRead);
    const compared = read.flatMap((vote) => {
      const winner = sides.get(JSON.stringify([vote.a, vote.b].sort()));
      const choice = choiceOf(vote);
      return winner === undefined || choice === 0 ? [] : [(choice > 0 ? vote.a : vote.b) === winner];
    });
    return {
      model,
      weight: usableWeight(own[0]?.weight ?? 0),
      votes: own.length,
      unreadable: shareOf(own.length - read.length, own.length),
      agreement: shareOf(compared.filter(Boolean).length, compared.length),
      ...slotBias(own),
    };
  });
}

function pairsOf(votes: readonly Vote[]): readonly (readonly Vote[])[] {
  const pairs = new Map<string, Vote[]>();
  for (const vote of votes) {
    const key = JSON.stringify([vote.a, vote.b]);
    const own = pairs.get(key);
    if (own === undefined) pairs.set(key, [vote]);
    else own.push(vote);
  }
  return [...pairs.values()];
}

/** 1 for `a`, -1 for `b`, 0 for neither. */
export function choiceOf(vote: Vote): -1 | 0 | 1 {
  if (!isRead(vote)) return 0;
  const gap = vote.scoreA - vote.scoreB;
  return gap > rounding ? 1 : gap < -rounding ? -1 : 0;
}
