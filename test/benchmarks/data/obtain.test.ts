import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { DataFile } from "../../../src/benchmarks/benchmark.ts";
import { download } from "../../../src/benchmarks/data/download.ts";
import { readLock } from "../../../src/benchmarks/data/lock.ts";
import { obtain } from "../../../src/benchmarks/data/obtain.ts";
import type { DataEvent, DataPlace, FoundFile } from "../../../src/benchmarks/data/place.ts";
import { mirror } from "./mirror.ts";

const content = Buffer.from(Array.from({ length: 40_000 }, (_, index) => `{"row":${index}}\n`).join(""));
const sha256 = createHash("sha256").update(content).digest("hex");
const pinned: DataFile = {
  name: "test.jsonl",
  url: "http://127.0.0.1:9/unreachable",
  sha256,
  bytes: content.length,
  licence: "MIT",
};
const unpinned: DataFile = { ...pinned, sha256: null, bytes: null };

function folder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "veridic-data-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function placeIn(path: string, more: Partial<DataPlace> = {}): DataPlace {
  return {
    given: null,
    cache: join(path, "cache"),
    lock: join(path, "lock.json"),
    mirror: null,
    token: null,
    signal: new AbortController().signal,
    ...more,
  };
}

async function got(file: DataFile, place: DataPlace): Promise<{ found: FoundFile; events: readonly DataEvent[] }> {
  const events: DataEvent[] = [];
  const working = obtain("mine", file, place);
  let step = await working.next();
  while (!step.done) {
    events.push(step.value);
    step = await working.next();
  }
  return { found: step.value, events };
}

const notes = (events: readonly DataEvent[]) =>
  events.flatMap((event) => (event.type === "progress" ? [] : [`${event.type}: ${event.text}`])).join("\n");

test("a file is fetched once, with size and licence told, and kept under its hash", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  const place = placeIn(home.path, { mirror: server.url });
  const { found, events } = await got(pinned, place);
  expect(found).toEqual({ path: join(home.path, "cache", sha256, "test.jsonl"), sha256, from: "download" });
  expect(readFileSync(found.path).equals(content)).toBe(true);
  expect(notes(events)).toContain("licence MIT");
  expect(notes(events)).toContain("KiB");
  expect(events.findLast((event) => event.type === "progress")).toMatchObject({
    done: content.length,
    total: content.length,
  });
  expect((await got(pinned, place)).found.from).toBe("cache");
  expect(server.requests).toEqual(["/mine/test.jsonl"]);
  expect(readdirSync(join(home.path, "cache", "partial"))).toEqual([]);
});

test("a download that breaks goes on where it broke", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, { cutAfter: 100_000, cuts: 2 });
  const { found } = await got(pinned, placeIn(home.path, { mirror: server.url }));
  expect(readFileSync(found.path).equals(content)).toBe(true);
  expect(server.requests).toHaveLength(3);
  expect(server.requests[2]).toMatch(/ bytes=[1-9]\d*-$/);
});

test("what a try that failed for good has received is not fetched again by the next one", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, { cutAfter: 50_000, cuts: 4 });
  const place = placeIn(home.path, { mirror: server.url });
  await expect(got(pinned, place)).rejects.toMatchObject({ code: "no_network" });
  const { found, events } = await got(pinned, place);
  expect(readFileSync(found.path).equals(content)).toBe(true);
  expect(notes(events)).toContain("KiB are there");
  expect(server.requests).toHaveLength(5);
  expect(server.requests[4]).toMatch(/ bytes=[1-9]\d*-$/);
});

test("several that fetch a file at once do not mix what they receive", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, { cutAfter: 100_000, cuts: 2 });
  const place = placeIn(home.path, { mirror: server.url });
  const all = await Promise.all([got(pinned, place), got(pinned, place), got(pinned, place)]);
  for (const { found } of all) expect(readFileSync(found.path).equals(content)).toBe(true);
  expect(readdirSync(join(home.path, "cache", "partial"))).toEqual([]);
});

test("what a killed process has received is gone on with, and what a living one receives is left alone", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  const place = placeIn(home.path, { mirror: server.url });
  const part = `${createHash("sha256").update(`${server.url}/mine/test.jsonl`).digest("hex")}.part`;
  const partial = join(home.path, "cache", "partial");
  mkdirSync(partial, { recursive: true });
  // No process has a number so high; the first process of a machine is always there.
  writeFileSync(join(partial, `${part}.999999999.a`), content.subarray(0, 1_000));
  writeFileSync(join(partial, `${part}.1.b`), content.subarray(0, 2_000));
  expect(readFileSync((await got(pinned, place)).found.path).equals(content)).toBe(true);
  expect(server.requests).toEqual(["/mine/test.jsonl bytes=1000-"]);
  expect(readdirSync(partial)).toEqual([`${part}.1.b`]);
});

test("a cache that cannot be written is told with the way out", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  const cache = join(home.path, "file");
  writeFileSync(cache, "");
  await expect(got(pinned, placeIn(home.path, { mirror: server.url, cache }))).rejects.toThrow(/XDG_CACHE_HOME/);
});

test("a server that knows no ranges sends the whole again, and nothing is doubled", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, { cutAfter: 100_000, cuts: 1, plain: true });
  const { found } = await got(pinned, placeIn(home.path, { mirror: server.url }));
  expect(readFileSync(found.path).equals(content)).toBe(true);
});

test("content that is not what is pinned is refused, and nothing of it is kept", async () => {
  using home = folder();
  const other = Buffer.from(content);
  other.writeUInt8(0x58, 5);
  await using server = await mirror({ "/mine/test.jsonl": other });
  await expect(got(pinned, placeIn(home.path, { mirror: server.url }))).rejects.toThrow(
    /is pinned, expected the SHA-256 .*, got .*; nothing was kept/,
  );
  expect(readdirSync(join(home.path, "cache", "partial"))).toEqual([]);
  expect(existsSync(join(home.path, "cache", sha256))).toBe(false);
});

test("a file that is damaged in the cache is fetched again", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  const place = placeIn(home.path, { mirror: server.url });
  const { found } = await got(pinned, place);
  writeFileSync(found.path, "damaged");
  const again = await got(pinned, place);
  expect(again.found.from).toBe("download");
  expect(notes(again.events)).toContain("is damaged");
  expect(readFileSync(found.path).equals(content)).toBe(true);
});

test("a file without a pin is pinned on first use, and another content is refused from then on", async () => {
  using home = folder();
  const place = placeIn(home.path);
  {
    await using server = await mirror({ "/mine/test.jsonl": content });
    const { events } = await got(unpinned, { ...place, mirror: server.url });
    expect(notes(events)).toContain("was not pinned before");
  }
  expect([...readLock(place.lock)]).toEqual([["mine/test.jsonl", sha256]]);
  rmSync(place.cache, { recursive: true });
  await using changed = await mirror({ "/mine/test.jsonl": Buffer.from("{}\n") });
  await expect(got(unpinned, { ...place, mirror: changed.url })).rejects.toMatchObject({ code: "data_mismatch" });
});

test("a damaged lock file is refused: going on would accept any data", async () => {
  using home = folder();
  const place = placeIn(home.path);
  for (const text of ["{", "[]", "{}", '{"files":{"mine/test.jsonl":"short"}}']) {
    writeFileSync(place.lock, text);
    await expect(got(unpinned, place)).rejects.toMatchObject({ code: "bad_lock" });
  }
});

test("below the user's folder a file counts by its place, or by its content under any name", async () => {
  using home = folder();
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(home.path, path)), { recursive: true });
    writeFileSync(join(home.path, path), bytes);
  };
  put("a/mine/test.jsonl", content);
  const place = placeIn(home.path, { given: home.path });
  expect((await got(pinned, place)).found).toMatchObject({ path: join(home.path, "a/mine/test.jsonl"), from: "given" });
  rmSync(join(home.path, "a"), { recursive: true });
  put("b/renamed.bin", content);
  expect((await got(pinned, place)).found).toMatchObject({ path: join(home.path, "b/renamed.bin") });
});

test("a file in the right place with another content is refused, and nothing is downloaded behind it", async () => {
  using home = folder();
  mkdirSync(join(home.path, "mine"));
  writeFileSync(join(home.path, "mine", "test.jsonl"), "{}\n");
  await expect(got(pinned, placeIn(home.path, { given: home.path }))).rejects.toThrow(/not the test\.jsonl of mine/);
});

test("a folder that is not there is a mistake of its own", async () => {
  using home = folder();
  const given = join(home.path, "nowhere");
  await expect(got(pinned, placeIn(home.path, { given }))).rejects.toMatchObject({ code: "missing_file" });
});

test("gated data are refused with what to do, before anything is sent", async () => {
  using home = folder();
  const gated = { ...pinned, gated: "accept the terms, then set HF_TOKEN" };
  await expect(got(gated, placeIn(home.path))).rejects.toThrow(/accepts? its terms.*set HF_TOKEN/);
});

test("a token of the Hub is sent to no mirror", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  await got(pinned, placeIn(home.path, { mirror: server.url, token: "hf_secret" }));
  expect(server.authorizations).toEqual([undefined]);
});

test.each([
  [404, "no_such_file", "--data"],
  [403, "no_access", "HF_TOKEN"],
  [503, "no_network", "try again"],
])("a server that answers %i is told with the way out", async (status, code, hint) => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, { status });
  const failing = got(pinned, placeIn(home.path, { mirror: server.url }));
  await expect(failing).rejects.toMatchObject({ code, hint: expect.stringContaining(hint) });
});

test("no network at all is told with the way out", async () => {
  using home = folder();
  await expect(got(pinned, placeIn(home.path))).rejects.toThrow(/cannot be downloaded.*VERIDIC_DATA_DIR/);
});

test("an abort ends a download at once", async () => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content });
  const stop = new AbortController();
  stop.abort();
  await expect(got(pinned, placeIn(home.path, { mirror: server.url, signal: stop.signal }))).rejects.toThrow();
  expect(existsSync(join(home.path, "cache", sha256))).toBe(false);
});

test.each([
  ["a size that is told is refused before a byte is kept", {}, false],
  ["a server that tells none is broken off", { endless: true }, true],
])("%s", async (_, fault, begun) => {
  using home = folder();
  await using server = await mirror({ "/mine/test.jsonl": content }, fault);
  const path = join(home.path, "part");
  const received: number[] = [];
  const all = async () => {
    const url = `${server.url}/mine/test.jsonl`;
    const wanted = { url, token: null, path, checked: false, mostBytes: 100_000 };
    for await (const { done } of download({ ...wanted, signal: new AbortController().signal })) received.push(done);
  };
  await expect(all()).rejects.toMatchObject({ code: "too_large", place: `${server.url}/mine/test.jsonl` });
  expect(Math.max(0, ...received)).toBeLessThanOrEqual(100_000);
  expect(received.length > 0).toBe(begun);
  expect(existsSync(path)).toBe(false);
  expect(server.requests.length).toBe(1);
});
