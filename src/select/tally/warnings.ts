import type { ScoreError } from "../../core/types.ts";
import type { CandidateFacts, Selection, Share } from "../types.ts";
import { compareText } from "./ballot.ts";
import { mostUnreadable } from "./gate.ts";
import { isForGood } from "./refused-judges.ts";
import { rounding } from "./weighted.ts";
import { count, list, percent } from "./wording.ts";

/** A judge that names another winner after a swap this often is told on. */
const mostFlips = 0.25;
/** Below so many looks a flip rate is no rate. */
const leastLooks = 4;
/** Fewer repetitions are a decision aid of high variance. */
const leastRepetitions = 5;

export function warningsOf(
  selection: Pick<Selection, "models" | "unreadable" | "calls">,
  { bound, partial, candidates, votes }: WarningMaterial,
): readonly string[] {
  const warnings: string[] = [];
  const { unreadable, calls } = selection;
  if (partial === true) warnings.push(`ended early: ${calls.used} of ${calls.planned} planned calls were made`);
  if (bound !== undefined && bound < leastRepetitions) {
    warnings.push(
      `at most ${count(bound, "repetition")}: below ${leastRepetitions} this is a high-variance decision aid, not a verdict`,
    );
  }
  if (unreadable.count > 0) {
    const refused = (unreadable.value ?? 0) > mostUnreadable + rounding ? "; no verdict above 10 %" : "";
    warnings.push(`${unreadable.count} of ${unreadable.of} votes could not be read and were left out${refused}`);
    warnings.push(...faultsOf(votes));
  }
  for (const { model, flipRate, firstSlotShare } of selection.models) {
    if (flipRate.of >= leastLooks && (flipRate.value ?? 0) > mostFlips) {
      warnings.push(`${model} names another winner after a swap in ${flipRate.count} of ${flipRate.of} looks`);
    }
    const slot = preferredSlot(firstSlotShare);
    if (slot !== null)
      warnings.push(`${model} prefers the candidate shown ${slot} (first in ${percent(firstSlotShare.value)})`);
  }
  const bare = candidates.filter((candidate) => candidate.hasEvidence === false).map(({ id }) => id);
  if (bare.length > 0) warnings.push(`no evidence beside its own words: ${list(bare)}`);
  return warnings;
}

interface WarningMaterial {
  readonly bound?: number;
  readonly partial?: boolean;
  readonly candidates: readonly CandidateFacts[];
  readonly votes: readonly { readonly model: string; readonly error?: ScoreError }[];
}

/** What was wrong with a judge's votes: a judge that is not there and one that rambles need different mending. */
function faultsOf(votes: WarningMaterial["votes"]): readonly string[] {
  const byModel = new Map<string, Map<string, number>>();
  for (const { model, error } of votes) {
    // Whether a judge was refused is told in words, before all else.
    if (error === undefined || isForGood(error)) continue;
    const codes = byModel.get(model) ?? new Map<string, number>();
    byModel.set(model, codes.set(error.code, (codes.get(error.code) ?? 0) + 1));
  }
  return [...byModel]
    .sort(([one], [other]) => compareText(one, other))
    .map(([model, codes]) => {
      const told = [...codes].sort(([a, many], [b, more]) => more - many || compareText(a, b));
      return `${model}: ${told.map(([code, times]) => `${code} (${times})`).join(", ")}`;
    });
}

/** A slot that is preferred beyond chance. */
function preferredSlot({ ci }: Share): "first" | "last" | null {
  if (ci === null) return null;
  return ci.low > 0.5 ? "first" : ci.high < 0.5 ? "last" : null;
}
