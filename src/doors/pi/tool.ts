import type { OperationEvent } from "../../operations/environment.ts";
import type { AskPi, PiTool, PiToolResult } from "./host.ts";
import { runSelection } from "./run-selection.ts";
import { reportOf } from "./selection-report.ts";
import { toolParameters, withoutNulls } from "./tool-parameters.ts";

/** The tool `llm_as_verifier`: compares 2 to 6 candidates or audits one, for the agent. */
export function verifierTool(ask: AskPi): PiTool {
  return {
    name: "llm_as_verifier",
    label: "LLM as verifier",
    description:
      "Picks the best of 2 to 6 candidates (patches, plans, drafts) by narrow criteria and repeated pairwise judging in " +
      "both orders, or audits a single one. Says how sure that is, and when it is too close to call. Gather evidence " +
      "first (tests, logs, diffs) and hand it over: it does not replace tests.",
    promptSnippet: "Compare 2 to 6 candidates, or audit one, with several model judges",
    promptGuidelines: [
      "Use llm_as_verifier in compare mode when there are at least two viable candidates; audit mode is the fallback.",
      "Before llm_as_verifier, gather deterministic evidence (tests, logs, diffs) and pass it with the candidates.",
      "After llm_as_verifier, check its winner against tests and requirements, and pass its uncertainty on.",
    ],
    parameters: toolParameters,
    prepareArguments: withoutNulls,
    execute: async (_callId, given, signal, onUpdate, context) => {
      const end = await runSelection({
        input: given,
        context,
        ask,
        signal: signal ?? context.signal ?? new AbortController().signal,
        onEvent: (event) => onUpdate?.(partialOf(event)),
      });
      const { text, details } = reportOf(end);
      return { content: [{ type: "text", text }], details };
    },
  };
}

function partialOf(event: OperationEvent): PiToolResult {
  return { content: [{ type: "text", text: eventText(event) }], details: event };
}

/** A line for whoever waits. */
export function eventText(event: OperationEvent): string {
  if (event.type !== "progress") return event.text;
  const { label, done, total, errors } = event;
  const failed = errors === 0 ? "" : `, ${errors} unreadable`;
  return `${label}: ${done}${total === null ? "" : ` of at most ${total}`}${failed}`;
}
