/**
 * Evals that ask a model for each answer, and evals with a judge as well, from the command line into SQLite, process
 * start to process end. Each stands beside a bare undici loop that sends as many requests, in a process of its own and
 * in the same run. Run with `npx jiti bench/inference.ts`, or as a part of `npm run bench`.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cli, runNode, type Spent } from "./built.ts";
import { atMost, type Figure, median, noted } from "./figure.ts";
import { startModelProcess } from "./model-process.ts";

const CONCURRENCY = 50;
const PASSES = 5;

interface Load {
  readonly rows: number;
  readonly latencyMs: number;
  readonly judged: boolean;
}

/** What the same load took, with veridic and with undici alone; medians of passes taken in turn. */
interface Measured {
  readonly own: Omit<Spent, "out">;
  readonly bare: Omit<Spent, "out">;
  /** The same eval of one row: what starting costs, whatever comes then. */
  readonly one: Omit<Spent, "out">;
}

export async function benchInference(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [rows, judged] of [
    [2_000, false],
    [500, true],
  ] as const) {
    for (const latencyMs of [200, 20]) {
      figures.push(...figuresOf({ rows, latencyMs, judged }, await measure({ rows, latencyMs, judged })));
    }
  }
  return figures;
}

function figuresOf({ rows, latencyMs, judged }: Load, { own, bare, one }: Measured): readonly Figure[] {
  const name = `${rows.toLocaleString("en-US")} rows${judged ? " and a judge" : ""}, ${latencyMs} ms model`;
  const idealMs = (rows / CONCURRENCY) * latencyMs * (judged ? 2 : 1);
  const seconds = idealMs / 1_000;
  const calls = rows * (judged ? 2 : 1);
  const each = judged ? "call" : "row";
  return latencyMs >= 100
    ? [
        atMost(`${name}, beside the ideal ${seconds} s`, own.wallMs / idealMs, 1.15, " x"),
        noted("undici alone beside the ideal", bare.wallMs / idealMs, " x"),
      ]
    : [
        atMost(`${name}, beside undici alone`, own.wallMs / bare.wallMs, 2, " x"),
        noted(`the same beside the ideal ${seconds} s`, own.wallMs / idealMs, " x"),
        atMost(`processor time a ${each} beside an eval of one row`, (own.cpuMs - one.cpuMs) / calls, 1, " ms"),
        // Of few rows the start is the larger part, so that it is bounded for the many.
        judged
          ? noted(`processor time a ${each}, start of the process included`, own.cpuMs / calls, " ms")
          : atMost(`processor time a ${each}, start of the process included`, own.cpuMs / calls, 1, " ms"),
        noted(`processor time a ${each}, undici alone`, bare.cpuMs / calls, " ms"),
        atMost("peak memory", own.peakMb, 150, " MB"),
        noted("peak memory, undici alone", bare.peakMb, " MB"),
      ];
}

async function measure(load: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "veridic-bench-"));
  const server = await startModelProcess(load.latencyMs);
  try {
    await writeFiles(folder, server.url, load);
    const own: Spent[] = [];
    const bare: Spent[] = [];
    const one: Spent[] = [];
    const single = join(folder, "single");
    await mkdir(single);
    await writeFiles(single, server.url, { ...load, rows: 1 });
    for (let pass = 0; pass < PASSES; pass++) {
      bare.push(runNode(["loop.mjs"], folder));
      own.push(evalOf(folder, pass, load));
      one.push(evalOf(single, pass, { ...load, rows: 1 }));
    }
    return { own: typical(own), bare: typical(bare), one: typical(one) };
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}

function typical(passes: readonly Spent[]): Omit<Spent, "out"> {
  const of = (name: "wallMs" | "cpuMs" | "peakMb") => median(passes.map((pass) => pass[name]));
  return { wallMs: of("wallMs"), cpuMs: of("cpuMs"), peakMb: of("peakMb") };
}

function evalOf(folder: string, pass: number, { rows, judged }: Load): Spent {
  const argv = ["eval", "eval.json", "--concurrency", String(CONCURRENCY), "--store", `${pass}.db`];
  const spent = runNode([cli, ...argv, "--json", "--quiet"], folder);
  const { status, samples, usage, scorers } = JSON.parse(spent.out);
  const right =
    status === "complete" &&
    samples === rows &&
    usage.candidate.calls === rows &&
    usage.judge.calls === (judged ? rows : 0) &&
    scorers.answer.count === rows;
  if (!right) throw new Error(`the eval did not do its work: ${spent.out}`);
  return spent;
}

async function writeFiles(folder: string, url: string, load: Load): Promise<void> {
  const { rows, judged } = load;
  const lines = Array.from({ length: rows }, (_, index) => JSON.stringify(rowOf(index)));
  await writeFile(join(folder, "rows.jsonl"), `${lines.join("\n")}\n`);
  await writeFile(join(folder, "eval.json"), JSON.stringify(configOf(url, judged)));
  await writeFile(join(folder, "loop.mjs"), bareLoop(url, load));
}

function rowOf(index: number) {
  return { id: `q-${index}`, question: `What is ${index} plus ${index % 97}? Say how.`, target: "42" };
}

function configOf(url: string, judged: boolean) {
  const answer = {
    type: "pipeline",
    name: "answer",
    extractors: [{ type: "number" }],
    target_extractors: [{ type: "number" }],
    verifier: { type: "numeric" },
  };
  const judge = {
    type: "llm_judge",
    name: "quality",
    judge_model: "deployment:judge",
    rubric: "The sum is right, and it is said how it was made.",
    min_score: 1,
    max_score: 5,
  };
  const deployment = { provider: "openai-compatible", base_url: url, model: "m" };
  return {
    dataset: "rows.jsonl",
    model: "deployment:candidate",
    prompt: "{{question}}",
    max_tokens: 256,
    scorers: judged ? [answer, judge] : [answer],
    deployments: { candidate: deployment, judge: deployment },
  };
}

/** As many requests of the same size, with nothing done to the replies but reading them. */
function bareLoop(url: string, { judged }: Load): string {
  const undici = pathToFileURL(resolve("node_modules/undici/index.js")).href;
  return `
import { readFileSync } from "node:fs";
import undici from ${JSON.stringify(undici)};
const rows = readFileSync("rows.jsonl", "utf8").trimEnd().split("\\n").map((line) => JSON.parse(line));
const ask = async (content) => {
  const { body } = await undici.request(${JSON.stringify(`${url}/chat/completions`)}, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content }], max_tokens: 256 }),
  });
  return (await body.json()).choices[0].message.content;
};
let next = 0;
const worker = async () => {
  while (next < rows.length) {
    const answer = await ask(rows[next++].question);
    if (${judged}) JSON.parse(await ask(answer + "\\n\\nRubric: the sum is right.\\n" + ${JSON.stringify("Judge it. ".repeat(80))}));
  }
};
await Promise.all(Array.from({ length: ${CONCURRENCY} }, worker));
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { what, measured, budget, met } of await benchInference()) {
    const verdict = met === false ? " MISSED" : "";
    process.stdout.write(`${what}: ${measured}${budget === null ? "" : ` (${budget})`}${verdict}\n`);
  }
}
