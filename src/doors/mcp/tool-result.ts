import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { shorten } from "../../core/text.ts";
import { failureDocument } from "../../operations/selection/artefact.ts";
import type { Answer } from "./tool.ts";

/** What a tool answered, as text too for clients that read no structured results. */
export function toolResult({ structured, failed = false }: Answer): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
    ...(failed ? { isError: true } : {}),
  };
}

/** Characters of one part of an error: it may quote what the client sent, and that can be a megabyte. */
const MOST_SAID = 2_000;

/** An error as the answer of a tool, with our code: the agent can read and mend it, where a protocol error ends its turn. */
export function toolFailure(thrown: unknown): CallToolResult {
  return toolResult({ structured: failedAnswer(thrown), failed: true });
}

function failedAnswer(thrown: unknown): Answer["structured"] {
  const { error, ...document } = failureDocument(thrown);
  const said = Object.entries(error).map(([key, value]) => [
    key,
    typeof value === "string" ? shorten(value, MOST_SAID) : value,
  ]);
  return { ...document, error: Object.fromEntries(said) };
}
