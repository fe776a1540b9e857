import type { Order, ReadVote, Vote } from "../vote-types.ts";

/** The ids of a pair in the one order that all arithmetic uses, so that no result depends on which was given first. */
export function pairOf(one: string, other: string): { readonly a: string; readonly b: string } {
  return one < other ? { a: one, b: other } : { a: other, b: one };
}

/** The same vote with the names of the sides exchanged. */
export function flipVote(vote: Vote): Vote {
  const sides = { a: vote.b, b: vote.a, order: otherOrder(vote.order) } as const;
  return vote.scoreA === null ? { ...vote, ...sides } : { ...vote, ...sides, scoreA: vote.scoreB, scoreB: vote.scoreA };
}

export function otherOrder(order: Order): Order {
  return order === "original" ? "swapped" : "original";
}

/**
 * Votes in an order that does not depend on when they arrived: floating point sums differ in the last digit otherwise,
 * and a resumed run would not end in the same bytes.
 */
export function inFixedOrder(votes: readonly Vote[]): readonly Vote[] {
  return [...votes].sort(
    (one, other) =>
      compareText(one.criterion, other.criterion) ||
      one.repetition - other.repetition ||
      compareText(one.order, other.order) ||
      compareText(one.model, other.model) ||
      (one.scoreA ?? -1) - (other.scoreA ?? -1) ||
      (one.scoreB ?? -1) - (other.scoreB ?? -1) ||
      one.weight - other.weight,
  );
}

/** By code units: the same on every machine, whatever its language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A vote with scores that can be counted with. One without a finite score says nothing, whatever it claims to be. */
export function isRead(vote: Vote): vote is ReadVote {
  return Number.isFinite(vote.scoreA) && Number.isFinite(vote.scoreB);
}

/** The two orders of one comparison. */
export interface WholeLook {
  readonly original: ReadVote;
  readonly swapped: ReadVote;
}

/**
 * Finds the two orders of each look among the votes of one pair. A vote that could not be read leaves its partner
 * alone.
 */
export function wholeLooks(votes: readonly Vote[]): readonly WholeLook[] {
  const waiting = new Map<string, ReadVote[]>();
  const looks: WholeLook[] = [];
  for (const vote of inFixedOrder(votes)) {
    if (!isRead(vote)) continue;
    const look = JSON.stringify([vote.criterion, vote.repetition]);
    const partner = waiting.get(look + otherOrder(vote.order))?.shift();
    if (partner === undefined) {
      const queue = waiting.get(look + vote.order);
      if (queue === undefined) waiting.set(look + vote.order, [vote]);
      else queue.push(vote);
    } else {
      looks.push(
        vote.order === "swapped" ? { original: partner, swapped: vote } : { original: vote, swapped: partner },
      );
    }
  }
  return looks;
}
