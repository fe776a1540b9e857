import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../core/errors.ts";
import type { Json } from "../core/types.ts";
import { replyBody, type ServedAnswer } from "./served-reply.ts";
import { formatOf, modelOf, objectOf, promptOf, type ServedFormat, type ServedRequest } from "./served-request.ts";
import { errorBody, misbehave, type ServerFault, sendJson } from "./server-fault.ts";

export interface ModelServerOptions {
  /** What the model says to a prompt; by default the prompt itself. */
  readonly answer?: (prompt: string, request: ServedRequest) => string | ServedAnswer;
  /** What goes wrong with a request; null for nothing. `faultStorm` makes such a function. */
  readonly misbehave?: (request: ServedRequest) => ServerFault | null;
  /** Milliseconds before every good answer; default 0. */
  readonly latencyMs?: number;
  /** Requests with another key, or none, get 401; by default nobody asks for one. */
  readonly key?: string;
  /** Other models get 404; by default every name is known. */
  readonly models?: readonly string[];
  /** Headers of every good answer, such as those of rate limits. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`; any path before that of a format is accepted, `/v1` too. */
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  /** Breaks off what is open. */
  close(): Promise<void>;
}

const LARGEST_REQUEST = 64_000_000;

/**
 * A model provider on the loopback address, without a model: it speaks chat completions, responses, generateContent
 * and messages through a real socket, answers by a function, and misbehaves when told to.
 *
 * @example
 * const server = await startModelServer({
 *   answer: (prompt) => (prompt.includes("France") ? "Paris" : "I do not know"),
 *   misbehave: ({ index }) => (index % 5 === 4 ? { kind: "rate_limit", waitMs: 1000, form: "seconds" } : null),
 * });
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ServedRequest[] = [];
  const server = createServer({ keepAliveTimeout: 30_000 }, (incoming, response) => {
    serve(incoming, response, { options, requests }).catch((thrown: unknown) => {
      // A client that left has taken the socket with it; anything else is a mistake of the test, and is shown.
      if (response.headersSent || response.destroyed) response.destroy();
      else
        sendJson(response, 500, JSON.stringify({ error: { message: `the server of the test: ${messageOf(thrown)}` } }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Serving {
  readonly options: ModelServerOptions;
  readonly requests: ServedRequest[];
}

async function serve(incoming: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { options, requests } = serving;
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const format = formatOf(url.pathname);
  const text = await bodyOf(incoming);
  const refuse = (status: number, why: string, how: ServedFormat = format ?? "chat_completions") =>
    sendJson(response, status, JSON.stringify(errorBody(how, status, why)));

  if (format === null) return refuse(404, `no such path: ${url.pathname}`);
  if (incoming.method !== "POST") return refuse(405, "only POST is served");
  if (text === null) return refuse(413, "the request is too large");
  const body = parsed(text);
  if (body === undefined) return refuse(400, "the request is not JSON");
  const object = objectOf(body);
  const request: ServedRequest = {
    index: requests.length,
    format,
    path: url.pathname,
    headers: incoming.headers,
    model: modelOf(format, url.pathname, object),
    prompt: promptOf(format, object),
    body: object,
    at: performance.now(),
  };
  requests.push(request);
  if (options.key !== undefined && !keysOf(incoming, url).includes(options.key)) return refuse(401, "the key is wrong");
  if (options.models !== undefined && !options.models.includes(request.model)) return refuse(404, "no such model");
  if (object["stream"] === true) return refuse(400, "this server does not stream");

  const said = (options.answer ?? ((prompt) => prompt))(request.prompt, request);
  const good = JSON.stringify(replyBody(request, typeof said === "string" ? { text: said } : said));
  const pause = pauseOf(response);
  const fault = options.misbehave?.(request) ?? null;
  if (fault !== null) return misbehave(fault, { format, body: good, response, pause });
  if ((options.latencyMs ?? 0) > 0 && !(await pause(options.latencyMs ?? 0))) return;
  sendJson(response, 200, good, options.headers);
}

/** Waits while somebody is there to be answered; closing the server closes every connection. */
function pauseOf(response: ServerResponse): (ms: number) => Promise<boolean> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return async (ms) => {
    try {
      await sleep(ms, undefined, { signal: gone.signal });
      return true;
    } catch {
      // Only an abort ends a sleep: there is nobody left to answer.
      return false;
    }
  };
}

/** Null where it is too large. The rest is read all the same, so that the answer is not lost in a reset. */
async function bodyOf(incoming: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= LARGEST_REQUEST) pieces.push(piece);
    else pieces.length = 0;
  }
  return size > LARGEST_REQUEST ? null : Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller answers 400.
    return undefined;
  }
}

/** Wherever a format puts its key. */
function keysOf({ headers }: IncomingMessage, url: URL): readonly unknown[] {
  return [
    headers.authorization?.replace(/^Bearer /i, ""),
    headers["x-api-key"],
    headers["x-goog-api-key"],
    headers["api-key"],
    url.searchParams.get("key"),
  ];
}
