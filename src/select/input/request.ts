import type { Metadata } from "../../core/types.ts";
import type { Candidate, Criterion, Evidence } from "../vote-types.ts";
import type { BackendName } from "./backends.ts";

/** A command that tells about a candidate without any judge; exit code 0 passes. Run only where the user allows it. */
export interface Check {
  readonly name: string;
  readonly run: string;
  /** Null where the caller's folder will do. */
  readonly cwd: string | null;
  readonly timeoutMs: number;
}

/** A check that was carried out before. */
export interface RecordedCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly output?: string;
}

export interface GivenCandidate extends Candidate {
  readonly evidence: readonly Evidence[];
  /** The file it came from; null for inline text. */
  readonly source: string | null;
  /** Whether inline text was cut at the limit. */
  readonly truncated: boolean;
  /** The model that wrote it, where that is known. No judge sees it. */
  readonly model?: string;
  readonly checks: readonly Check[];
  readonly recordedChecks: readonly RecordedCheck[];
  readonly metadata?: Metadata;
}

export interface JudgeModel {
  readonly id: string;
  /** At least 0; only ratios count. */
  readonly weight: number;
}

/** What a comparison or an audit is asked for, complete and checked. */
export interface SelectionRequest {
  readonly mode: "compare" | "audit";
  readonly task: string;
  readonly context: string;
  /** Null where the default is meant. */
  readonly groundTruthNote: string | null;
  readonly criteria: readonly Criterion[];
  readonly candidates: readonly GivenCandidate[];
  readonly sharedEvidence: readonly Evidence[];
  readonly backend: BackendName;
  readonly models: readonly JudgeModel[];
  /** False where the models are the backend's default: another may take their place when keys are missing. */
  readonly modelsGiven: boolean;
  /** Whether weights were given; a panel without is warned of. */
  readonly weightsGiven: boolean;
  /** Looks at each pair and criterion: exactly so many where `verificationsGiven`, else at most so many. */
  readonly verifications: number;
  readonly verificationsGiven: boolean;
  readonly showSummaries: boolean;
  readonly mock: boolean;
  readonly calibrationPath: string | null;
  readonly outputPath: string | null;
  /** Sentences for the result: what was cut, what is doubtful. */
  readonly warnings: readonly string[];
}
