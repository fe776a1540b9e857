import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ConfigError, messageOf } from "../../core/errors.ts";
import type { Environment } from "../../operations/environment.ts";
import { type Guarded, isLoopback, refusalOf } from "./http-guard.ts";
import { createServer } from "./server.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import type { Settings } from "./tool.ts";

export interface HttpOptions extends Guarded {
  /** 0 for any that is free. */
  readonly port: number;
}

const PATH = "/mcp";
/** Largest message of a client, in bytes. */
const LARGEST_MESSAGE = 4 * 1024 * 1024;

/**
 * Serves clients over streamable HTTP until the process is told to stop; `listening` is told the address. Throws a
 * `ConfigError` for an address that cannot be listened at, and for one that others reach where no token was given.
 */
export async function serveHttp(
  options: HttpOptions,
  settings: Settings,
  environment: Environment,
  listening: (url: string) => void,
): Promise<void> {
  const { host, port, token } = options;
  if (!isLoopback(host) && token === null) {
    throw new ConfigError("token_required", `others reach ${host}`, {
      place: "--host",
      expected: "a token that clients must send",
      hint: "set VERIDIC_TOKEN or give --token, or keep to 127.0.0.1",
    });
  }
  const sessions = createSessions({ create: () => createServer(settings, environment), largest: LARGEST_MESSAGE });
  const http = createHttpServer((request, response) => {
    handle(request, response, sessions, options).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, `veridic itself failed: ${messageOf(thrown)}`);
    });
  });
  try {
    http.listen(port, host);
    await once(http, "listening");
  } catch (cause) {
    throw new ConfigError("unusable_address", `cannot listen at ${host}:${port}: ${messageOf(cause)}`, {
      place: "--port",
      hint: "choose another port or host",
      cause,
    });
  }
  const address = http.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  listening(`http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${bound}${PATH}`);
  if (!environment.signal.aborted) await once(environment.signal, "abort");
  await sessions.close();
  http.close();
  http.closeAllConnections();
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions,
  guarded: Guarded,
): Promise<void> {
  const refusal = refusalOf(request, guarded);
  if (refusal !== null) return refuse(response, refusal.status, refusal.message);
  // Not read as a URL: what a client writes there need not be one.
  if ((request.url ?? "").split("?", 1)[0] !== PATH) {
    return refuse(response, 404, `there is nothing here; the server is at ${PATH}`);
  }
  const id = request.headers["mcp-session-id"];
  if (typeof id === "string") {
    const session = sessions.find(id);
    // The client is told to begin anew.
    if (session === null) return refuse(response, 404, "this session is over");
    return await session.transport.handleRequest(request, response);
  }
  if (request.method !== "POST") return refuse(response, 400, "a session begins with a POST");
  const begun = await sessions.begin();
  if (begun === null) return refuse(response, 503, "too many clients are at work");
  await begun.transport.handleRequest(request, response);
  // What introduced nobody was answered, and leaves nothing behind.
  if (begun.transport.sessionId === undefined) await begun.client.server.close();
}

/** A refusal before the protocol, in its form for errors. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    // A body that was not read would be taken for the next request.
    connection: "close",
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}
