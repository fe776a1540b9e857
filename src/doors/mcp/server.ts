import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Environment } from "../../operations/environment.ts";
import { version } from "../../version.ts";
import { progressOf } from "./progress.ts";
import type { Call, Settings, Tool } from "./tool.ts";
import { toolFailure, toolResult } from "./tool-result.ts";
import { tools } from "./tools.ts";

const INSTRUCTIONS =
  "veridic tells whether an output is right (verify, eval) and which of several is best (compare; audit for a single " +
  "one). Gather deterministic evidence first: tests, logs, diffs. A null winner, `uncertain` and `error` are answers: " +
  "do not turn them into a verdict. Paths are below the folder in which the server was started.";

/** One client's server, and what of it is still at work. */
export interface ClientServer {
  readonly server: Server;
  readonly busy: boolean;
  /** Resolves when every call has ended; each has been told to, by closing the server. */
  settled(): Promise<void>;
}

/** A server with all tools, for one client. Its calls end when the client cancels them or leaves. */
export function createServer(settings: Settings, environment: Environment): ClientServer {
  const server = new Server(
    { name: "veridic", title: "veridic", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const working = new Set<Promise<unknown>>();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const known = tools.map(({ name }) => name).join(", ");
      throw new McpError(
        ErrorCode.InvalidParams,
        `unknown tool "${params.name.slice(0, 80)}", expected one of ${known}`,
      );
    }
    const signal = AbortSignal.any([extra.signal, environment.signal]);
    const progress = progressOf(extra, environment.clock);
    const call: Call = {
      settings,
      environment: { ...environment, folder: settings.paths.folder, signal },
      tell: progress.tell,
    };
    const work = answer(tool, params.arguments ?? {}, call);
    working.add(work);
    try {
      const result = await work;
      await progress.finish();
      return result;
    } finally {
      working.delete(work);
    }
  });
  return {
    server,
    get busy() {
      return working.size > 0;
    },
    settled: async () => void (await Promise.all(working)),
  };
}

async function answer(tool: Tool, given: unknown, call: Call): Promise<CallToolResult> {
  try {
    return toolResult(await tool.run(given, call));
  } catch (thrown) {
    return toolFailure(thrown);
  }
}

function described({ name, title, description, input, output, readOnly }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: "object" as const },
    outputSchema: { ...output, type: "object" as const },
    annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: true },
  };
}
