import { type FaultScope, ModelError, type ModelErrorCode } from "../core/model.ts";
import { shorten } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import { countOf, isObject, type JsonObject, listOf, objectOf, textOf } from "./reply-json.ts";

/** What a provider says about a failure, from any of the shapes in use. */
export interface ProviderFault {
  readonly message: string | null;
  /** All words that classify it, lower case: `insufficient_quota`, `resource_exhausted`. */
  readonly words: readonly string[];
  /** An HTTP status that the body names. */
  readonly status: number | null;
  /** How long to wait, in milliseconds, where the body says so. */
  readonly retryAfterMs: number | null;
}

/**
 * The fault that a body of JSON tells of; null where it tells of none. `error: null` and an empty one are no error: the
 * responses format says so in every good reply.
 */
function faultIn(json: Json): ProviderFault | null {
  // Google wraps the errors of its streaming gateway in a list.
  const body = objectOf(Array.isArray(json) ? json[0] : json);
  const error = body["error"];
  if (typeof error === "string" && error !== "") return { ...NO_FAULT, message: error, words: wordsOf([body["code"]]) };
  if (isObject(error) && Object.keys(error).length > 0) return detailed(error);
  const declared = body["object"] === "error" || body["type"] === "error" || body["success"] === false;
  return declared ? detailed(body) : null;
}

const NO_FAULT: ProviderFault = { message: null, words: [], status: null, retryAfterMs: null };

/** Bodies of a failed call, where any message counts and not only one that is declared as an error. */
export function faultOfFailure(json: Json): ProviderFault {
  const body = objectOf(Array.isArray(json) ? json[0] : json);
  const found = faultIn(json);
  const message = found?.message ?? textOf(body["message"]) ?? textOf(body["detail"]);
  return { ...(found ?? { ...NO_FAULT, words: wordsOf([body["code"], body["type"]]) }), message };
}

function detailed(error: JsonObject): ProviderFault {
  const details = listOf(error["details"]).map(objectOf);
  const status = countOf(error["code"]) || countOf(error["status"]);
  return {
    message: textOf(error["message"]),
    words: wordsOf([
      error["code"],
      error["type"],
      error["status"],
      ...details.map((detail) => detail["reason"] ?? null),
    ]),
    status: status >= 400 && status <= 599 ? status : null,
    retryAfterMs: delayIn(details),
  };
}

/** `google.rpc.RetryInfo` in the details of an error: `"retryDelay": "34.07s"`. */
function delayIn(details: readonly JsonObject[]): number | null {
  for (const detail of details) {
    const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(textOf(detail["retryDelay"]) ?? "");
    if (seconds !== null) return Math.ceil(Number(seconds[1]) * 1_000);
  }
  return null;
}

function wordsOf(values: readonly (Json | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === "string").map((value) => value.toLowerCase());
}

/** A `ModelError` by HTTP status and by the words of the provider; the words win, as gateways flatten the status. */
export function modelErrorOf(
  status: number,
  fault: ProviderFault,
  more: { readonly where: string; readonly retryAfterMs: number | null; readonly retryable?: boolean | null },
): ModelError {
  const kind = kindOf(fault.status ?? status, fault.words, (fault.message ?? "").slice(0, 1_000));
  // What providers say about a key may quote it, so it is left out.
  const quoted = fault.message === null || kind.code === "auth" ? "" : `: ${shorten(oneLine(fault.message), 200)}`;
  return new ModelError(kind.code, `${kind.says} (${more.where}, HTTP ${status})${quoted}`, {
    retryable: more.retryable ?? kind.retryable,
    retryAfterMs: more.retryAfterMs ?? fault.retryAfterMs,
    status,
    scope: kind.scope ?? "call",
  });
}

interface Kind {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly says: string;
  /** Default `call`. */
  readonly scope?: FaultScope;
}

const AUTH: Kind = {
  code: "auth",
  retryable: false,
  says: "the provider does not accept the key for this call",
  scope: "account",
};
const UNPAID: Kind = {
  code: "rate_limit",
  retryable: false,
  says: "the account's quota or credit is used up",
  scope: "account",
};
const LIMITED: Kind = { code: "rate_limit", retryable: true, says: "the provider asks to slow down" };
const OVERLOADED: Kind = { code: "overloaded", retryable: true, says: "the provider is overloaded" };
const UNKNOWN: Kind = {
  code: "unknown_model",
  retryable: false,
  says: "there is no such model or path",
  scope: "account",
};
const REFUSED: Kind = { code: "bad_request", retryable: false, says: "the provider refuses this request" };
const LATE: Kind = { code: "timeout", retryable: true, says: "the provider gave up waiting for its model" };
const FAILED: Kind = { code: "transport", retryable: true, says: "the provider failed" };
const MOVED: Kind = {
  code: "bad_request",
  retryable: false,
  says: "the address redirects; put the final one in base_url",
  scope: "account",
};

/** Words of the providers that say more than their status. */
const BY_WORD: Readonly<Record<string, Kind>> = {
  invalid_api_key: AUTH,
  api_key_invalid: AUTH,
  authentication_error: AUTH,
  permission_error: AUTH,
  permission_denied: AUTH,
  unauthenticated: AUTH,
  insufficient_quota: UNPAID,
  billing_hard_limit_reached: UNPAID,
  billing_error: UNPAID,
  rate_limit_exceeded: LIMITED,
  rate_limit_error: LIMITED,
  resource_exhausted: LIMITED,
  overloaded_error: OVERLOADED,
  overloaded: OVERLOADED,
  unavailable: OVERLOADED,
  model_not_found: UNKNOWN,
  deploymentnotfound: UNKNOWN,
  not_found_error: UNKNOWN,
  not_found: UNKNOWN,
  context_length_exceeded: REFUSED,
  invalid_request_error: REFUSED,
  invalid_argument: REFUSED,
  timeout_error: LATE,
  deadline_exceeded: LATE,
  server_error: FAILED,
  api_error: FAILED,
  internal: FAILED,
};

function kindOf(status: number, words: readonly string[], message: string): Kind {
  // These say it more exactly than whatever stands beside them: `type: invalid_request_error, code: model_not_found`.
  const told = words.map((word) => BY_WORD[word]).filter((kind) => kind !== undefined);
  const exact = told.find((kind) => kind === AUTH || kind === UNPAID || kind === UNKNOWN);
  if (exact !== undefined) return exact;
  // Ollama and others say it in words alone.
  if (
    (status < 300 || status === 400 || status === 404) &&
    /\bmodel\b.{0,200}\b(?:not found|does not exist)/is.test(message)
  ) {
    return UNKNOWN;
  }
  return byStatus(status) ?? told[0] ?? FAILED;
}

function byStatus(status: number): Kind | null {
  if (status === 401 || status === 403) return AUTH;
  if (status === 402) return UNPAID;
  if (status === 404) return UNKNOWN;
  if (status === 429) return LIMITED;
  if (status === 408 || status === 504) return LATE;
  if (status === 409 || status === 425 || status === 503 || status === 529) return OVERLOADED;
  if (status >= 500) return FAILED;
  if (status >= 400) return REFUSED;
  return status >= 300 ? MOVED : null;
}

function oneLine(text: string): string {
  return text.slice(0, 1_000).replace(/\s+/g, " ").trim();
}

/** A failure that came with a good status. Throws where the JSON is one. */
export function throwFault(json: Json, where: string): void {
  const fault = faultIn(json);
  if (fault !== null) throw modelErrorOf(200, fault, { where, retryAfterMs: null });
}
