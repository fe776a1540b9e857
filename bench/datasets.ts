/**
 * How fast a data set of a million recorded rows is scanned and read, and in how much memory. Run it as
 * `node --experimental-strip-types bench/datasets.ts [rows] [format]` on Node 22, or compiled; it prints one line a step.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { readMapping } from "../src/evals/datasets/fields.ts";
import { openDataset } from "../src/evals/datasets/open.ts";
import { readSample } from "../src/evals/datasets/sample.ts";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const FORMAT = process.argv[3] === "csv" ? "csv" : "jsonl";
const FILLER = "the answer follows from adding the two numbers and writing down what comes out of it";

const folder = await mkdtemp(join(tmpdir(), "veridic-bench-"));
try {
  const path = join(folder, `rows.${FORMAT}`);
  await write(path);
  const dataset = await openDataset({ path }, { baseFolder: folder });
  const { size } = await stat(path);
  console.log(`${ROWS} rows, ${(size / ROWS).toFixed(0)} bytes a row, ${FORMAT}`);
  await measure("scan", async () => {
    await dataset.scan({ wanted: [{ field: "target" }] });
  });
  await measure("rows", async () => {
    for await (const _ of dataset.rows());
  });
  await measure("rows + readSample", async () => {
    const mapping = readMapping();
    for await (const rows of dataset.rows())
      for (const { row } of rows) if (row !== undefined) readSample(row, mapping);
  });
} finally {
  await rm(folder, { recursive: true });
}

async function write(path: string): Promise<void> {
  const file = createWriteStream(path);
  if (FORMAT === "csv") file.write("id,input,output,target\n");
  for (let start = 0; start < ROWS; start += 1_000) {
    let text = "";
    for (let index = start; index < Math.min(ROWS, start + 1_000); index++) {
      const input = `What is ${index} plus ${index % 97}? Say how, "briefly".`;
      const output = `${FILLER}: ${index + (index % 97)}`;
      text +=
        FORMAT === "csv"
          ? `q-${index},"${input.replaceAll('"', '""')}","${output}",${index + (index % 97)}\n`
          : `${JSON.stringify({ id: `q-${index}`, input, output, target: String(index + (index % 97)) })}\n`;
    }
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await finished(file);
}

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (user + system) / 1e6;
  const wall = (performance.now() - start) / 1e3;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${name}: ${Math.round(ROWS / wall)} rows/s, ${wall.toFixed(2)} s, ${seconds.toFixed(2)} s CPU, peak RSS ${peak.toFixed(0)} MB`,
  );
}
