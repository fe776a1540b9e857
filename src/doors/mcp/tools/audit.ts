import { auditCandidate, forecastAudit } from "../../../operations/selection/audit.ts";
import type { Tool } from "../tool.ts";
import { auditInputSchema } from "./selection-input.ts";
import { runSelection, selectionAnswer } from "./selection-tool.ts";

export const auditTool: Tool = {
  name: "audit",
  title: "Audit one candidate",
  description:
    "Judges a single candidate against criteria: positive, negative or uncertain. Where there are two or more " +
    "candidates use `compare`, which tells more. `mock: true` asks nobody and is a smoke test only.",
  input: auditInputSchema,
  output: selectionAnswer,
  readOnly: false,
  run: (given, call) => runSelection(given, call, { kind: "audit", select: auditCandidate, forecast: forecastAudit }),
};
