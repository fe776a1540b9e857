import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.includes(":") && !host.startsWith("[") ? `[${host}]` : host.toLowerCase());
}

export interface Guarded {
  readonly host: string;
  readonly token: string | null;
}

/**
 * Why a request is not answered; null where it is. A web page can send requests to the loopback address, by its own name
 * where that was made to point there: so the name must be one of the loopback's, and the page must be of the same host.
 */
export function refusalOf({ headers }: Pick<IncomingMessage, "headers">, { host, token }: Guarded): Refusal | null {
  const named = hostOf(headers.host === undefined ? undefined : `http://${headers.host}`);
  if (named === null || (isLoopback(host) && !LOOPBACK.has(named))) {
    return { status: 403, message: "this name is not the server's" };
  }
  if (headers.origin !== undefined && hostOf(headers.origin) !== named) {
    return { status: 403, message: "pages of other hosts may not ask" };
  }
  // The name of the scheme may be written in any case.
  const sent = /^bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (token !== null && !sameText(sent, token)) {
    return { status: 401, message: "a token is needed" };
  }
  return null;
}

function hostOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : null;
}

/** Of hashes, which are of one length: the time tells neither the length nor the beginning of the token. */
function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
