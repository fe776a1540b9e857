import type { CandidateFacts } from "../types.ts";
import type { Criterion } from "../vote-types.ts";
import { list } from "./wording.ts";

/**
 * The deterministic check that would tell most: what can be run is worth more than a further vote. Checks that one
 * candidate has and another has not come first, then a check where there is none, then the criterion that is least sure.
 */
export function nextCheckOf(given: {
  readonly candidates: readonly CandidateFacts[];
  readonly criterion: Criterion | null;
  readonly certain: boolean;
}): string {
  const { candidates, criterion, certain } = given;
  const names = new Set(candidates.flatMap((one) => [...(one.passedChecks ?? []), ...(one.failedChecks ?? [])]));
  for (const name of [...names].sort()) {
    const without = candidates.filter((one) => !hasRun(one, name));
    if (without.length > 0)
      return `Run "${name}" on ${list(without.map((one) => one.id))} too: only the others have a result.`;
  }
  const failed = candidates.filter((one) => (one.failedChecks ?? []).length > 0);
  if (failed.length > 0) {
    const all = new Set(failed.flatMap((one) => one.failedChecks ?? []));
    return `Mend what makes ${list([...all].map((name) => `"${name}"`))} fail, and run it again.`;
  }
  const what = criterion === null ? "the task" : `"${criterion.name}"`;
  if (names.size === 0) {
    return `Run a check that can fail on ${list(candidates.map((one) => one.id))}: a test, a build or a diff against the expected result that bears on ${what}. None is recorded.`;
  }
  return certain
    ? `The recorded checks passed; look at one real result yourself that bears on ${what}.`
    : `Add a check that tells ${list(candidates.map((one) => one.id))} apart on ${what}: all recorded checks pass for each.`;
}

function hasRun(candidate: CandidateFacts, name: string): boolean {
  return (candidate.passedChecks ?? []).includes(name) || (candidate.failedChecks ?? []).includes(name);
}
