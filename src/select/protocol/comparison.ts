import type { SelectionMaterial } from "../../prompts/selection/material.ts";
import type { PanelModel } from "../stop/cells.ts";
import type { Profile } from "../tally/profile.ts";
import type { CandidateFacts } from "../types.ts";
import type { Criterion } from "../vote-types.ts";

/** What a comparison and an audit have in common: read, checked, and scanned. */
export interface JudgedMaterial {
  /** What judges are shown. */
  readonly material: SelectionMaterial;
  readonly candidates: readonly CandidateFacts[];
  readonly criteria: readonly Criterion[];
  /** Ids as models resolve them. */
  readonly panel: readonly PanelModel[];
  /** The most looks at one pair and criterion; for an audit the repetitions of one criterion. */
  readonly bound: number;
  readonly profile: Profile;
  /** Calls under way at once. */
  readonly concurrency: number;
  /** Of the delimiter; drawn when the run begins, kept with it, shown to no candidate. At least 64 bits. */
  readonly seed: string;
  /** Whether log-probabilities are wanted rather than JSON, where a model has both. */
  readonly weigh: boolean;
  /** Counts words and asks nobody. */
  readonly mock: boolean;
  readonly warnings: readonly string[];
}

export interface Comparison extends JudgedMaterial {
  /** All repetitions, whatever the votes say. */
  readonly fixed: boolean;
}
