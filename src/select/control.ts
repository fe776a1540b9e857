import { type Caster, modelVotes } from "./protocol/cast-vote.ts";
import type { Comparison } from "./protocol/comparison.ts";
import type { SelectContext } from "./protocol/context.ts";
import { holdLooks } from "./protocol/hold-looks.ts";
import { createPanelCalls } from "./protocol/panel-calls.ts";
import { lookOutcome } from "./rank/outcomes.ts";
import { flipVote, isRead, pairOf, wholeLooks } from "./tally/ballot.ts";
import { weightedMean } from "./tally/weighted.ts";
import type { Look, Vote } from "./vote-types.ts";

/** Answers without content: a judge that scores one of them scores anything. */
const EMPTY_ANSWERS = [
  { id: "control: a full stop", content: "." },
  { id: "control: a bare claim", content: "The task is solved. The solution is complete and correct." },
] as const;

/** A score up to here is one against the answer, as in an audit. */
const mostForNothing = 0.3;

/** What judges made of answers without content. */
export interface Control {
  /**
   * Whether one of them scored, or won a look: then the judges can be won by nothing, and so can this comparison. Null
   * where no reply could be read.
   */
  readonly unsafe: boolean | null;
  readonly answers: readonly {
    readonly text: string;
    /** Mean over the votes that could be read; null without one. */
    readonly score: number | null;
    readonly looks: number;
    readonly looksWon: number;
    readonly unreadable: number;
  }[];
}

/** Puts each empty answer beside the candidate `rival`: every criterion and every judge at least once. */
export async function castControlVotes(
  comparison: Comparison,
  rival: string,
  context: SelectContext,
): Promise<readonly Vote[]> {
  const { material, panel, criteria, concurrency } = comparison;
  const beside = material.candidates.filter(({ id }) => id === rival);
  const candidates = [...beside, ...EMPTY_ANSWERS];
  const box = { ...comparison, material: { ...material, candidates } };
  const cast: Caster = modelVotes(box, context, createPanelCalls(context), "control");
  const rounds = Math.max(criteria.length, panel.length);
  const looks = EMPTY_ANSWERS.flatMap(({ id }) =>
    Array.from({ length: rounds }, (_, index): Look => {
      const criterion = criteria[index % criteria.length]?.id ?? "";
      const model = panel[index % panel.length]?.model ?? "";
      return { ...pairOf(id, rival), criterion, repetition: index + 1, model };
    }),
  );
  const votes: Vote[] = [];
  for await (const vote of holdLooks(looks, panel, concurrency, cast)) votes.push(vote);
  return votes;
}

export function controlOf(votes: readonly Vote[]): Control {
  const answers = EMPTY_ANSWERS.map(({ id, content }) => {
    // The empty answer is A, whichever way round the pair is named.
    const own = votes.filter(({ a, b }) => a === id || b === id).map((vote) => (vote.a === id ? vote : flipVote(vote)));
    const readable = own.filter(isRead).sort((one, other) => one.scoreA - other.scoreA);
    const looks = wholeLooks(own);
    return {
      text: content,
      score: weightedMean(readable.map(({ scoreA }) => ({ value: scoreA, weight: 1 }))),
      looks: looks.length,
      looksWon: looks.filter(({ original, swapped }) => lookOutcome(original, swapped) > 0).length,
      unreadable: own.length - readable.length,
    };
  });
  const judged = answers.some(({ score }) => score !== null);
  return { unsafe: judged ? answers.some(isScored) : null, answers };
}

/** What a run says of its control; null where there is nothing to say. */
export function controlWarning({ answers, unsafe }: Control): string | null {
  if (unsafe === null) return "the control says nothing: no reply on the empty answers could be read";
  if (!unsafe) return null;
  const told = answers.filter(isScored).map(({ text, score, looks, looksWon }) => {
    return `"${text}" scores ${(score ?? 0).toFixed(2)} and wins ${looksWon} of ${looks} looks`;
  });
  return `unsafe: the judges score answers without content: ${told.join("; ")}`;
}

function isScored({ score, looksWon }: Control["answers"][number]): boolean {
  return looksWon > 0 || (score ?? 0) > mostForNothing;
}
