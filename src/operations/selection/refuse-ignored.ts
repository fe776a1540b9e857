import { ConfigError } from "../../core/errors.ts";
import type { SelectionFlags } from "./working.ts";

/** Flags that say how votes are asked for; the run that brings the votes has settled that. */
const ASKING = ["fixed", "control", "allowMany", "runChecks", "calibration"] as const;
/** Flags that say how votes are counted, for a run whose votes are there. */
const WEIGHTS = ["modelWeights", "criterionWeights"] as const;
const COUNTING = [...WEIGHTS, "profile", "manipulationPenalty"] as const;
const BUDGETS = ["maxCalls", "maxCost"] as const;

/**
 * Refuses a flag that would change nothing: who gives a weight, and reads a result without it, is misled. A resumed run
 * goes on as it began, and what is tallied again asks nobody.
 */
export function refuseIgnored(flags: SelectionFlags): void {
  const given = (names: readonly (keyof SelectionFlags)[]) => names.find((name) => flags[name] !== undefined);
  const [ignored, hint] =
    flags.resume !== undefined
      ? [
          given([...ASKING, ...COUNTING]),
          "a run that goes on keeps what it began with; --from RUN counts votes otherwise",
        ]
      : flags.from !== undefined
        ? [
            given([...ASKING, ...BUDGETS]),
            "nobody is asked when votes are tallied again; a new comparison asks otherwise",
          ]
        : [given(WEIGHTS), "the input gives weights (`model_weights`, `weight`); with --from RUN this gives others"];
  if (ignored === undefined) return;
  throw new ConfigError("usage", `the option ${spaced(ignored)} would change nothing here`, { hint });
}

/** As the command, the tools and code all have it, but for hyphens and capitals. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
