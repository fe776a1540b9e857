import { Bench } from "tinybench";
import type { Pipeline } from "../src/index.ts";
import { type Answers, choices, shortTexts, solutions } from "./answers.ts";
import { loadLibrary } from "./built.ts";
import { atLeast, atMost, type Figure, noted } from "./figure.ts";

/** Rules on one core, through the built library: `verifySync`, and `await verify` beside it. */
export async function benchRules(): Promise<readonly Figure[]> {
  const { buildVerificationPipeline } = await loadLibrary();
  const number = { extractors: [{ type: "number" }], target_extractors: [{ type: "number" }] };
  const cases = [
    { name: "exact_match", answers: shortTexts(), least: 2_000_000, config: { verifier: { type: "exact_match" } } },
    {
      name: "number + numeric",
      answers: solutions(),
      least: 200_000,
      config: { ...number, verifier: { type: "numeric" } },
    },
    {
      name: "mcq + mcq_match",
      answers: choices(),
      least: 200_000,
      config: { extractors: [{ type: "mcq" }], verifier: { type: "mcq_match" } },
    },
    {
      name: "number + composite of exact_match, then numeric",
      answers: solutions(),
      least: null,
      config: { ...number, verifier: { type: "composite", verifiers: [{ type: "exact_match" }, { type: "numeric" }] } },
    },
  ];
  const figures: Figure[] = [];
  for (const { name, answers, least, config } of cases) {
    const { sync, awaited } = await ratesOf(buildVerificationPipeline(config), answers);
    const what = `${name}, \`verifySync\` (${answers.from})`;
    figures.push(least === null ? noted(what, sync, "/s") : atLeast(what, sync, least, "/s"));
    figures.push(atMost(`${name}, \`await verify\` beside \`verifySync\``, sync / awaited, 3, " x slower"));
  }
  return figures;
}

const ROUNDS = 3;

/** Answers a second, by the median of the quietest of some rounds: other processes only ever add time. */
async function ratesOf(pipeline: Pipeline, { requests }: Answers) {
  const best = { sync: 0, awaited: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const bench = new Bench({ time: 500, warmupTime: 300, retainSamples: true });
    bench.add("sync", () => {
      for (const request of requests) pipeline.verifySync(request);
    });
    bench.add("awaited", async () => {
      for (const request of requests) await pipeline.verify(request);
    });
    await bench.run();
    for (const name of ["sync", "awaited"] as const) {
      const result = bench.getTask(name)?.result;
      if (result?.state !== "completed") throw new Error(`${name} was not measured`);
      best[name] = Math.max(best[name], (requests.length / result.latency.p50) * 1_000);
    }
  }
  return best;
}
