import * as v from "valibot";
import type { Audit } from "../../select/audit-types.ts";
import type { Explanation, Selection } from "../../select/types.ts";
import type { SelectionEnd } from "./run-selection.ts";

const artefactSchema = v.object({
  config: v.object({
    backend: v.string(),
    mock: v.boolean(),
    models: v.array(v.string()),
    model_weights: v.array(v.object({ model: v.string(), weight: v.number() })),
    candidate_notes: v.array(v.unknown()),
  }),
  run_id: v.string(),
});

/** A selection as the agent and the user read it, and as programs do. */
export interface SelectionReport {
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function reportOf(end: SelectionEnd): SelectionReport {
  const { outcome, notes, outputPath } = end;
  const { result, artefact } = outcome;
  const { config, run_id: runId } = v.parse(artefactSchema, artefact);
  const weights = config.model_weights.filter(({ weight }) => weight !== 1);
  const lines = [
    ...(result.mode === "compare" ? selectionLines(result) : auditLines(result)),
    "",
    `Backend: ${config.backend}`,
    `Models: ${config.mock ? "none" : config.models.join(", ")}`,
    ...(weights.length === 0
      ? []
      : [`Weights: ${config.model_weights.map((one) => `${one.model} ${one.weight}`).join(", ")}`]),
    `Model calls: ${config.mock ? "none" : `${result.calls.used} of at most ${result.calls.planned}`}`,
    ...(config.mock ? ["Mode: mock smoke test: words were counted, no quality was judged"] : []),
    ...notes.map((note) => `Note: ${note}`),
    ...result.warnings.map((warning) => `Warning: ${warning}`),
    `Run: ${runId}`,
    ...(outputPath === null ? [] : [`Saved JSON: ${outputPath}`]),
  ];
  return {
    text: shown(lines.join("\n")),
    details: {
      ...artefact,
      savedOutputPath: outputPath,
      candidateNotes: config.candidate_notes,
      resolvedModels: config.models,
      resolvedModelWeights: config.model_weights,
      notes,
    },
  };
}

function selectionLines({ winner, reason, confidence, swapConsistency, ranking, explanation }: Selection) {
  return [
    winner === null ? `No winner: ${reason}` : `Winner: ${winner}`,
    ...(winner === null || confidence === null ? [] : [`Winner confidence: ${share(confidence)}`]),
    ...(swapConsistency === null ? [] : [`Swap consistency: ${figure(swapConsistency)}`]),
    explanation.verdict,
    "",
    "Ranking:",
    ...ranking.map((one) => {
      const marks = [...one.failedChecks.map((name) => `failed check: ${name}`), ...one.weaknesses];
      const behind = marks.length === 0 ? "" : `; ${marks.join("; ")}`;
      return `${one.rank}. ${one.id} (wins ${one.wins}, mean ${figure(one.meanPairScore)}${behind})`;
    }),
    ...explained(explanation),
  ];
}

function auditLines({ verdict, candidate, overallScore, overallConfidence, criteria, explanation, ...audit }: Audit) {
  return [
    `Verdict: ${verdict} (${candidate.id}, score ${figure(overallScore)})`,
    ...(overallConfidence === null ? [] : [`Confidence: ${share(overallConfidence)}`]),
    explanation.verdict,
    "",
    "Criteria:",
    ...criteria.map(
      ({ criterion, score, positive, negative, abstain }) =>
        `- ${criterion.name}: ${figure(score)} (${positive} for, ${negative} against, ${abstain} between)`,
    ),
    ...[...audit.failedChecks.map((name) => `failed check: ${name}`), ...audit.weaknesses].map((mark) => `- ${mark}`),
    ...explained(explanation),
  ];
}

function explained({ reasons, evidence, uncertainty, nextCheck }: Explanation): readonly string[] {
  return [
    ...listed("Why", reasons),
    ...listed("Evidence that mattered most", evidence),
    ...listed("Not certain", uncertainty),
    "",
    `Next deterministic check: ${nextCheck}`,
  ];
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `- ${line}`)];
}

function figure(value: number | null): string {
  return value === null ? "none" : value.toFixed(3);
}

function share(value: number): string {
  return `${Math.round(value * 100)} %`;
}

/** Ids and quotes come from candidates, where an escape sequence could rewrite the user's screen. */
function shown(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}
