import * as v from "valibot";
import { readOptions } from "../../core/options.ts";
import {
  type AuditPlan,
  type AuditVotes,
  auditOf,
  castAuditVotes,
  mostAuditCalls,
  recordedAuditVotes,
} from "../../select/audit.ts";
import type { Audit } from "../../select/audit-types.ts";
import type { Environment, Operation } from "../environment.ts";
import { forecastSelection, type SelectionForecast } from "./forecast.ts";
import { commonOptions } from "./given.ts";
import { materialOf } from "./material.ts";
import { concludeSelection, type SelectionOutcome } from "./outcome.ts";
import { asEvents, type Working, withSelection } from "./working.ts";

export const auditOptions = v.object(commonOptions);

export type AuditInput = v.InferInput<typeof auditOptions>;

/**
 * Judges a single candidate against criteria: positive, negative or uncertain. Throws a `ConfigError` for whatever the
 * user should mend, before the first call.
 */
export async function* auditCandidate(given: AuditInput, environment: Environment): Operation<SelectionOutcome<Audit>> {
  const flags = readOptions({ schema: auditOptions }, given, "audit");
  const started = environment.clock();
  return yield* withSelection("audit", flags, environment, async function* (working) {
    const { parent, context } = working;
    const plan = planOf(working);
    const votes =
      parent === null || plan.mock
        ? yield* asEvents(castAuditVotes(plan, context))
        : keptVotes(plan, working, parent.status === "complete");
    const result = auditOf(plan, votes);
    return await concludeSelection(working, { result, control: null, spent: votes.spent, started }, environment);
  });
}

/** What an audit would send, and what that would cost. Sends nothing. */
export async function* forecastAudit(given: AuditInput, environment: Environment): Operation<SelectionForecast> {
  return yield* forecastSelection("audit", readOptions({ schema: auditOptions }, given, "audit"), environment);
}

function planOf({ kept }: Working): AuditPlan {
  const { request, counting, fixed } = kept;
  return { ...materialOf(request, counting), fixed: fixed || request.verificationsGiven };
}

function keptVotes(plan: AuditPlan, { log }: Working, complete: boolean): AuditVotes {
  return {
    votes: recordedAuditVotes(log.calls, plan),
    planned: mostAuditCalls(plan),
    spent: complete ? null : "the run whose votes these are was",
  };
}
