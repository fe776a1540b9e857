import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Json } from "../../core/types.ts";
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

/** An error as the answer of a tool, with our code: the agent can read and mend it, where a protocol error ends its turn. */
export function toolFailure(thrown: unknown): CallToolResult {
  return toolResult({ structured: failureDocument(thrown) as { readonly [key: string]: Json }, failed: true });
}
