/**
 * Measures what `docs` and the README quote, beside what it may cost, and writes `bench/RESULTS.md`. Run it on a quiet
 * machine as `npm run bench`, or with the names of parts: `npm run bench -- rules start-up`. With VERIDIC_BENCH_ROWS the
 * eval has fewer rows. It ends with 1 where a budget is missed.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { benchComparison } from "./comparison.ts";
import { benchEvals } from "./evals.ts";
import { benchExtractors } from "./extractors.ts";
import { type Figure, table } from "./figure.ts";
import { benchHumanEval } from "./humaneval.ts";
import { benchInference } from "./inference.ts";
import { benchMath } from "./math.ts";
import { benchModels } from "./models.ts";
import { benchRules } from "./rules.ts";
import { benchSelect } from "./select.ts";
import { benchStartUp } from "./start-up.ts";

interface Part {
  readonly name: string;
  readonly title: string;
  readonly run: () => Promise<readonly Figure[] | string>;
}

const parts: readonly Part[] = [
  { name: "start-up", title: "Start-up and import", run: benchStartUp },
  { name: "rules", title: "Rule verification, one core, on the built library", run: benchRules },
  { name: "extractors", title: "Extractors on long texts", run: benchExtractors },
  { name: "evals", title: "Eval of recorded rows", run: benchEvals },
  { name: "math", title: "Mathematical answers", run: benchMath },
  { name: "models", title: "Calls of models, on loopback", run: () => benchModels() },
  {
    name: "inference",
    title: "Eval of a model's answers, on loopback, process start to process end",
    run: benchInference,
  },
  { name: "select", title: "Selection: recorded decisions and a simulated world", run: benchSelect },
  { name: "comparison", title: "A comparison by a model, process start to process end", run: benchComparison },
  { name: "humaneval", title: "Programs in the sandbox", run: benchHumanEval },
  { name: "datasets", title: "Data sets alone", run: async () => script("datasets.ts") },
  { name: "store", title: "The store alone", run: async () => script("store.ts") },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(", ")}, expected ${parts.map((part) => part.name)}`);

const sections: string[] = [];
let missed = 0;
const load = loadavg()[0] ?? 0;
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  const result = await part.run();
  const text = typeof result === "string" ? `\`\`\`text\n${result.trim()}\n\`\`\`` : table(result);
  if (typeof result !== "string") missed += result.filter((figure) => figure.met === false).length;
  sections.push(`## ${part.title}\n\n${text}`);
  process.stdout.write(`\n${sections.at(-1)}\n`);
}

const [processor] = cpus();
const machine = `${processor?.model ?? "unknown processor"}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${process.platform} ${process.arch}`;
const head = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${machine}; load of ${load.toFixed(1)} at the beginning. Figures with
\`x\` compare two things that ran in turn; the others hold for this machine alone, and only when it is quiet.`;
// A part of the figures must not stand in for all of them.
if (wanted.length === 0) writeFileSync(resolve("bench/RESULTS.md"), `${[head, ...sections].join("\n\n")}\n`);
process.exitCode = missed > 0 ? 1 : 0;

/** A bench that prints its own lines. */
function script(name: string): string {
  const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [jiti, join("bench", name)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`bench/${name} ended with ${status}: ${stderr}`);
  return stdout;
}
