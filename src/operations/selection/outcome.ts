import type { Audit } from "../../select/audit-types.ts";
import type { Control } from "../../select/control.ts";
import type { Selection } from "../../select/types.ts";
import type { Environment } from "../environment.ts";
import { type Artefact, artefactOf } from "./artefact.ts";
import { writeOutput } from "./output-file.ts";
import { type End, type FailedVote, unread, withEnd } from "./unjudged.ts";
import type { Working } from "./working.ts";

/** How a comparison or an audit ended. */
export interface SelectionOutcome<Result extends Selection | Audit> {
  readonly result: Result;
  readonly artefact: Artefact;
  /** 3 where nothing could be judged, 130 where it was interrupted; a verdict of any kind is 0. */
  readonly exitCode: 0 | 3 | 130;
  /** One sentence where the exit code is not 0. */
  readonly verdict: string | null;
}

/** Keeps the result with its run, writes it where it is wanted, and says how it ended. */
export async function concludeSelection<Result extends Selection | Audit>(
  working: Working,
  given: {
    readonly result: Result;
    readonly control: Control | null;
    readonly spent: string | null;
    readonly started: number;
  },
  environment: Environment,
): Promise<SelectionOutcome<Result>> {
  const { run, kept, log, store, output } = working;
  const { result, control, spent, started } = given;
  const durationS = Math.round(environment.clock() - started) / 1_000;
  const interrupted = environment.signal.aborted;
  const end = interrupted
    ? { code: "interrupted", message: `interrupted; go on with: veridic ${kept.kind} --resume ${run.id}` }
    : unjudged(result, spent);
  const artefact = withEnd(artefactOf({ runId: run.id, kept, result, control, log, durationS }), end);
  await store.updateRun(run.id, {
    status: interrupted ? "interrupted" : spent === null ? "complete" : "partial",
    summary: artefact,
    updatedAt: environment.now().toISOString(),
  });
  if (output !== null) await writeOutput(output, environment.folder, artefact);
  return { result, artefact, exitCode: end === null ? 0 : interrupted ? 130 : 3, verdict: end?.message ?? null };
}

/** Why there is no result at all; null where there is one, whatever it says. */
function unjudged(result: Selection | Audit, spent: string | null): End | null {
  const { used, unreadable } = result.calls;
  const checked = result.reason === "checks" || result.reason === "all_checks_failed";
  if (checked || used > unreadable) return null;
  if (used === 0) return { code: "nothing_judged", message: `nothing was judged: ${spent ?? "no call was made"}` };
  return unread(votesIn(result));
}

function votesIn(result: Selection | Audit): readonly FailedVote[] {
  const criteria = result.mode === "audit" ? result.criteria : result.pairwise.flatMap((pair) => pair.criteria);
  return criteria.flatMap(({ repetitions }) => repetitions.map(({ model, error }) => ({ model, error })));
}
