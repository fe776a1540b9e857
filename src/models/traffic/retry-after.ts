/** Headers of an answer, names in lower case, as undici and node give them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name];
  const first = typeof value === "string" ? value : value?.[0];
  return first === undefined || first.trim() === "" ? null : first.trim();
}

const DECIMAL = /^\d+(?:\.\d+)?$/;
/** Dates of RFC 9110 begin with the day's name; anything else that `Date.parse` would guess at is not read. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * How long a refusal asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3). Null where neither is there or can be read: a wait is never made up. `date` is the time now in
 * milliseconds since 1970; a date that is over means no wait.
 */
export function readRetryAfter(headers: AnswerHeaders, date: number): number | null {
  const milliseconds = headerOf(headers, "retry-after-ms");
  if (milliseconds !== null && DECIMAL.test(milliseconds)) return finite(Math.ceil(Number(milliseconds)));
  const after = headerOf(headers, "retry-after");
  if (after === null) return null;
  if (DECIMAL.test(after)) return finite(Math.ceil(Number(after) * 1000));
  if (!HTTP_DATE.test(after)) return null;
  const until = Date.parse(after);
  return Number.isNaN(until) ? null : Math.max(0, until - date);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
