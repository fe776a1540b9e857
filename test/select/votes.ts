import type { AuditVote } from "../../src/select/audit-types.ts";
import type { CandidateFacts } from "../../src/select/types.ts";
import type { Criterion, Order, ReadVote, UnreadableVote } from "../../src/select/vote-types.ts";

/** A call as the reference records it: scores as seen in the slots, orders in turn. */
export interface RecordedCall {
  readonly order: Order;
  readonly score_a: number;
  readonly score_b: number;
  readonly weight?: number;
  readonly criterion?: string;
}

export function facts(id: string, more: Partial<CandidateFacts> = {}): CandidateFacts {
  return { id, length: 100, ...more };
}

export function criterion(id: string, more: Partial<Criterion> = {}): Criterion {
  return { id, name: id, description: `Whether ${id} holds.`, ...more };
}

/** A vote for `a` against `b` with scores that belong to the candidates. */
export function vote(more: Partial<ReadVote> = {}): ReadVote {
  return {
    a: "a",
    b: "b",
    criterion: "c",
    repetition: 1,
    order: "original",
    model: "m",
    weight: 1,
    scoreA: 1,
    scoreB: 0,
    source: "schema",
    ...more,
  };
}

export function unreadable(more: Partial<UnreadableVote> = {}): UnreadableVote {
  const { source: _, ...cast } = vote();
  const error = { stage: "judge", code: "unparsable", message: "no score", retryable: false } as const;
  return { ...cast, scoreA: null, scoreB: null, error, ...more };
}

/** Both orders of one look, with scores that belong to the candidates. */
export function look(scoreA: number, scoreB: number, more: Partial<ReadVote> = {}): readonly ReadVote[] {
  return (["original", "swapped"] as const).map((order) => vote({ scoreA, scoreB, ...more, order }));
}

/** What a judge sees that gives these scores to the slots in both orders: it prefers a place, not a candidate. */
export function slotLook(first: number, second: number, more: Partial<ReadVote> = {}): readonly ReadVote[] {
  return [
    vote({ ...more, scoreA: first, scoreB: second, order: "original" }),
    vote({ ...more, scoreA: second, scoreB: first, order: "swapped" }),
  ];
}

export function auditVote(more: {
  readonly score: number;
  readonly weight?: number;
  readonly criterion?: string;
  readonly repetition?: number;
}): AuditVote {
  return { criterion: "c", repetition: 1, model: "m", weight: 1, source: "schema", ...more };
}

/** Calls come in twos, original and swapped, per criterion. */
export function votesOf(calls: readonly RecordedCall[]): readonly ReadVote[] {
  const seen = new Map<string, number>();
  return calls.map((call) => {
    const id = call.criterion ?? "c";
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    const swapped = call.order === "swapped";
    return vote({
      criterion: id,
      repetition: Math.floor(before / 2) + 1,
      order: call.order,
      weight: call.weight ?? 1,
      scoreA: swapped ? call.score_b : call.score_a,
      scoreB: swapped ? call.score_a : call.score_b,
    });
  });
}

export function criteriaOf(calls: readonly RecordedCall[]): readonly Criterion[] {
  return [...new Set(calls.map((call) => call.criterion ?? "c"))].map((id) => criterion(id));
}
