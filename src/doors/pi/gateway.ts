import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { messageOf } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { askedOf, completionOf, conversationOf } from "./completion.ts";
import type { AskPi, PiModel, PiRegistry } from "./host.ts";

/** Pi's models behind an address of this machine, so that a judge is asked, retried and budgeted like any other. */
export interface Gateway {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Whoever has it may spend the user's money; it holds for this gateway alone. */
  readonly token: string;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

const LARGEST_REQUEST = 16_000_000;

/**
 * Opens a server on the loopback address that speaks chat completions and asks Pi's models. Keys stay in Pi: each call
 * gets its own from the registry, which renews tokens that have run out.
 */
export async function openGateway(registry: PiRegistry, ask: AskPi): Promise<Gateway> {
  const token = randomBytes(32).toString("hex");
  const server = createServer((incoming, response) => {
    answer(incoming, response, { registry, ask, token }).catch((thrown: unknown) => {
      refuse(response, 500, messageOf(thrown));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gateway has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Serving {
  readonly registry: PiRegistry;
  readonly ask: AskPi;
  readonly token: string;
}

async function answer(incoming: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { registry, ask, token } = serving;
  const text = await bodyOf(incoming);
  if (!isToken(incoming.headers.authorization ?? "", token)) return refuse(response, 401, "the token is wrong");
  if (incoming.method === "HEAD") return send(response, 200, {});
  if (text === null) return refuse(response, 413, "the request is too large");
  const asked = askedOf(text);
  if (asked === null) return refuse(response, 400, "this is no chat completion");
  const model = registry.find(asked.provider, asked.model);
  if (model === undefined) return refuse(response, 404, `Pi knows no model ${asked.provider}/${asked.model}`);
  const auth = await registry.getApiKeyAndHeaders(model);
  // The registry's own words may quote a command of the user's that gives the key.
  if (!auth.ok) return refuse(response, 401, `Pi has no key for ${model.provider}`);

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  let reply: Awaited<ReturnType<AskPi>>;
  try {
    reply = await ask(model, conversationOf(asked, model), {
      signal: gone.signal,
      maxTokens: mostTokens(asked.maxTokens, model),
      // Whoever asks here tries again by its own rules, and counts each attempt.
      maxRetries: 0,
      // Models that reason take no temperature, and without an effort Pi would switch the reasoning off.
      ...(model.reasoning ? { reasoning: asked.effort ?? "medium" } : {}),
      ...(model.reasoning || asked.temperature === undefined ? {} : { temperature: asked.temperature }),
      ...(auth.apiKey === undefined ? {} : { apiKey: auth.apiKey }),
      ...(auth.headers === undefined ? {} : { headers: auth.headers }),
    });
  } catch (thrown) {
    return refuseFailed(response, messageOf(thrown));
  }
  if (reply.stopReason === "aborted") return refuse(response, 502, "the call was broken off");
  if (reply.stopReason === "error") return refuseFailed(response, reply.errorMessage ?? "");
  send(response, 200, completionOf(reply));
}

function mostTokens(wanted: number | undefined, { maxTokens }: PiModel): number {
  if (wanted === undefined) return maxTokens;
  return maxTokens > 0 ? Math.min(wanted, maxTokens) : wanted;
}

/**
 * Pi tells a failure of its provider in words alone. Provider libraries begin with the HTTP status, others write it
 * behind the word; without one the failure counts as the network's, which is worth another attempt.
 */
function refuseFailed(response: ServerResponse, said: string): void {
  if (/content_filter/.test(said)) {
    const refused = { role: "assistant", content: null, refusal: "the provider's filter declined" };
    send(response, 200, { choices: [{ index: 0, message: refused, finish_reason: "content_filter" }] });
    return;
  }
  const status = /^\W{0,5}([45]\d\d)\b|\b(?:status|code|HTTP|error)\W{0,5}([45]\d\d)\b/i.exec(said.slice(0, 1_000));
  refuse(response, Number(status?.[1] ?? status?.[2] ?? 502), said.slice(0, 1_000));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  // A client that left has taken the socket with it.
  if (response.headersSent || response.destroyed) return;
  send(response, status, { error: { message } });
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function isToken(header: string, token: string): boolean {
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Null where it is too large. */
async function bodyOf(incoming: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= LARGEST_REQUEST) pieces.push(piece);
  }
  return size > LARGEST_REQUEST ? null : Buffer.concat(pieces).toString("utf8");
}
