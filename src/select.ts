export type { OperationEvent } from "./operations/environment.ts";
export {
  auditCandidate,
  compareCandidates,
  type SelectionOptions,
  trackProgress,
} from "./operations/selection/library.ts";
export type { Audit, AuditCriterion, AuditVerdict } from "./select/audit-types.ts";
export type { Progress } from "./select/track.ts";
export type {
  Baselines,
  CriterionTally,
  Explanation,
  Pairing,
  Ranked,
  Selection,
  SelectionReason,
  Share,
  Strength,
} from "./select/types.ts";
export type { Criterion } from "./select/vote-types.ts";
