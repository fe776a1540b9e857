import type { Audit } from "../../select/audit-types.ts";
import type { Control } from "../../select/control.ts";
import type { Selection } from "../../select/types.ts";
import type { Environment } from "../environment.ts";
import { type Artefact, artefactOf } from "./artefact.ts";
import { writeOutput } from "./output-file.ts";
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
  const artefact = artefactOf({ runId: run.id, kept, result, control, log, durationS });
  const interrupted = environment.signal.aborted;
  await store.updateRun(run.id, {
    status: interrupted ? "interrupted" : spent === null ? "complete" : "partial",
    summary: artefact,
    updatedAt: environment.now().toISOString(),
  });
  if (output !== null) await writeOutput(output, environment.folder, artefact);
  if (interrupted) {
    return {
      result,
      artefact,
      exitCode: 130,
      verdict: `interrupted; go on with: veridic ${kept.kind} --resume ${run.id}`,
    };
  }
  const { used, unreadable } = result.calls;
  const checked = result.reason === "checks" || result.reason === "all_checks_failed";
  if (!checked && used - unreadable === 0) {
    const why = used === 0 ? (spent ?? "no call was made") : `none of ${used} replies could be read`;
    return { result, artefact, exitCode: 3, verdict: `nothing was judged: ${why}` };
  }
  return { result, artefact, exitCode: 0, verdict: null };
}
