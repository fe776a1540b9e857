import * as v from "valibot";
import { readOptions } from "../../core/options.ts";
import { castVotes, mostCalls, selectionOf, type Votes } from "../../select/compare.ts";
import { type Control, castControlVotes, controlOf, controlWarning } from "../../select/control.ts";
import type { Comparison } from "../../select/protocol/comparison.ts";
import { recordedVotes } from "../../select/protocol/recorded-votes.ts";
import type { Selection } from "../../select/types.ts";
import type { Environment, Operation } from "../environment.ts";
import { forecastSelection, type SelectionForecast } from "./forecast.ts";
import { commonOptions } from "./given.ts";
import { materialOf } from "./material.ts";
import { concludeSelection, type SelectionOutcome } from "./outcome.ts";
import { asEvents, type Working, withSelection } from "./working.ts";

export const compareOptions = v.object({
  ...commonOptions,
  /** Puts an empty answer to the judges too. */
  control: v.optional(v.boolean()),
  /** More than 6 candidates. */
  allowMany: v.optional(v.boolean()),
});

export type CompareInput = v.InferInput<typeof compareOptions>;

/**
 * Compares candidates and keeps every call as it is paid. Throws a `ConfigError` for whatever the user should mend, before
 * the first call.
 */
export async function* compareCandidates(
  given: CompareInput,
  environment: Environment,
): Operation<SelectionOutcome<Selection>> {
  const flags = readOptions({ schema: compareOptions }, given, "compare");
  const started = environment.clock();
  return yield* withSelection("compare", flags, environment, async function* (working) {
    const comparison = comparisonOf(working);
    const votes =
      working.parent === null || comparison.mock
        ? yield* asEvents(castVotes(comparison, working.context))
        : keptVotes(comparison, working, working.parent.status === "complete");
    const first = selectionOf(comparison, votes);
    const control = yield* controlled(comparison, first, working);
    const warning = control === null ? null : controlWarning(control);
    const result =
      warning === null ? first : selectionOf({ ...comparison, warnings: [warning, ...comparison.warnings] }, votes);
    return await concludeSelection(working, { result, control, spent: votes.spent, started }, environment);
  });
}

/** What the judges make of empty answers beside the first of the ranking; null where that was not asked for. */
async function* controlled(
  comparison: Comparison,
  { ranking }: Selection,
  { kept, context, parent, log }: Working,
): Operation<Control | null> {
  const [first] = ranking;
  if (!kept.control || comparison.mock || first === undefined) return null;
  yield { type: "note", text: "control: empty answers are put to the judges" };
  return controlOf(
    parent === null
      ? await castControlVotes(comparison, first.id, context)
      : recordedVotes(log.calls, comparison.panel, "control"),
  );
}

/** What a comparison would send, and what that would cost. Sends nothing. */
export async function* forecastCompare(given: CompareInput, environment: Environment): Operation<SelectionForecast> {
  return yield* forecastSelection("compare", readOptions({ schema: compareOptions }, given, "compare"), environment);
}

function comparisonOf({ kept }: Working): Comparison {
  const { request, counting, fixed } = kept;
  return { ...materialOf(request, counting), fixed: fixed || request.verificationsGiven };
}

function keptVotes(comparison: Comparison, { log }: Working, complete: boolean): Votes {
  const votes = recordedVotes(log.calls, comparison.panel);
  return {
    votes,
    planned: mostCalls(comparison),
    spent: complete ? null : "the run whose votes these are was",
  };
}
