import { type AnswerHeaders, headerOf, readRetryAfter } from "./retry-after.ts";

/** What is left of a limit until it is set back. */
export interface LearnedLimit {
  readonly remaining: number;
  /** Milliseconds from now. */
  readonly resetMs: number;
}

export interface LearnedLimits {
  readonly requests: LearnedLimit | null;
  readonly tokens: LearnedLimit | null;
  /** How long the provider asks everybody to wait, in milliseconds; null where a refusal is about one call alone. */
  readonly pauseMs: number | null;
}

/** The names of one limit, most specific first. */
interface Names {
  readonly remaining: string;
  readonly reset: string;
}

const REQUESTS: readonly Names[] = [
  { remaining: "x-ratelimit-remaining-requests", reset: "x-ratelimit-reset-requests" },
  { remaining: "anthropic-ratelimit-requests-remaining", reset: "anthropic-ratelimit-requests-reset" },
  { remaining: "x-ratelimit-remaining", reset: "x-ratelimit-reset" },
  { remaining: "ratelimit-remaining", reset: "ratelimit-reset" },
];

const TOKENS: readonly Names[] = [
  { remaining: "x-ratelimit-remaining-tokens", reset: "x-ratelimit-reset-tokens" },
  { remaining: "anthropic-ratelimit-tokens-remaining", reset: "anthropic-ratelimit-tokens-reset" },
];

/**
 * Reads what an answer says about limits. A rest without a time at which it is set back is not used: how long to wait
 * would be a guess. `date` is the time now in milliseconds since 1970.
 */
export function readRateHeaders(headers: AnswerHeaders, date: number): LearnedLimits {
  const retryAfter = readRetryAfter(headers, date);
  const limit = (names: readonly Names[]): LearnedLimit | null => {
    for (const { remaining, reset } of names) {
      const rest = headerOf(headers, remaining);
      if (rest === null || !/^\d+(?:\.\d+)?$/.test(rest)) continue;
      const resetMs = readReset(headerOf(headers, reset), date) ?? retryAfter;
      if (resetMs !== null) return { remaining: Number(rest), resetMs };
    }
    return null;
  };
  return {
    requests: limit(REQUESTS),
    tokens: limit(TOKENS),
    pauseMs: isGlobal(headers) ? retryAfter : null,
  };
}

function isGlobal(headers: AnswerHeaders): boolean {
  return (
    headerOf(headers, "x-ratelimit-global")?.toLowerCase() === "true" ||
    headerOf(headers, "x-ratelimit-scope")?.toLowerCase() === "global"
  );
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const RFC_3339 = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;

/**
 * A reset as milliseconds from now. Providers write it as a duration (`6m0s`, `120ms`), a date (RFC 3339), seconds from
 * now, or the time since 1970 in seconds or milliseconds; a bare number is told apart by its size, since no limit is
 * set back 30 years from now.
 */
export function readReset(text: string | null, date: number): number | null {
  if (text === null || text.length > 64) return null;
  if (RFC_3339.test(text)) {
    const until = Date.parse(text);
    return Number.isNaN(until) ? null : Math.max(0, until - date);
  }
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= 1e12) return Math.max(0, number - date);
    return number >= 1e9 ? Math.max(0, number * 1000 - date) : Math.ceil(number * 1000);
  }
  let total = 0;
  let read = 0;
  for (const [part, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNITS[unit ?? ""] ?? 0);
    read += part.length;
  }
  // What is not a duration from end to end is not read at all.
  return read > 0 && read === text.length ? Math.ceil(total) : null;
}
