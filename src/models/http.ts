import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { ConfigError, messageOf } from "../core/errors.ts";
import { ModelError } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import { exchange, openDispatcher, type Proxies } from "./exchange.ts";
import { faultOfFailure, modelErrorOf } from "./provider-fault.ts";
import { onAbort } from "./traffic/abort.ts";
import { type AnswerHeaders, headerOf, readRetryAfter } from "./traffic/retry-after.ts";

export interface HttpCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of the headers that are struck from the answer: some gateways show what they were sent. */
  readonly keys?: readonly string[] | undefined;
  /** Default POST. A GET carries no body. */
  readonly method?: "POST" | "PUT" | "PATCH" | "GET" | undefined;
  readonly body: Json;
  /** Whether a plain text is a reply too, as its text. */
  readonly text?: boolean | undefined;
  /** From the first attempt to connect to the last byte of the answer, in milliseconds; null where the signal says. */
  readonly timeoutMs: number | null;
  /** Told the headers of whatever answer comes, a refusal included. */
  readonly heard?: ((headers: AnswerHeaders) => void) | undefined;
}

/** Sends JSON and gets JSON; every other outcome is a `ModelError`. Keys travel in headers, which no error shows. */
export interface Http {
  /** Rejects with the reason of `signal` where that was aborted. */
  post(call: HttpCall, signal: AbortSignal): Promise<Json>;
  /** Rejects with a `ModelError` where no connection can be made to the address. What is answered does not matter. */
  reach(url: URL, signal: AbortSignal): Promise<void>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export interface HttpOptions {
  /** For the proxy variables: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` in either case. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Replies beyond this many bytes are broken off; default 64 MB. */
  readonly maxReplyBytes?: number;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const MAX_REPLY_BYTES = 64 * 1024 * 1024;
/** Longer than undici takes to give up connecting. */
const REACH_MS = 15_000;

/** Loads undici. Connections are kept and used again until `close`. */
export async function openHttp(options: HttpOptions): Promise<Http> {
  const maxReplyBytes = options.maxReplyBytes ?? MAX_REPLY_BYTES;
  // One deadline for the whole call stands above these two, which would cut a model that thinks for long.
  const agentOptions = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxReplyBytes };
  const dispatcher = await openDispatcher(agentOptions, proxiesIn(options.variables));

  return {
    post: async (call, signal) => {
      signal.throwIfAborted();
      const where = call.url.host;
      const within = call.timeoutMs === null ? { signal, forget } : deadline(call.timeoutMs, signal, where);
      try {
        const question = {
          url: call.url,
          method: call.method ?? "POST",
          headers: { ...headersFor(call), ...call.headers },
          body: call.method === "GET" ? null : JSON.stringify(call.body),
          heard: call.heard,
        };
        const { status, headers, bytes } = await exchange(dispatcher, question, within.signal);
        const text = withoutKeys(decoded(bytes, headers, maxReplyBytes), call.keys ?? []);
        if (status < 200 || status > 299) throw failureOf(status, headers, text, where);
        if (call.text === true && isPlainText(headers) && text.trim() !== "") return text;
        return readJson(text, headers, status, where);
      } catch (thrown) {
        // The deadline's reason is the user's own where the user aborted.
        if (within.signal.aborted) throw within.signal.reason;
        throw thrown instanceof ModelError ? thrown : transportError(thrown, where);
      } finally {
        within.forget();
      }
    },
    reach: async (url, signal) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]);
      try {
        await exchange(dispatcher, { url: new URL(url.origin), method: "HEAD", headers: {}, body: null }, within);
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        // Something is there that takes its time, or hangs up at such a question: the first call will tell.
        if (!UNREACHABLE.test(codeOf(thrown))) return;
        throw transportError(thrown, url.host);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Shorter ones are what servers without keys are given in place of one, such as EMPTY, and words of answers. */
const SHORTEST_KEY = 12;

function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => (key.length < SHORTEST_KEY ? rest : rest.replaceAll(key, "[key]")), text);
}

interface Deadline {
  /** Aborted when the time is over, or with the caller's. */
  readonly signal: AbortSignal;
  /** To be called when the call has ended. */
  forget(): void;
}

function deadline(timeoutMs: number, signal: AbortSignal, where: string): Deadline {
  const ending = new AbortController();
  const late = () =>
    ending.abort(new ModelError("timeout", `no reply within ${timeoutMs} ms (${where})`, { retryable: true }));
  const timer = setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER));
  const leave = onAbort(signal, () => ending.abort(signal.reason));
  return {
    signal: ending.signal,
    forget: () => {
      clearTimeout(timer);
      leave();
    },
  };
}

function forget(): void {}

function headersFor({ method, text }: HttpCall): Record<string, string> {
  const accept = text === true ? "application/json, text/plain" : "application/json";
  return method === "GET" ? { accept } : { accept, "content-type": "application/json" };
}

/** A page of a gateway is text too, but of a type of its own. */
function isPlainText(headers: AnswerHeaders): boolean {
  return mediaType(headerOf(headers, "content-type") ?? "").toLowerCase() === "text/plain";
}

/** Null without a proxy variable. Names in lower case win, as in curl. An empty text means none. */
function proxiesIn(variables: HttpOptions["variables"]): Proxies | null {
  const named = (name: string) => variables[name.toLowerCase()] || variables[name] || "";
  const proxies = { httpProxy: named("HTTP_PROXY"), httpsProxy: named("HTTPS_PROXY"), noProxy: named("NO_PROXY") };
  for (const [name, address] of [
    ["HTTP_PROXY", proxies.httpProxy],
    ["HTTPS_PROXY", proxies.httpsProxy],
  ] as const) {
    // The address is not quoted: it may hold a password.
    if (address !== "" && !/^https?:\/\//i.test(address)) {
      throw new ConfigError("wrong_value", "is no proxy", { place: name, expected: "an http:// or https:// address" });
    }
  }
  return proxies.httpProxy === "" && proxies.httpsProxy === "" ? null : proxies;
}

function readJson(text: string, headers: AnswerHeaders, status: number, where: string): Json {
  const type = headerOf(headers, "content-type") ?? "";
  const broken = (what: string) =>
    new ModelError("bad_reply", `${what} (${where}, HTTP ${status})`, { retryable: true, status });
  if (text.trim() === "") throw broken("the reply is empty");
  if (type !== "" && !/\bjson\b/i.test(type)) throw broken(`the reply is not JSON but ${mediaType(type)}`);
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The parser's message quotes the text; a reply has no place in an error.
    throw broken("the reply is not whole: its JSON breaks off or is none");
  }
}

function failureOf(status: number, headers: AnswerHeaders, text: string, where: string): ModelError {
  let json: Json = null;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    // A page of a gateway: the status has to do.
  }
  // A date counts from the provider's own clock: one that is wrong here must not make the wait longer or shorter.
  const theirs = Date.parse(headerOf(headers, "date") ?? "");
  return modelErrorOf(status, faultOfFailure(json), {
    where,
    retryAfterMs: readRetryAfter(headers, Number.isNaN(theirs) ? Date.now() : theirs),
    retryable: shouldRetry(headers),
  });
}

/** A provider's word on whether to try again, over what the status means. */
function shouldRetry(headers: AnswerHeaders): boolean | null {
  const word = headerOf(headers, "x-should-retry")?.toLowerCase();
  return word === "true" ? true : word === "false" ? false : null;
}

/** Compression is not asked for; some gateways do it all the same. */
function decoded(bytes: Buffer, headers: AnswerHeaders, maxOutputLength: number): string {
  const encoding = (headerOf(headers, "content-encoding") ?? "").toLowerCase();
  const limit = { maxOutputLength };
  try {
    if (bytes.byteLength === 0 || encoding === "" || encoding === "identity") return textOf(bytes);
    if (encoding === "gzip" || encoding === "x-gzip") return textOf(gunzipSync(bytes, limit));
    if (encoding === "deflate") return textOf(inflateSync(bytes, limit));
    if (encoding === "br") return textOf(brotliDecompressSync(bytes, limit));
  } catch (cause) {
    throw new ModelError("bad_reply", "the reply cannot be decompressed", { retryable: true, cause });
  }
  throw new ModelError("bad_reply", `the reply is encoded as ${shortWord(encoding)}, which was not asked for`, {
    retryable: true,
  });
}

/** Some servers begin with a byte order mark, which is no part of the text. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** A connection that could not be made, or was lost. What is wrong with a certificate or an address stays wrong. */
function transportError(thrown: unknown, where: string): ModelError {
  const code = codeOf(thrown);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ModelError("bad_reply", `the reply is too large (${where})`, { retryable: true, cause: thrown });
  }
  if (code === "UND_ERR_INVALID_ARG") {
    return new ModelError("bad_request", `the call cannot be sent: ${messageOf(thrown)}`, { cause: thrown });
  }
  const lasting = CERTIFICATE.test(code);
  const why = code === "" ? messageOf(thrown) : (WHY[code] ?? code);
  return new ModelError("transport", `no reply from ${where}: ${why}`, { retryable: !lasting, cause: thrown });
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** No connection was made, whatever would have been asked. */
const UNREACHABLE = new RegExp(
  `${CERTIFICATE.source}|^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$`,
);

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ECONNRESET: "the connection was reset (ECONNRESET)",
  ENOTFOUND: "there is no such host (ENOTFOUND)",
  EAI_AGAIN: "the name server does not answer (EAI_AGAIN)",
  UND_ERR_SOCKET: "the connection was closed before the reply was whole",
  UND_ERR_CONNECT_TIMEOUT: "it does not let us connect in time",
};

function codeOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return "";
  return typeof thrown.code === "string" ? thrown.code : "";
}

function mediaType(type: string): string {
  return shortWord(type.replace(/;.*$/s, "").trim());
}

function shortWord(word: string): string {
  return word.replace(/[^\w./+-]/g, "").slice(0, 60);
}
