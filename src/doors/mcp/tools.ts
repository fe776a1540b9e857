import type { Tool } from "./tool.ts";
import { auditTool } from "./tools/audit.ts";
import { compareTool } from "./tools/compare.ts";
import { evalTool } from "./tools/eval.ts";
import { runsTool } from "./tools/runs.ts";
import { verifyTool } from "./tools/verify.ts";

export const tools: readonly Tool[] = [compareTool, auditTool, verifyTool, evalTool, runsTool];
