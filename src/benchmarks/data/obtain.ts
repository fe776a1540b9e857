import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { DataFile } from "../benchmark.ts";
import { download } from "./download.ts";
import { fileHash } from "./file-hash.ts";
import { findGiven } from "./given-file.ts";
import { addToLock, readLock } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import { claimPart, dropPart, releasePart } from "./part.ts";
import type { DataEvent, DataPlace, FoundFile } from "./place.ts";

/**
 * A file of a benchmark: from the user's folder, else from the cache, else downloaded. Its content is checked against
 * the hash that is pinned in the catalogue, or that the first use pinned; anything else is refused. Throws
 * `ConfigError`.
 */
export async function* obtain(
  benchmark: string,
  file: DataFile,
  place: DataPlace,
): AsyncGenerator<DataEvent, FoundFile, void> {
  const name = `${benchmark}/${file.name}`;
  const sha256 = file.sha256 ?? readLock(place.lock).get(name) ?? null;
  const given = await fromGiven(benchmark, file, sha256, place);
  if (given !== null) {
    if (sha256 === null) yield* pin(name, given.sha256, place);
    return given;
  }
  const cached = sha256 === null ? null : cachePath(place, sha256, file);
  if (sha256 !== null && cached !== null && existsSync(cached)) {
    if ((await fileHash(cached, place.signal)) === sha256) return { path: cached, sha256, from: "cache" };
    yield { type: "warning", text: `${cached} is damaged; it is fetched again` };
    rmSync(cached, { force: true });
  }
  const { path: kept, sha256: got } = yield* fetchKept(benchmark, file, sha256, place);
  if (sha256 === null) yield* pin(name, got, place);
  return { path: kept, sha256: got, from: "download" };
}

/** Downloads into the cache. What a try that failed has received stays there for the next one. */
async function* fetchKept(
  benchmark: string,
  file: DataFile,
  sha256: string | null,
  place: DataPlace,
): AsyncGenerator<DataEvent, { readonly path: string; readonly sha256: string }, void> {
  const shared = join(place.cache, "partial", `${hashOf(addressOf(benchmark, file, place))}.part`);
  makeFolder(dirname(shared), "XDG_CACHE_HOME");
  const part = claimPart(shared);
  try {
    const got = yield* fetchChecked({ benchmark, file, sha256, part }, place);
    const path = cachePath(place, got, file);
    makeFolder(dirname(path), "XDG_CACHE_HOME");
    renameSync(part, path);
    dropPart(part);
    return { path, sha256: got };
  } finally {
    releasePart(part, shared);
  }
}

/** Whether the file's content is pinned, and by whom. */
export function pinOf(
  benchmark: string,
  file: DataFile,
  lock: ReadonlyMap<string, string>,
): "verified" | "first_use" | "none" {
  if (file.sha256 !== null) return "verified";
  return lock.has(`${benchmark}/${file.name}`) ? "first_use" : "none";
}

async function fromGiven(
  benchmark: string,
  file: DataFile,
  sha256: string | null,
  { given, signal }: DataPlace,
): Promise<FoundFile | null> {
  if (given === null) return null;
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new ConfigError("missing_file", "there is no such folder of benchmark data", { place: given });
  }
  return found.isDirectory() ? findGiven(given, benchmark, file, sha256, signal) : null;
}

interface Fetching {
  readonly benchmark: string;
  readonly file: DataFile;
  readonly sha256: string | null;
  readonly part: string;
}

/** Downloads, and checks the hash. A rest that was joined to another file's beginning is fetched once more, whole. */
async function* fetchChecked(
  { benchmark, file, sha256, part }: Fetching,
  place: DataPlace,
): AsyncGenerator<DataEvent, string, void> {
  const url = addressOf(benchmark, file, place);
  const token = place.mirror === null && isHub(url) ? place.token : null;
  if (file.gated !== undefined && place.mirror === null && token === null) {
    throw new ConfigError("gated_data", `${benchmark} is only given to those who accept its terms`, {
      place: file.url,
      hint: file.gated,
    });
  }
  const resumed = existsSync(part);
  let told = false;
  for await (const { done, total } of download({
    url,
    token,
    path: part,
    checked: sha256 !== null,
    signal: place.signal,
  })) {
    if (!told) yield { type: "note", text: announce(benchmark, file, url, total ?? file.bytes, done) };
    told = true;
    yield { type: "progress", label: file.name, done, total: total ?? file.bytes, errors: 0 };
  }
  const got = await fileHash(part, place.signal);
  if (sha256 === null || got === sha256) return got;
  dropPart(part);
  if (resumed) return yield* fetchChecked({ benchmark, file, sha256, part }, place);
  throw new ConfigError("data_mismatch", `what was downloaded is not the ${file.name} of ${benchmark} that is pinned`, {
    place: url,
    expected: `the SHA-256 ${sha256}`,
    got,
    hint: "nothing was kept; the publisher or a proxy on the way has changed the file",
  });
}

function* pin(name: string, sha256: string, place: DataPlace): Generator<DataEvent, void, void> {
  addToLock(place.lock, name, sha256);
  yield { type: "warning", text: `${name} was not pinned before; its SHA-256 ${sha256} is now kept in ${place.lock}` };
}

function announce(benchmark: string, file: DataFile, url: string, bytes: number | null, done: number): string {
  const size = bytes === null ? "size unknown" : `${Math.ceil(bytes / 1_024).toLocaleString("en")} KiB`;
  const rest = done === 0 ? "" : `, ${Math.floor(done / 1_024).toLocaleString("en")} KiB are there`;
  return `fetching ${benchmark}/${file.name} (${size}, licence ${file.licence}${rest}) from ${url}`;
}

function addressOf(benchmark: string, file: DataFile, { mirror }: DataPlace): string {
  return mirror === null ? file.url : `${mirror.replace(/\/$/, "")}/${benchmark}/${file.name}`;
}

/** A token is for its own host alone. */
function isHub(url: string): boolean {
  return url.startsWith("https://huggingface.co/");
}

function cachePath(place: DataPlace, sha256: string, file: DataFile): string {
  return join(place.cache, sha256, file.name);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
