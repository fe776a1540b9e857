/**
 * A whole comparison from the command line to its artefact: 6 candidates, 3 criteria, all 5 looks in both orders, so 450
 * calls of a 200 ms model on loopback, 8 at once. Run with `npx jiti bench/comparison.ts`, or as a part of `npm run
 * bench`.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startModelServer } from "../src/testing/model-server.ts";
import { cli } from "./built.ts";
import { atMost, type Figure, noted } from "./figure.ts";

const LATENCY_MS = 200;
const CONCURRENCY = 8;
const CALLS = 15 * 3 * 5 * 2;

const run = promisify(execFile);

export async function benchComparison(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "veridic-bench-"));
  const server = await startModelServer({ latencyMs: LATENCY_MS, answer: judge });
  try {
    await writeFile(join(folder, "in.json"), JSON.stringify(inputFor(server.url)));
    const argv = ["compare", "--input", "in.json", "--output", "out.json", "--fixed", "--quiet"];
    const began = performance.now();
    await run(process.execPath, [cli, ...argv, "--concurrency", String(CONCURRENCY)], { cwd: folder });
    const wallMs = performance.now() - began;
    const { result } = JSON.parse(await readFile(join(folder, "out.json"), "utf8"));
    if (result.calls.used !== CALLS || server.requests.length !== CALLS || result.winner !== "c18") {
      throw new Error(`the comparison did not do its work: ${JSON.stringify(result.calls)}`);
    }
    const idealMs = (CALLS * LATENCY_MS) / CONCURRENCY;
    return [
      atMost(`${CALLS} calls, beside the ideal ${idealMs / 1_000} s`, wallMs / idealMs, 1.25, " x"),
      noted("from the start of the process to its end", wallMs / 1_000, " s"),
    ];
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** Sees the quality that is written in each candidate. */
function judge(prompt: string): string {
  const [first = 1, second = 1] = [...prompt.matchAll(/^quality (\d+)/gm)].map(([, quality]) => Number(quality));
  const letter = (quality: number) => "ABCDEFGHIJKLMNOPQRST"[20 - quality] ?? "T";
  return JSON.stringify({ evidence_a: [], evidence_b: [], score_a: letter(first), score_b: letter(second) });
}

function inputFor(url: string) {
  return {
    task: "Mend the parser.",
    criteria: ["Correctness", "Proof", "Scope"].map((name) => ({ name, description: `What of ${name}?` })),
    candidates: [18, 15, 12, 9, 6, 3].map((quality) => ({
      id: `c${quality}`,
      content: `quality ${quality}\n${"- old line\n+ new line\n".repeat(200)}`,
    })),
    models: ["deployment:judge"],
    deployments: { judge: { base_url: `${url}/v1`, model: "judge" } },
  };
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) {
  for (const { what, measured, budget } of await benchComparison())
    process.stdout.write(`${what}: ${measured} (${budget})\n`);
}
