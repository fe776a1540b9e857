import { compareText, flipVote, pairOf } from "../tally/ballot.ts";
import type { Criterion, Look, Vote } from "../vote-types.ts";

/** A model of the panel, and how much its votes count. */
export interface PanelModel {
  readonly model: string;
  readonly weight: number;
}

/** One pair on one criterion, and the looks made there. */
export interface Cell {
  readonly a: string;
  readonly b: string;
  readonly criterion: string;
  /** Among all cells, by the ids of the pair and the order of the criteria. */
  readonly index: number;
  readonly votes: readonly Vote[];
  /** Repetitions that have both orders, readable or not. */
  readonly done: ReadonlySet<number>;
}

/** Every pair of the candidates on every criterion, in an order that does not depend on how the candidates are listed. */
export function cellsOf(
  ids: readonly string[],
  criteria: readonly Criterion[],
  votes: readonly Vote[],
): readonly Cell[] {
  const sorted = [...ids].sort(compareText);
  const cast = new Map<string, Vote[]>();
  for (const vote of votes) {
    const sides = pairOf(vote.a, vote.b);
    const key = JSON.stringify([sides.a, sides.b, vote.criterion]);
    const own = cast.get(key);
    const turned = vote.a === sides.a ? vote : flipVote(vote);
    if (own === undefined) cast.set(key, [turned]);
    else own.push(turned);
  }
  const pairs = sorted.flatMap((a, place) => sorted.slice(place + 1).map((b) => ({ a, b })));
  return pairs
    .flatMap(({ a, b }) => criteria.map((criterion) => ({ a, b, criterion: criterion.id })))
    .map((cell, index) => {
      const own = cast.get(JSON.stringify([cell.a, cell.b, cell.criterion])) ?? [];
      return { ...cell, index, votes: own, done: doneOf(own) };
    });
}

function doneOf(votes: readonly Vote[]): ReadonlySet<number> {
  const original = new Set(votes.filter((vote) => vote.order === "original").map((vote) => vote.repetition));
  return new Set(
    votes.filter((vote) => vote.order === "swapped" && original.has(vote.repetition)).map((vote) => vote.repetition),
  );
}

/** The repetitions up to `most` that a cell still lacks. */
export function missing(cell: Cell, most: number): readonly number[] {
  return Array.from({ length: most }, (_, index) => index + 1).filter((repetition) => !cell.done.has(repetition));
}

/**
 * The look of a repetition. Both orders are asked of the same model, so a model's preference for a slot cancels. With
 * `spread`, neighbouring cells begin with different models, so that one look at each brings all models in.
 */
export function lookAt(cell: Cell, repetition: number, panel: readonly PanelModel[], spread: boolean): Look {
  const turn = (repetition - 1 + (spread ? cell.index : 0)) % Math.max(1, panel.length);
  const { a, b, criterion } = cell;
  return { a, b, criterion, repetition, model: panel[turn]?.model ?? "" };
}
