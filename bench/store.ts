/** How fast the store writes and reads. Run with `npx jiti bench/store.ts [samples]`; prints rows a second and memory. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../src/store/open.ts";
import type { OutputRecord, RunRecord, ScoreRecord } from "../src/store/types.ts";

const samples = Number(process.argv[2] ?? 200_000);
const BATCH = 500;

const run: RunRecord = {
  id: "bench",
  name: "bench",
  status: "running",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  parent: null,
  outputsOf: "bench",
  samples: null,
  epochs: 1,
  model: null,
  config: {},
  fingerprint: {},
  summary: null,
};

/** A row and an output of about 250 bytes together, and scores of two rule scorers of about the same. */
function outputOf(index: number, outputLength: number): OutputRecord {
  const row = { question: `What is ${index} plus ${index}? Answer with one number.`, label: `${2 * index}` };
  return { index, epoch: 1, sampleId: `${index}`, row, output: "o".repeat(outputLength), error: null, reply: null };
}

function scoresOf(index: number): ScoreRecord {
  const score = { value: 1, pass: true, confident: true, reason: "match", answer: `${2 * index}` };
  return {
    index,
    epoch: 1,
    scores: { exact: { ...score, raw: "exact_match" }, numeric: { ...score, raw: "numeric" } },
  };
}

/** `work` may name milliseconds that are not the store's, such as those of making the rows. */
async function measure(title: string, count: number, work: () => Promise<number | undefined>): Promise<void> {
  const start = performance.now();
  const elsewhere = (await work()) ?? 0;
  const ms = performance.now() - start - elsewhere;
  const rate = Math.round((count / ms) * 1_000).toLocaleString("en");
  const rss = Math.round(process.memoryUsage().rss / 1e6);
  process.stdout.write(`${title.padEnd(36)} ${rate.padStart(10)} rows/s  ${rss} MB RSS\n`);
}

async function bench(outputLength: number, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "veridic-bench-"));
  const path = join(folder, "store.db");
  try {
    const opening = performance.now();
    const store = await openStore(path);
    process.stdout.write(`${count} samples, outputs of ${outputLength} characters; `);
    process.stdout.write(`opened in ${Math.round(performance.now() - opening)} ms\n`);
    await store.createRun(run);
    const write = async (layer: "outputs" | "scores" | "both") => {
      let making = 0;
      for (let start = 0; start < count; start += BATCH) {
        const began = performance.now();
        const indexes = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => start + offset);
        const outputs = layer === "scores" ? [] : indexes.map((index) => outputOf(index, outputLength));
        const scores = layer === "outputs" ? [] : indexes.map(scoresOf);
        making += performance.now() - began;
        await store.write("bench", { outputs, scores });
      }
      return making;
    };
    const read = async () => {
      let seen = 0;
      for await (const sample of store.samples("bench")) if (sample.scores !== null) seen++;
      if (seen !== count) throw new Error(`read ${seen} of ${count} samples`);
      return undefined;
    };
    await measure("write outputs alone", count, () => write("outputs"));
    await measure("write scores alone", count, () => write("scores"));
    await measure("replace an output and its scores", count, () => write("both"));
    await measure("read: samples with scores", count, read);
    await measure("recorded keys", count, async () => void (await store.recorded("bench")));
    await store.removeRun("bench");
    await store.createRun(run);
    await measure("write an output and its scores", count, () => write("both"));
    await store.close();
    process.stdout.write(`file: ${Math.round((await stat(path)).size / 1e6)} MB\n`);
    const again = await openStore(path);
    await measure("remove", count, async () => void (await again.removeRun("bench")));
    await again.close();
    process.stdout.write(`file after removal: ${((await stat(path)).size / 1e6).toFixed(1)} MB\n\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await bench(120, samples);
await bench(2_000, Math.ceil(samples / 4));
