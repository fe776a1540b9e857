import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { type McpOptions, serveMcp } from "../../../src/doors/mcp/serve.ts";
import { systemEnvironment } from "../../../src/operations/environment.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
  connect(headers?: Readonly<Record<string, string>>): Promise<Client>;
  /** Tells the server to stop, and resolves when it has. */
  stop(): Promise<void>;
}

export interface ServedOptions extends Partial<Omit<McpOptions, "http">> {
  readonly folder: string;
  readonly host?: string;
  readonly token?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The server over HTTP, in this process, on a port of its own. */
export async function served(options: ServedOptions): Promise<Served> {
  const { folder, host = "127.0.0.1", token = null, variables = {}, ...more } = options;
  const stopping = new AbortController();
  let tell: (url: string) => void = () => {};
  const listening = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const ended = serveMcp(
    { roots: [], store: null, runChecks: false, deployments: null, ...more, http: { host, port: 0, token } },
    {
      environment: { ...systemEnvironment(stopping.signal), folder, variables },
      input: new PassThrough(),
      out: async () => {},
      note: (text) => tell(text.replace("listening at ", "")),
    },
  );
  const url = await Promise.race([listening, ended.then(() => "")]);
  const clients: Client[] = [];
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return {
    url,
    connect: async (headers = {}) => {
      const client = newClient();
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
      clients.push(client);
      // From now on the client holds every answer against the schema that its tool told.
      await client.listTools();
      return client;
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) await client.close();
      await stop();
    },
  };
}

export function newClient(): Client {
  return new Client({ name: "test", version: "1.0.0" });
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** What a tool answered, as a test looks at it. */
export interface Answered {
  readonly failed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the answers are JSON of many shapes, and a wrong one fails the test
  readonly answer: any;
  readonly text: string;
}

export async function call(client: Client, name: string, given: object, options: CallOptions = {}): Promise<Answered> {
  const result = await client.callTool({ name, arguments: { ...given } }, undefined, options);
  const [content] = result.content as readonly { readonly text: string }[];
  return { failed: result.isError === true, answer: result.structuredContent, text: content?.text ?? "" };
}
