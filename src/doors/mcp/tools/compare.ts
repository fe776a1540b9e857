import { compareCandidates, forecastCompare } from "../../../operations/selection/compare.ts";
import type { Tool } from "../tool.ts";
import { compareInputSchema } from "./selection-input.ts";
import { runSelection, selectionAnswer } from "./selection-tool.ts";

export const compareTool: Tool = {
  name: "compare",
  title: "Compare candidates",
  description:
    "Picks the best of 2 to 6 candidates (patches, plans, drafts, trajectories) by narrow criteria, or says that it is " +
    "too close to call. Give evidence that was observed (test output, logs, diffs); it counts more than what a " +
    "candidate says of itself. `mock: true` asks nobody and is a smoke test only. The winner may be null: then read " +
    "`result.reason` and `result.explanation.next_check`.",
  input: compareInputSchema,
  output: selectionAnswer,
  readOnly: false,
  run: (given, call) =>
    runSelection(given, call, { kind: "compare", select: compareCandidates, forecast: forecastCompare }),
};
