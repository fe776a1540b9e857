import { createRandom } from "../../core/random.ts";
import { chanceStronger, fitStrengths } from "../rank/davidson.ts";
import { lookOutcome, outcomesOf } from "../rank/outcomes.ts";
import { compareText, pairOf, wholeLooks } from "../tally/ballot.ts";
import { hasFailed, tallyPair } from "../tally/pair-tally.ts";
import { profiles } from "../tally/profile.ts";
import type { CandidateFacts, Side } from "../types.ts";
import type { Criterion, Look, Vote } from "../vote-types.ts";
import { type Cell, cellsOf, lookAt, missing, type PanelModel } from "./cells.ts";
import { type Edge, pivotEdges, ringOf } from "./many.ts";
import { lead } from "./rules.ts";
import { canStillChange } from "./settled.ts";

export interface PlanState {
  readonly candidates: readonly CandidateFacts[];
  readonly criteria: readonly Criterion[];
  readonly panel: readonly PanelModel[];
  /** All that were cast so far, readable or not. */
  readonly votes: readonly Vote[];
  /** The most looks at one pair and criterion. */
  readonly bound: number;
  /** All repetitions, whatever the votes say. */
  readonly fixed?: boolean;
  /** Stop when the first of the ranking is stronger than each other one with this chance; default 0.85. */
  readonly confidence?: number;
  /** For the ring of a pivot tournament. */
  readonly seed?: number;
}

/** From more candidates on, not every pair is looked at. */
const mostInRoundRobin = 6;
/** Looks at each pair of a pivot tournament and criterion. */
const pivotLooks = 2;
const defaultConfidence = 0.85;
/** A criterion on which one side is ahead by so many looks is known well enough. */
const known = lead(3);

/**
 * The looks to make next, given all that were made; none when it is done. It is a function of the votes alone, so a
 * comparison that was interrupted goes on where it stopped: a look with a single order is asked for again under the same
 * repetition.
 *
 * First every pair is looked at once on every criterion, and on as many more as bring every model in. Further looks go
 * to the first of the ranking and the rival that is most likely the better one after all, on the criteria that are
 * open, until the first is surely ahead, the bound is reached, or what is left cannot change the verdict. A failed check
 * settles all pairs of its candidate, and they get no look.
 */
export function nextLooks(state: PlanState): readonly Look[] {
  const { bound, fixed = false } = state;
  const panel = fixed ? state.panel : withWeight(state.panel);
  const sound = state.candidates.filter((candidate) => !hasFailed(candidate));
  const contenders = fixed ? state.candidates : sound;
  if (contenders.length < 2 || panel.length === 0) return [];
  const ids = contenders.map((candidate) => candidate.id).sort(compareText);
  const cells = cellsOf(ids, state.criteria, state.votes);
  const plan = { ...state, panel, ids, cells, fixed };
  if (ids.length > mostInRoundRobin) {
    const first = pivotStage(plan);
    return first.length > 0 || fixed ? first : furtherLooks(plan);
  }
  if (fixed) return looksUpTo(cells, bound, plan);
  const first = firstLooks(plan);
  return first.length > 0 ? first : furtherLooks(plan);
}

/** Calls of all looks up to the bound: what a comparison takes at most, but for votes that are asked a second time. */
export function plannedCalls(state: PlanState): number {
  const count =
    state.fixed === true ? state.candidates.length : state.candidates.filter((one) => !hasFailed(one)).length;
  const { bound, criteria } = state;
  if (count < 2) return 0;
  const all = (count * (count - 1)) / 2;
  if (count <= mostInRoundRobin) return all * criteria.length * bound * 2;
  // Ring, two pivots against everybody else but their neighbours in the ring, and looks at the rivals of the first.
  const pairs = Math.min(all, count + 2 * (count - 2) + 1);
  const each = state.fixed === true ? bound : Math.min(bound, pivotLooks);
  return (
    pairs * criteria.length * each * 2 + (state.fixed === true ? 0 : (count - 1) * criteria.length * (bound - each) * 2)
  );
}

interface Plan extends PlanState {
  readonly ids: readonly string[];
  readonly cells: readonly Cell[];
  readonly fixed: boolean;
}

function withWeight(panel: readonly PanelModel[]): readonly PanelModel[] {
  const weighty = panel.filter(({ weight }) => weight > 0);
  return weighty.length > 0 ? weighty : panel;
}

function looksUpTo(cells: readonly Cell[], most: number, { panel, fixed }: Plan): readonly Look[] {
  return cells.flatMap((cell) => missing(cell, most).map((repetition) => lookAt(cell, repetition, panel, !fixed)));
}

/** One look at every cell; where that leaves models out, the first further look of each of them too. */
function firstLooks({ cells, bound, panel }: Plan): readonly Look[] {
  const first = cells.map((cell) => lookAt(cell, 1, panel, true));
  const seen = new Set(first.map(({ model }) => model));
  for (let repetition = 2; repetition <= bound && seen.size < panel.length; repetition++) {
    for (const cell of cells) {
      const look = lookAt(cell, repetition, panel, true);
      if (seen.has(look.model)) continue;
      seen.add(look.model);
      first.push(look);
    }
  }
  const done = new Map(cells.map((cell) => [JSON.stringify([cell.a, cell.b, cell.criterion]), cell.done]));
  return first.filter(
    ({ a, b, criterion, repetition }) => done.get(JSON.stringify([a, b, criterion]))?.has(repetition) !== true,
  );
}

function pivotStage(plan: Plan): readonly Look[] {
  const { ids, bound, fixed, criteria } = plan;
  const most = fixed ? bound : Math.min(bound, pivotLooks);
  const ring = ringOf(ids.length, createRandom(plan.seed ?? 1));
  const onRing = cellsOn(ring, plan);
  const first = looksUpTo(onRing, most, plan);
  if (first.length > 0) return first;
  // The pivots are chosen by the ring alone, so that they stay the same while the looks at them come in.
  const ringVotes = onRing.flatMap((cell) => cell.votes);
  const { strengths } = fitStrengths(ids.length, outcomesOf({ ids, criteria, votes: ringVotes }));
  return looksUpTo(cellsOn(pivotEdges(strengths, ring), plan), most, plan);
}

function cellsOn(edges: readonly Edge[], { ids, cells }: Plan): readonly Cell[] {
  const pairs = new Set(
    edges.map(([one, other]) => JSON.stringify([ids[Math.min(one, other)], ids[Math.max(one, other)]])),
  );
  return cells.filter((cell) => pairs.has(JSON.stringify([cell.a, cell.b])));
}

/**
 * Looks at the first of the ranking and the rival that is most likely the better one after all. Where the first is surely
 * ahead of everybody, the second gets looks too while their own pair has no winner: that pair gives the verdict.
 */
function furtherLooks(plan: Plan): readonly Look[] {
  const { ids, criteria, votes, confidence = defaultConfidence } = plan;
  const fit = fitStrengths(ids.length, outcomesOf({ ids, criteria, votes }));
  const [leader = 0, ...others] = ids
    .map((_, place) => place)
    .sort((one, other) => (fit.strengths[other] ?? 0) - (fit.strengths[one] ?? 0) || one - other);
  const rivals = others
    .map((place) => ({ place, chance: chanceStronger(fit, leader, place) }))
    .filter(({ place, chance }) => chance < confidence || place === others[0])
    .sort((one, other) => one.chance - other.chance || one.place - other.place);
  for (const { place, chance } of rivals) {
    const pair = pairOf(ids[leader] ?? "", ids[place] ?? "");
    const looks = looksAtPair(pair, plan, (side) => chance < confidence || side === "tie" || side === null);
    if (looks.length > 0) return looks;
  }
  return [];
}

/** One more look at each open criterion of a pair; none where nothing that is left could change its verdict. */
function looksAtPair(
  { a, b }: ReturnType<typeof pairOf>,
  plan: Plan,
  isOpen: (side: Side | null) => boolean,
): readonly Look[] {
  const { bound, panel, criteria, candidates } = plan;
  const own = plan.cells.filter((cell) => cell.a === a && cell.b === b);
  const left = looksUpTo(own, bound, plan);
  const [first, second] = [a, b].map((id) => candidates.find((candidate) => candidate.id === id));
  if (first === undefined || second === undefined || left.length === 0) return [];
  const votes = own.flatMap((cell) => cell.votes);
  const { side } = tallyPair({ a: first, b: second, votes, criteria, profile: profiles.default });
  if (!isOpen(side)) return [];
  if (!canStillChange({ a: first, b: second, votes, criteria, left, panel })) return [];
  // Without a verdict too many votes were unreadable: then it is readable ones that are wanted, of whatever criterion.
  const open = own.filter((cell) => (side === null || !isKnown(cell)) && missing(cell, bound).length > 0);
  const fewest = open.reduce((least, cell) => Math.min(least, cell.done.size), Number.POSITIVE_INFINITY);
  return open
    .filter((cell) => cell.done.size === fewest)
    .flatMap((cell) =>
      missing(cell, bound)
        .slice(0, 1)
        .map((repetition) => lookAt(cell, repetition, panel, true)),
    );
}

function isKnown(cell: Cell): boolean {
  return known(wholeLooks(cell.votes).map(({ original, swapped }) => lookOutcome(original, swapped))) !== null;
}
