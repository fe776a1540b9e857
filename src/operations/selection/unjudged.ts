import type { ScoreError } from "../../core/types.ts";
import { refusedJudges } from "../../select/tally/refused-judges.ts";
import type { Artefact } from "./artefact.ts";

/** What ended a run without a result: a documented code, and a sentence. */
export interface End {
  readonly code: string;
  readonly message: string;
}

export interface FailedVote {
  readonly model: string;
  readonly error?: ScoreError | undefined;
}

/** Of votes none of which could be read. Where each judge was refused for good, the code is that of the first refusal. */
export function unread(votes: readonly FailedVote[]): End {
  const failed = votes.flatMap(({ model, error }) => (error === undefined ? [] : [{ model, error }]));
  const refused = refusedJudges(failed);
  const [first] = refused;
  if (first !== undefined && refused.every(({ missing, votes: cast }) => missing === cast) && isAll(failed, refused)) {
    const told = refused.map(({ model, code, message }) => `${model} was refused (${code}: ${message})`);
    return { code: first.code, message: `nothing was judged: ${told.join("; ")}` };
  }
  const [fault] = failed;
  const because = fault === undefined ? "" : `; the first failed with ${fault.error.code}: ${fault.error.message}`;
  return {
    code: "nothing_judged",
    message: `nothing was judged: none of ${votes.length} replies could be read${because}`,
  };
}

function isAll(votes: readonly FailedVote[], judges: readonly { readonly model: string }[]): boolean {
  const models = new Set(judges.map(({ model }) => model));
  return votes.every(({ model }) => models.has(model));
}

/** An artefact that does not pass for a result where there is none: whoever reads a file looks at `ok` first. */
export function withEnd(artefact: Artefact, end: End | null): Artefact {
  if (end === null) return artefact;
  const { ok: _, ...rest } = artefact;
  return { ok: false, error: { ...end }, ...rest, run_id: artefact.run_id };
}
