import {
  MANIPULATION_PENALTY,
  manipulationPenalty,
  manipulationWarning,
  manipulationWeaknesses,
} from "../../prompts/manipulation/report.ts";
import { scanManipulation } from "../../prompts/manipulation/scan.ts";
import { weighsLetters } from "../../select/input/read-selection.ts";
import type { RecordedCheck, SelectionRequest } from "../../select/input/request.ts";
import type { JudgedMaterial } from "../../select/protocol/comparison.ts";
import { profiles } from "../../select/tally/profile.ts";
import type { CandidateFacts, ProfileName } from "../../select/types.ts";
import type { Evidence } from "../../select/vote-types.ts";

/** How a question is put and counted: the part of a run that another tally may change. */
export interface Counting {
  readonly profile: ProfileName;
  readonly penalty: number | null;
  readonly concurrency: number;
  readonly seed: string;
  /** Of checks that were run for this, by candidate. */
  readonly checks: Readonly<Record<string, readonly RecordedCheck[]>>;
  readonly warnings: readonly string[];
}

/** What judges are shown and what the tally needs, made of a request. Every text of a candidate is scanned here. */
export function materialOf(request: SelectionRequest, counting: Counting): JudgedMaterial {
  const { task, context, groundTruthNote, sharedEvidence, criteria, models, verifications, showSummaries } = request;
  const ids = request.candidates.map(({ id }) => id);
  const facts: CandidateFacts[] = [];
  const flagged: string[] = [];
  const shown = request.candidates.map((candidate) => {
    const { id, content, summary } = candidate;
    const checks = [
      ...candidate.recordedChecks,
      ...(Object.hasOwn(counting.checks, id) ? (counting.checks[id] ?? []) : []),
    ];
    const evidence = [...checks.map(checkEvidence), ...candidate.evidence];
    // What its checks printed is its own doing too: a test can print an order to the judge.
    const texts = [content, summary ?? "", ...evidence.flatMap((one) => [one.label, one.content])];
    const scan = scanManipulation(texts.join("\n\n"), { ids });
    const warning = manipulationWarning(id, scan);
    if (warning !== null) flagged.push(warning);
    facts.push({
      id,
      ...(summary === undefined ? {} : { summary }),
      length: content.length,
      penalty: manipulationPenalty(scan, counting.penalty ?? MANIPULATION_PENALTY),
      weaknesses: manipulationWeaknesses(scan),
      passedChecks: checks.filter(({ passed }) => passed).map(({ name }) => name),
      failedChecks: checks.filter(({ passed }) => !passed).map(({ name }) => name),
      hasEvidence: evidence.length > 0 || sharedEvidence.length > 0,
    });
    return { id, content, ...(summary === undefined ? {} : { summary }), evidence };
  });
  return {
    material: {
      task,
      context,
      ...(groundTruthNote === null ? {} : { groundTruthNote }),
      sharedEvidence,
      candidates: shown,
      showSummaries,
    },
    candidates: facts,
    criteria,
    panel: models.map(({ id, weight }) => ({ model: id, weight })),
    bound: verifications,
    profile: profiles[counting.profile],
    concurrency: counting.concurrency,
    seed: counting.seed,
    weigh: weighsLetters(request.backend),
    mock: request.mock,
    warnings: [...request.warnings, ...flagged, ...counting.warnings],
  };
}

/** What a check said stands before what the candidate brings: it was observed. */
function checkEvidence({ name, passed, output = "" }: RecordedCheck): Evidence {
  const result = passed ? "passed" : "FAILED";
  return { label: `check ${name}`, content: output.trim() === "" ? result : `${result}\n${output.trim()}` };
}
