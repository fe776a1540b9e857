import { mockVotes, modelVotes } from "./protocol/cast-vote.ts";
import type { Comparison } from "./protocol/comparison.ts";
import type { SelectContext, SelectProgress } from "./protocol/context.ts";
import { holdLooks } from "./protocol/hold-looks.ts";
import { createPanelCalls } from "./protocol/panel-calls.ts";
import { nextLooks, type PlanState, plannedCalls } from "./stop/plan.ts";
import { isRead } from "./tally/ballot.ts";
import { tallySelection } from "./tally/selection.ts";
import type { Selection } from "./types.ts";
import type { Vote } from "./vote-types.ts";

/** All votes that were cast, and why there are not more; null where the plan came to its end. */
export interface Votes {
  readonly votes: readonly Vote[];
  readonly planned: number;
  /** Why it ended before its plan did. */
  readonly spent: string | null;
}

/**
 * Asks for votes until the plan is done, the budget is spent, or the signal stops it. Which looks come next is a function
 * of all votes of the looks before, so neither concurrency nor the order of replies changes what is asked.
 */
export async function* castVotes(
  comparison: Comparison,
  context: SelectContext,
): AsyncGenerator<SelectProgress, Votes, void> {
  const { panel, concurrency, material, mock } = comparison;
  const planned = mostCalls(comparison);
  const calls = createPanelCalls(context);
  const cast = mock ? mockVotes(material) : modelVotes(comparison, context, calls);
  const votes: Vote[] = [];
  let unreadable = 0;
  const stopped = () => calls.spent !== null || context.signal.aborted;
  while (!stopped()) {
    const looks = nextLooks({ ...stateOf(comparison), votes });
    if (looks.length === 0) break;
    for await (const vote of holdLooks(looks, panel, concurrency, cast)) {
      votes.push(vote);
      if (!isRead(vote)) unreadable++;
      yield { calls: votes.length, planned, unreadable };
    }
  }
  const spent = calls.spent ?? (context.signal.aborted ? "it was interrupted" : null);
  return { votes, planned, spent };
}

/** What the votes of a comparison add up to. */
export function selectionOf(comparison: Comparison, { votes, planned, spent }: Votes): Selection {
  const { candidates, criteria, profile, warnings } = comparison;
  return tallySelection({
    candidates,
    criteria,
    votes,
    profile,
    planned,
    partial: spent !== null,
    warnings: spent === null ? warnings : [`stopped before its plan was done: ${spent}`, ...warnings],
  });
}

/** What a comparison takes at most. */
export function mostCalls(comparison: Comparison): number {
  return plannedCalls({ ...stateOf(comparison), votes: [] });
}

/** The calls of the looks that come before any vote is counted. */
export function firstCalls(comparison: Comparison): number {
  return 2 * nextLooks({ ...stateOf(comparison), votes: [] }).length;
}

function stateOf({ candidates, criteria, panel, bound, fixed }: Comparison): Omit<PlanState, "votes"> {
  return { candidates, criteria, panel, bound, fixed };
}
