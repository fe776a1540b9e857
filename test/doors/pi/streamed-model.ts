import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";

/** A tool call that the agent's model makes. */
export interface AgentCall {
  readonly name: string;
  readonly arguments: object;
}

export interface StreamedModel {
  /** A base URL that streams chat completions, as Pi asks for them. */
  readonly url: string;
  /** The model behind it, which judges. */
  readonly judge: ModelServer;
  /** What came back from the tools that were called. */
  readonly toolResults: readonly string[];
  close(): Promise<void>;
}

/**
 * The loopback model behind a stream. A request with tools comes from the agent: its model calls the tool once, then
 * repeats what came back. All others go to the judge.
 */
export async function startStreamedModel(call: AgentCall, options: ModelServerOptions): Promise<StreamedModel> {
  const judge = await startModelServer(options);
  const toolResults: string[] = [];
  const server = createServer((incoming, response) => {
    serve(incoming, response, { call, judge, toolResults }).catch((thrown: unknown) => {
      response.destroy(thrown instanceof Error ? thrown : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    judge,
    toolResults,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await judge.close();
    },
  };
}

interface Serving {
  readonly call: AgentCall;
  readonly judge: ModelServer;
  readonly toolResults: string[];
}

async function serve(incoming: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { call, judge, toolResults } = serving;
  const pieces: Buffer[] = [];
  for await (const piece of incoming as AsyncIterable<Buffer>) pieces.push(piece);
  const body = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  if (!Array.isArray(body.tools)) {
    const { stream: _stream, stream_options: _options, ...plain } = body;
    const answer = await fetch(`${judge.url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(plain) });
    const reply = JSON.parse(await answer.text());
    if (!answer.ok) {
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(reply));
      return;
    }
    const [{ message, finish_reason: finish }] = reply.choices;
    stream(response, { role: "assistant", content: message.content }, finish, reply.usage);
    return;
  }
  const last = body.messages.at(-1);
  if (last.role === "tool") {
    const said = typeof last.content === "string" ? last.content : JSON.stringify(last.content);
    toolResults.push(said);
    stream(response, { role: "assistant", content: said }, "stop");
    return;
  }
  const { name } = call;
  const tool = {
    index: 0,
    id: "call_1",
    type: "function",
    function: { name, arguments: JSON.stringify(call.arguments) },
  };
  stream(response, { role: "assistant", tool_calls: [tool] }, "tool_calls");
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function stream(response: ServerResponse, delta: object, finish: string, usage: object = USAGE): void {
  const chunk = (choices: readonly object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk([{ index: 0, delta, finish_reason: null }]));
  response.write(chunk([{ index: 0, delta: {}, finish_reason: finish }]));
  response.end(`${chunk([], { usage })}data: [DONE]\n\n`);
}
