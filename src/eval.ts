export type { ComparedScore, Comparison } from "./evals/comparison.ts";
export type { Diff, Flips, PassTable } from "./evals/diff.ts";
export type { GateResult } from "./evals/gates.ts";
export type { RunDiff } from "./evals/run-diff.ts";
export type { RunSummary } from "./evals/run-summary.ts";
export type { Metric, ScorerSummary } from "./evals/summary.ts";
export type { OperationEvent } from "./operations/environment.ts";
export {
  diffRuns,
  type EvalRuns,
  type RunOptions,
  rescore,
  runEval,
  runEvals,
  summarize,
} from "./operations/library.ts";
