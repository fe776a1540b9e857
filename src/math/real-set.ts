/** Sets of real numbers as pieces from one end to another, in doubles. */

export interface Piece {
  readonly low: number;
  readonly lowOpen: boolean;
  readonly high: number;
  readonly highOpen: boolean;
}

/** Ascending, and no two of them touch. */
export type RealSet = readonly Piece[];

export const ALL: RealSet = [{ low: -Infinity, lowOpen: true, high: Infinity, highOpen: true }];
export const NONE: RealSet = [];

export function interval(low: number, lowOpen: boolean, high: number, highOpen: boolean): RealSet {
  if (low > high || (low === high && (lowOpen || highOpen))) return NONE;
  return [{ low, lowOpen: lowOpen || low === -Infinity, high, highOpen: highOpen || high === Infinity }];
}

export function single(value: number): RealSet {
  return interval(value, false, value, false);
}

/** Ends that differ by no more than this share are one end. */
const SAME_END = 1e-9;

export function sameEnd(a: number, b: number, tolerance = SAME_END): boolean {
  if (a === b || !Number.isFinite(a) || !Number.isFinite(b)) return a === b;
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
}

export function union(a: RealSet, b: RealSet): RealSet {
  const pieces = [...a, ...b].sort(byStart);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last === undefined || !touches(last, piece)) {
      joined.push(piece);
      continue;
    }
    const further = sameEnd(piece.high, last.high) ? null : piece.high > last.high;
    const highOpen = further === null ? last.highOpen && piece.highOpen : further ? piece.highOpen : last.highOpen;
    const lowOpen = sameEnd(piece.low, last.low) ? last.lowOpen && piece.lowOpen : last.lowOpen;
    joined[joined.length - 1] = { low: last.low, lowOpen, high: further === true ? piece.high : last.high, highOpen };
  }
  return joined;
}

/** Not by subtraction: two infinite ends have no difference. */
function byStart(x: Piece, y: Piece): number {
  if (x.low !== y.low) return x.low < y.low ? -1 : 1;
  return Number(x.lowOpen) - Number(y.lowOpen);
}

function touches(left: Piece, right: Piece): boolean {
  if (sameEnd(left.high, right.low)) return !left.highOpen || !right.lowOpen;
  return left.high > right.low;
}

export function complement(set: RealSet): RealSet {
  const pieces: Piece[] = [];
  let low = -Infinity;
  let lowOpen = true;
  for (const piece of set) {
    pieces.push(...interval(low, lowOpen, piece.low, !piece.lowOpen));
    low = piece.high;
    lowOpen = !piece.highOpen;
  }
  pieces.push(...interval(low, lowOpen, Infinity, true));
  return pieces;
}

export function intersection(a: RealSet, b: RealSet): RealSet {
  return complement(union(complement(a), complement(b)));
}

export function difference(a: RealSet, b: RealSet): RealSet {
  return intersection(a, complement(b));
}

/** Whether two sets have the same pieces; `near` says when two ends are one. */
export function sameSet(a: RealSet, b: RealSet, near: (x: number, y: number) => boolean = sameEnd): boolean {
  if (a.length !== b.length) return false;
  return a.every((piece, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      near(piece.low, other.low) &&
      near(piece.high, other.high) &&
      piece.lowOpen === other.lowOpen &&
      piece.highOpen === other.highOpen
    );
  });
}

export function includes(set: RealSet, value: number): boolean {
  return set.some(({ low, lowOpen, high, highOpen }) => {
    if (sameEnd(value, low)) return !lowOpen;
    if (sameEnd(value, high)) return !highOpen;
    return low < value && value < high;
  });
}

/** All finite ends, ascending. */
export function endsOf(set: RealSet): readonly number[] {
  const ends = set.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
  return [...new Set(ends)].sort((a, b) => a - b);
}
