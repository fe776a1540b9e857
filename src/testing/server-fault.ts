import type { ServerResponse } from "node:http";
import { type JsonObject, objectOf, type ServedFormat } from "./served-request.ts";

/** What the server does in place of a good answer, or to it. */
export type ServerFault =
  /** A good answer, after so many milliseconds. */
  | { readonly kind: "latency"; readonly ms: number }
  /** Status 429 that asks to wait, in one of the forms that providers use; `body` is Google's, `none` asks nothing. */
  | {
      readonly kind: "rate_limit";
      readonly waitMs: number;
      readonly form: "seconds" | "date" | "milliseconds" | "body" | "none";
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Any other status, with an error in the words of the format. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The connection is reset, before the answer or in the middle of it. */
  | { readonly kind: "reset"; readonly midway?: boolean }
  /** The connection stays open and nothing more comes, before the answer or in the middle of it. */
  | { readonly kind: "hang"; readonly midway?: boolean }
  /** A good answer in pieces of so many bytes (default 16), with a pause after each. */
  | { readonly kind: "drip"; readonly ms: number; readonly bytes?: number }
  /** A good answer of which the second half is missing, although the connection ends well. */
  | { readonly kind: "truncated" }
  /** A page of HTML with status 200, as gateways send. */
  | { readonly kind: "wrong_type" }
  /** Status 200 and no body. */
  | { readonly kind: "empty" }
  /** A body of JSON of about so many bytes, by default 100 MB, which holds no answer. */
  | { readonly kind: "huge"; readonly bytes?: number }
  /** An error with status 200. */
  | { readonly kind: "error_in_ok" };

export interface Misdeed {
  readonly format: ServedFormat;
  /** The good answer. */
  readonly body: string;
  readonly response: ServerResponse;
  /** True after so many milliseconds, false where the client or the server is gone before. */
  readonly pause: (ms: number) => Promise<boolean>;
}

export async function misbehave(fault: ServerFault, misdeed: Misdeed): Promise<void> {
  const { format, body, response, pause } = misdeed;
  switch (fault.kind) {
    case "latency":
      if (await pause(fault.ms)) sendJson(response, 200, body);
      return;
    case "rate_limit":
      return sendRateLimit(fault, format, response);
    case "status":
      return sendJson(response, fault.status, JSON.stringify(errorBody(format, fault.status)), fault.headers);
    case "reset":
      if (fault.midway) await sendHalf(response, body);
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      if (fault.midway) await sendHalf(response, body);
      return;
    case "drip":
      return drip(fault, misdeed);
    case "truncated":
      return sendJson(response, 200, halfOf(body));
    case "wrong_type":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><title>Gateway</title><p>Something went wrong.");
      return;
    case "empty":
      return sendJson(response, 200, "");
    case "huge":
      return sendHuge(fault.bytes ?? 100_000_000, response);
    case "error_in_ok":
      return sendJson(response, 200, JSON.stringify(errorBody(format, 500)));
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    ...headers,
  });
  response.end(bytes);
}

function sendRateLimit(
  fault: Extract<ServerFault, { kind: "rate_limit" }>,
  format: ServedFormat,
  response: ServerResponse,
): void {
  const { waitMs, form } = fault;
  const error = errorBody(format, 429);
  const body =
    form === "body"
      ? {
          ...error,
          error: {
            ...objectOf(error["error"]),
            details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${waitMs / 1000}s` }],
          },
        }
      : error;
  sendJson(response, 429, JSON.stringify(body), { ...waitHeaders(waitMs, form), ...fault.headers });
}

function waitHeaders(waitMs: number, form: "seconds" | "date" | "milliseconds" | "body" | "none") {
  // Seconds and dates are whole: rounding down would ask for less than is wanted.
  if (form === "seconds") return { "retry-after": String(Math.ceil(waitMs / 1000)) };
  if (form === "milliseconds") return { "retry-after-ms": String(waitMs) };
  if (form !== "date") return {};
  return { "retry-after": new Date(Math.ceil((Date.now() + waitMs) / 1000) * 1000).toUTCString() };
}

async function sendHalf(response: ServerResponse, body: string): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    response.write(halfOf(body), () => resolve());
  });
}

function halfOf(body: string): string {
  return body.slice(0, Math.floor(body.length / 2));
}

async function drip(fault: Extract<ServerFault, { kind: "drip" }>, { body, response, pause }: Misdeed): Promise<void> {
  const bytes = Buffer.from(body);
  const size = fault.bytes ?? 16;
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  for (let from = 0; from < bytes.length; from += size) {
    response.write(bytes.subarray(from, from + size));
    if (!(await pause(fault.ms))) return;
  }
  response.end();
}

async function sendHuge(size: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"padding":"');
  const piece = "x".repeat(65_536);
  for (let sent = 0; sent < size; sent += piece.length) {
    if (!response.write(piece)) await room(response);
    if (response.destroyed) return;
  }
  response.end('"}');
}

/** Until more can be written, or nobody reads any more. */
function room(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.once("drain", go).once("close", go);
  });
}

const NAMES: Readonly<Record<number, readonly [openai: string, anthropic: string, google: string]>> = {
  400: ["invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT"],
  401: ["invalid_api_key", "authentication_error", "UNAUTHENTICATED"],
  404: ["model_not_found", "not_found_error", "NOT_FOUND"],
  429: ["rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED"],
  503: ["overloaded", "overloaded_error", "UNAVAILABLE"],
  529: ["overloaded", "overloaded_error", "UNAVAILABLE"],
};

/** An error as the format writes it. */
export function errorBody(format: ServedFormat, status: number, text = `the server answers ${status}`): JsonObject {
  const [openai, anthropic, google] = NAMES[status] ?? ["server_error", "api_error", "INTERNAL"];
  if (format === "messages") return { type: "error", error: { type: anthropic, message: text }, request_id: "req_0" };
  if (format === "generate_content") return { error: { code: status, message: text, status: google } };
  return { error: { message: text, type: openai, param: null, code: openai } };
}
