import type { LookOutcome } from "../../src/select/stop/rules.ts";
import type { Vote } from "../../src/select/vote-types.ts";
import { sharedRows } from "../shared.ts";
import { unreadable, vote } from "./votes.ts";

export const llmbarPath = "data/judge/llmbar-decisions.jsonl";

interface Header {
  readonly pairwise_judges: readonly string[];
}

interface Row {
  readonly id: string;
  readonly label: 1 | 2;
  /** Two letters for each judge, in the order of the header. */
  readonly votes: string;
}

/** One recorded pair: which output is better, and what each judge named in both orders; 0 where it named none. */
export interface RecordedPair {
  readonly truth: 1 | -1;
  readonly verdicts: ReadonlyMap<string, readonly [original: LookOutcome, swapped: LookOutcome]>;
}

export function recordedPairs(): readonly RecordedPair[] {
  const [header, ...rows] = sharedRows<Header & Row>(llmbarPath);
  const judges = header?.pairwise_judges ?? [];
  return rows.map((row) => ({
    truth: row.label === 1 ? 1 : -1,
    verdicts: new Map(
      judges.map((judge, index) => [
        judge,
        [outcome(row.votes[2 * index]), outcome(row.votes[2 * index + 1])] as const,
      ]),
    ),
  }));
}

function outcome(letter: string | undefined): LookOutcome {
  return letter === "1" ? 1 : letter === "2" ? -1 : 0;
}

export function verdictsOf(pair: RecordedPair, judge: string): readonly [LookOutcome, LookOutcome] {
  const found = pair.verdicts.get(judge);
  if (found === undefined) throw new Error(`no judge ${judge}`);
  return found;
}

/** The recorded verdicts as votes, one repetition for each judge; no verdict is an unreadable vote. */
export function votesOn(pair: RecordedPair, judges: readonly string[]): readonly Vote[] {
  return judges.flatMap((judge, index) => {
    const [original, swapped] = verdictsOf(pair, judge);
    const cast = { repetition: index + 1, model: judge };
    return [
      { order: "original" as const, outcome: original },
      { order: "swapped" as const, outcome: swapped },
    ].map(({ order, outcome }) =>
      outcome === 0
        ? unreadable({ ...cast, order })
        : vote({ ...cast, order, scoreA: outcome > 0 ? 1 : 0, scoreB: outcome > 0 ? 0 : 1 }),
    );
  });
}

export interface Performance {
  /** Right 1, no winner a half, wrong 0. */
  readonly credit: number;
  /** Of those with a winner, how many are right. */
  readonly decided: number;
  /** How many have a winner. */
  readonly cover: number;
}

/** In per cent. */
export function performanceOf(pairs: readonly RecordedPair[], decisions: readonly number[]): Performance {
  const signs = decisions.map(Math.sign);
  const named = signs.filter((sign) => sign !== 0).length;
  const right = signs.filter((sign, index) => sign === pairs[index]?.truth).length;
  const count = pairs.length;
  return {
    credit: (100 * (right + (count - named) / 2)) / count,
    decided: (100 * right) / named,
    cover: (100 * named) / count,
  };
}
