import type { ManipulationScan } from "./scan.ts";

/** What the reference's rubric takes from two of its scores, and what share of the whole these have. */
const PENALTIES = [
  { score: "evidence_quality", loss: 0.15, weight: 0.2 },
  { score: "safety_permission_fit", loss: 0.1, weight: 0.1 },
] as const;

/** What a flagged candidate's mean loses: 0.15 * 0.20 + 0.10 * 0.10 = 0.04, once, whatever the number of flags. */
export const MANIPULATION_PENALTY =
  Math.round(PENALTIES.reduce((sum, { loss, weight }) => sum + loss * weight, 0) * 1e9) / 1e9;

/** What a candidate loses: `penalty` once where a flag is more than a weak cue, else 0. */
export function manipulationPenalty({ findings }: ManipulationScan, penalty = MANIPULATION_PENALTY): number {
  return findings.some(({ weak }) => !weak) ? penalty : 0;
}

/** One line for each flag, in their order. */
export function manipulationWeaknesses({ flags }: Pick<ManipulationScan, "flags">): readonly string[] {
  return flags.map((flag) => `judge-manipulation: ${flag}`);
}

/** The run's warning about a candidate; null where nothing was found. */
export function manipulationWarning(id: string, { flags }: Pick<ManipulationScan, "flags">): string | null {
  return flags.length === 0 ? null : `candidate ${id} contains judge-manipulation patterns: ${flags.join(",")}`;
}
