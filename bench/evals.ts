import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { cli, runNode, type Spent } from "./built.ts";
import { atLeast, atMost, type Figure, noted } from "./figure.ts";

const ROWS = Number(process.env["VERIDIC_BENCH_ROWS"] ?? 1_000_000);

const config = {
  dataset: "rows.jsonl",
  scorers: [
    { type: "exact_match", name: "exact" },
    {
      type: "pipeline",
      name: "checked",
      extractors: [{ type: "strip_reasoning" }, { type: "number" }],
      target_extractors: [{ type: "number" }],
      verifier: { type: "numeric" },
    },
  ],
};

/** An eval of recorded rows with two rule scorers, from the command line into SQLite, process start to process end. */
export async function benchEvals(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "veridic-bench-"));
  try {
    await writeFile(join(folder, "eval.json"), JSON.stringify(config));
    const part = await evalOf(folder, ROWS / 10);
    const whole = await evalOf(folder, ROWS);
    const rows = ROWS.toLocaleString("en-US");
    return [
      atLeast(`${rows} rows, two rule scorers, end to end`, ROWS / (whole.wallMs / 1_000), 25_000, " rows/s"),
      noted("CPU a row, all threads", (whole.cpuMs / ROWS) * 1_000, " us"),
      atMost("peak memory", whole.peakMb, 300, " MB"),
      noted("peak memory of a tenth of the rows", part.peakMb, " MB"),
      noted("store", (await stat(join(folder, `${ROWS}.db`))).size / ROWS, " bytes a row"),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function evalOf(folder: string, rows: number): Promise<Spent> {
  await writeRows(join(folder, "rows.jsonl"), rows);
  const spent = runNode([cli, "eval", "eval.json", "--store", `${rows}.db`, "--json", "--quiet"], folder);
  const { status, samples } = JSON.parse(spent.out);
  if (status !== "complete" || samples !== rows) throw new Error(`the eval ended ${status} with ${samples} samples`);
  return spent;
}

async function writeRows(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  for (let from = 0; from < rows; from += 1_000) {
    let text = "";
    for (let index = from; index < Math.min(rows, from + 1_000); index++) {
      const sum = index + (index % 97);
      const said = index % 7 === 0 ? sum + 1 : sum;
      const output = `<think>the answer follows from adding the two numbers</think>The answer is ${said}.`;
      text += `${JSON.stringify({ id: `q-${index}`, input: `What is ${index} plus ${index % 97}?`, output, target: String(sum) })}\n`;
    }
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await finished(file);
}
