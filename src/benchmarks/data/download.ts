import { once } from "node:events";
import { createWriteStream, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { dropPart, tagPath } from "./part.ts";

export interface Download {
  readonly url: string;
  /** Sent as a bearer token; null where none is. */
  readonly token: string | null;
  /** Where the content is written, in a folder that is there; what an earlier try left there is continued. */
  readonly path: string;
  /** Whether the hash is known, so that a rest joined to another file's beginning is found out. */
  readonly checked: boolean;
  /** Bytes; more than these are not received, and what was is removed. Default 4 GiB. */
  readonly mostBytes?: number;
  readonly signal: AbortSignal;
}

export interface Received {
  readonly done: number;
  /** Bytes; null where the server does not say. */
  readonly total: number | null;
}

/** Far more than any data set that a benchmark reads, and less than most disks: a server that never ends fills none. */
const MOST_BYTES = 4 * 1024 ** 3;

/** A connection that breaks is taken up again where it broke, so many times. */
const TRIES = 4;

/**
 * Downloads a file piece by piece, and tells how far it is. What is there already is not fetched again where the server
 * can send a rest. Throws `ConfigError` where it cannot be had; the part stays, so the next try goes on from it.
 */
export async function* download(wanted: Download): AsyncGenerator<Received, void, void> {
  for (let attempt = 1; ; attempt++) {
    try {
      yield* receive(wanted);
      return;
    } catch (cause) {
      if (cause instanceof ConfigError && cause.code === TOO_LARGE) dropPart(wanted.path);
      if (wanted.signal.aborted || cause instanceof ConfigError) throw cause;
      if (attempt === TRIES) throw unreachable(wanted.url, cause);
    }
  }
}

async function* receive(wanted: Download): AsyncGenerator<Received, void, void> {
  const { url, token, path, checked, mostBytes = MOST_BYTES, signal } = wanted;
  const there = sizeOf(path);
  const tag = there === 0 ? null : tagOf(path);
  const response = await fetch(url, {
    signal,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      // Bytes are counted as they are published, not as they are packed for the way.
      "accept-encoding": "identity",
      // With neither a tag nor a hash there is no telling whether it is still the same file: then it is fetched whole.
      ...(there > 0 && (checked || tag !== null) ? { range: `bytes=${there}-` } : {}),
      ...(tag === null ? {} : { "if-range": tag }),
    },
  });
  if (response.status === 416) {
    await response.body?.cancel();
    dropPart(path);
    throw new TypeError("the server has less than was received before");
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw refused(url, response.status);
  }
  const continued = response.status === 206;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  // The length of a compressed transfer is not the file's.
  const known = Number.isFinite(length) && response.headers.get("content-encoding") === null;
  let done = continued ? there : 0;
  const total = known ? done + length : null;
  if ((total ?? done) > mostBytes) {
    await response.body.cancel();
    throw tooLarge(url, mostBytes);
  }
  if (!continued) keepTag(path, response.headers.get("etag"));
  yield { done, total };
  const file = createWriteStream(path, { flags: continued ? "a" : "w" });
  const failed = once(file, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  try {
    for await (const piece of response.body) {
      if (!file.write(piece)) await Promise.race([once(file, "drain"), failed]);
      done += piece.byteLength;
      if (done > mostBytes) throw tooLarge(url, mostBytes);
      yield { done, total };
    }
  } finally {
    // What was received is kept whatever happened: the next try goes on from it.
    file.end();
    await Promise.race([once(file, "close"), failed]);
  }
  if (total !== null && done < total) throw new TypeError(`the connection ended after ${done} of ${total} bytes`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A weak tag promises the same meaning, not the same bytes. */
function keepTag(path: string, tag: string | null): void {
  if (tag === null || tag.startsWith("W/")) rmSync(tagPath(path), { force: true });
  else writeFileSync(tagPath(path), tag);
}

function tagOf(path: string): string | null {
  try {
    return readFileSync(tagPath(path), "utf8");
  } catch {
    // No tag was kept.
    return null;
  }
}

function refused(url: string, status: number): Error {
  // The server's trouble, which passes; everything else is the address or the right to it.
  if (status >= 500 || status === 408 || status === 429) return new TypeError(`the server answered ${status}`);
  const denied = status === 401 || status === 403;
  return new ConfigError(denied ? "no_access" : "no_such_file", `the server answered ${status}`, {
    place: url,
    hint: denied
      ? "accept the terms on the data set's page, and set HF_TOKEN to a token of that account"
      : "give the data with --data or VERIDIC_DATA_DIR",
  });
}

const TOO_LARGE = "too_large";

function tooLarge(url: string, mostBytes: number): ConfigError {
  return new ConfigError(TOO_LARGE, "the server sends more than any data set has", {
    place: url,
    expected: `at most ${mostBytes.toLocaleString("en-US")} bytes`,
    hint: "nothing was kept; look at the address, or fetch the data elsewhere and name its folder with --data",
  });
}

function unreachable(url: string, cause: unknown): ConfigError {
  const inner = cause instanceof Error && cause.cause !== undefined ? `: ${messageOf(cause.cause)}` : "";
  return new ConfigError("no_network", `the data cannot be downloaded: ${messageOf(cause)}${inner}`, {
    place: url,
    hint: "try again, which goes on where it broke; or fetch it elsewhere and name its folder with --data or VERIDIC_DATA_DIR",
    cause,
  });
}
