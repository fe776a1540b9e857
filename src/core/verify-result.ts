import { snakeCase } from "./naming.ts";
import { isPass } from "./score.ts";
import type { ImageSource, Json, Metadata, Score, ScoreError, Usage } from "./types.ts";

/** What `verify` takes. Values may be of any JSON type, as a row holds them. */
export interface VerifyRequest {
  readonly question?: unknown;
  readonly prediction: unknown;
  /** The expected answer, or a list of which any one counts. */
  readonly groundTruth?: unknown;
  readonly choices?: readonly string[];
  readonly images?: readonly ImageSource[];
  readonly referenceResponse?: string;
  readonly metadata?: Metadata;
}

/**
 * What `verify` answers. Here, and only here, a broken check has the score 0: it is flagged by `metadata.error`
 * (and `metadata.judge_failed`), and no statistic reads it. `metadata` is in wire form.
 */
export interface VerifyResult {
  readonly score: number;
  readonly isCorrect: boolean;
  readonly rawOutput: string;
  readonly metadata: Metadata;
}

export function toVerifyResult(score: Score, prediction: string | null, answer: string | null): VerifyResult {
  const sure = score.value !== null;
  const reason = sure ? score.reason : (score.error?.code ?? "skipped");
  const metadata: Record<string, Json> = {
    confident: sure && score.confident,
    reason,
    raw_prediction: prediction,
    extracted_prediction: score.answer === undefined ? answer : score.answer,
  };
  // Ours stand first and are not overwritten: what a plug-in or a judge says must not change the record.
  if (score.metadata !== undefined) {
    for (const [key, value] of Object.entries(score.metadata)) if (!(key in metadata)) metadata[key] = value;
  }
  if (score.explanation !== undefined) metadata["explanation"] = score.explanation;
  if (score.values !== undefined) metadata["dimensions"] = score.values;
  if (score.usage !== undefined) metadata["usage"] = usageToJson(score.usage);
  if (sure) return { score: score.value, isCorrect: isPass(score), rawOutput: score.raw ?? "", metadata };
  if (score.error === undefined) metadata["skipped"] = score.skipped;
  else metadata["error"] = errorToJson(score.error);
  if (score.error?.stage === "judge") metadata["judge_failed"] = true;
  const told = score.error === undefined ? score.skipped : score.error.message;
  return { score: 0, isCorrect: false, rawOutput: score.raw ?? `error: ${told}`, metadata };
}

function usageToJson(usage: Usage): Json {
  return Object.fromEntries(Object.entries(usage).map(([key, value]) => [snakeCase(key), value]));
}

function errorToJson(error: ScoreError): Json {
  return { stage: error.stage, code: error.code, message: error.message, retryable: error.retryable };
}
