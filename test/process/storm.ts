import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { everyFault, faultStorm, type ModelServer, type ServerFault, startModelServer } from "../../src/testing.ts";
import type { Folder } from "./program.ts";

/** No row may be asked more often than this, and once. */
const MAX_RETRIES = 2;
/** Seconds. Long enough for a good answer of a busy machine, as each one that is too late would be asked for again. */
const TIMEOUT = 2;
const KEY = "sk-storm-4f0c9a7be21d";

/** Every kind, those that nothing mends and those that are too slow among them. */
const FAULTS: readonly ServerFault[] = [
  ...everyFault,
  { kind: "drip", ms: 500, bytes: 20 },
  { kind: "status", status: 400 },
  { kind: "rate_limit", waitMs: 120_000, form: "seconds" },
];

/** What a client makes of a fault. */
interface Meaning {
  /** Null where the answer is a good one all the same. */
  readonly code: string | null;
  readonly retried: boolean;
}

function meaningOf(fault: ServerFault | null): Meaning {
  const fails = (code: string, retried = true): Meaning => ({ code, retried });
  switch (fault?.kind) {
    case undefined:
    case "latency":
      return { code: null, retried: false };
    case "drip":
      return fault.ms > 100 ? fails("timeout") : { code: null, retried: false };
    case "rate_limit":
      return fails("rate_limit", fault.waitMs < 60_000);
    case "status":
      if (fault.status === 400) return fails("bad_request", false);
      return fails(fault.status === 500 ? "transport" : "overloaded");
    case "reset":
    case "error_in_ok":
      return fails("transport");
    case "hang":
      return fails("timeout");
    case "truncated":
    case "wrong_type":
    case "empty":
    case "huge":
      return fails("bad_reply");
    default:
      return fault satisfies never;
  }
}

/** One request that the server got: for which row, of which model, and what it did to it. */
interface Logged {
  readonly row: number;
  readonly model: string;
  readonly meaning: Meaning;
}

export interface Storm {
  readonly server: ModelServer;
  readonly log: readonly Logged[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Writes `eval.json` and its rows into the folder, and starts a provider that fails one request in five. */
export async function startStorm(
  folder: Folder,
  { rows, judged, seed }: { readonly rows: number; readonly judged: boolean; readonly seed: number },
): Promise<Storm> {
  const storm = faultStorm({ seed, share: 0.2, faults: FAULTS });
  const log: Logged[] = [];
  const server = await startModelServer({
    key: KEY,
    answer: (prompt, { model }) => (model === "judge" ? verdictOn(prompt) : answerTo(rowOf(prompt))),
    misbehave: (request) => {
      const fault = storm(request);
      log.push({ row: rowOf(request.prompt), model: request.model, meaning: meaningOf(fault) });
      return fault;
    },
  });
  const lines = Array.from({ length: rows }, (_, index) => {
    return JSON.stringify({ id: `q-${index}`, question: `What is ${index} plus ${other(index)}?`, target: sum(index) });
  });
  await folder.write("rows.jsonl", `${lines.join("\n")}\n`);
  await folder.write("eval.json", JSON.stringify(configOf(`${server.url}/v1`, judged)));
  return { server, log, variables: { STORM_KEY: KEY } };
}

function configOf(url: string, judged: boolean) {
  const deployment = (model: string) => ({ base_url: url, model, api_key_env: "STORM_KEY" });
  const answer = {
    type: "pipeline",
    name: "answer",
    extractors: [{ type: "number" }],
    target_extractors: [{ type: "number" }],
    verifier: { type: "numeric" },
  };
  const judge = { type: "llm_judge", name: "quality", model: "deployment:judge", min_score: 1, max_score: 5 };
  return {
    name: "storm",
    dataset: "rows.jsonl",
    model: "deployment:candidate",
    prompt: "{{question}}",
    timeout: TIMEOUT,
    max_retries: MAX_RETRIES,
    retry_delay: 0.02,
    scorers: judged ? [answer, { ...judge, rubric: "The sum is right." }] : [answer],
    deployments: { candidate: deployment("candidate"), judge: deployment("judge") },
  };
}

function other(index: number): number {
  return index % 97;
}

function sum(index: number): number {
  return index + other(index);
}

function isRight(index: number): boolean {
  return index % 7 !== 0;
}

function answerTo(index: number): string {
  return `Let me add them. The answer is ${isRight(index) ? sum(index) : sum(index) + 1}.`;
}

/** Whom a prompt is about, the judge's too: it holds the question. */
function rowOf(prompt: string): number {
  return Number(/What is (\d+) plus/.exec(prompt)?.[1] ?? Number.NaN);
}

function verdictOn(prompt: string): string {
  const said = Number(/The answer is (\d+)/.exec(prompt)?.[1]);
  return JSON.stringify({ explanation: "added again", score: said === sum(rowOf(prompt)) ? 5 : 1 });
}

/** A row as it is exported. */
export interface StormRow {
  readonly index: number;
  readonly output: string | null;
  readonly scores: Readonly<Record<string, StormScore>>;
}

interface StormScore {
  readonly value: number | null;
  readonly error?: { readonly stage: string; readonly code: string };
}

/** One row as it must have ended, by what the server did last for it. */
function expectedOf(index: number, log: readonly Logged[], judged: boolean): StormRow["scores"] {
  const last = (model: string): string | null => {
    const request = log.findLast((one) => one.model === model);
    // Not asked at all is as bad as any fault.
    return request === undefined ? "not_asked" : request.meaning.code;
  };
  const failed = last("candidate");
  const value = isRight(index) ? 1 : 0;
  if (failed !== null) {
    const score: StormScore = { value: null, error: { stage: "inference", code: failed } };
    return judged ? { answer: score, quality: score } : { answer: score };
  }
  if (!judged) return { answer: { value } };
  const silent = last("judge");
  return {
    answer: { value },
    quality: silent === null ? { value } : { value: null, error: { stage: "judge", code: silent } },
  };
}

function outcomeOf({ value, error }: StormScore): StormScore {
  return error === undefined ? { value } : { value, error: { stage: error.stage, code: error.code } };
}

/**
 * Each row is there once, and ended as the server's own log says: scored where the last answer was a good one, else
 * with the code of the last fault. Gives how many rows have an error.
 */
export function expectOutcomes(exported: readonly StormRow[], { log }: Storm, rows: number, judged: boolean): number {
  expect(exported.map(({ index }) => index)).toEqual(Array.from({ length: rows }, (_, index) => index));
  const byRow = grouped(log, ({ row }) => row);
  const told = exported.map(({ index, output, scores }) => ({
    index,
    output,
    scores: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, outcomeOf(score)])),
  }));
  const expected = exported.map(({ index }) => {
    const scores = expectedOf(index, byRow.get(index) ?? [], judged);
    return { index, output: scores["answer"]?.value === null ? null : answerTo(index), scores };
  });
  expect(told).toEqual(expected);
  return exported.filter(({ scores }) => Object.values(scores).some(({ value }) => value === null)).length;
}

function grouped<Key>(log: readonly Logged[], by: (one: Logged) => Key): ReadonlyMap<Key, readonly Logged[]> {
  const groups = new Map<Key, Logged[]>();
  for (const one of log) {
    const group = groups.get(by(one));
    if (group === undefined) groups.set(by(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** How the requests of a log differ from those of a client that is never stopped. */
export interface Strays {
  /** Sent although the answer was there, the fault was one that stays, or no retry was left. */
  readonly needless: number;
  /** Rows that were given up although a retry was left. */
  readonly givenUp: number;
}

/** A client sends one request for a row, and another after each fault that may pass, until no retry is left. */
export function straysIn(log: readonly Logged[]): Strays {
  let needless = 0;
  let givenUp = 0;
  for (const requests of grouped(log, ({ model, row }) => `${model} ${row}`).values()) {
    const settled = requests.findIndex(({ meaning }) => !meaning.retried);
    const allowed = settled < 0 || settled > MAX_RETRIES ? MAX_RETRIES + 1 : settled + 1;
    needless += Math.max(0, requests.length - allowed);
    if (requests.length < allowed) givenUp++;
  }
  return { needless, givenUp };
}

/** What the key was found in: files of the folder, or what was printed. */
export async function keyIn(folder: Folder, printed: readonly string[]): Promise<readonly string[]> {
  const found = printed.filter((text) => text.includes(KEY)).map((text) => `printed: ${text.slice(0, 200)}`);
  for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? folder.path, entry.name);
    // The journal of a copy that was looked into goes when its engine is collected.
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return null;
    });
    if (bytes?.includes(KEY)) found.push(path);
  }
  return found;
}
