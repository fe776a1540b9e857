/**
 * What an adapter costs beside a bare undici loop, in processor time of this process; the server is another one. Run
 * with `npx jiti bench/models.ts [calls]`, or as a part of `npm run bench`.
 */
import { pathToFileURL } from "node:url";
import { Agent, request } from "undici";
import type { ModelRequest } from "../src/core/model.ts";
import { openModels } from "../src/models/open.ts";
import { atMost, type Figure, median, noted } from "./figure.ts";
import { startModelProcess } from "./model-process.ts";

const CONCURRENCY = 64;
const PASSES = 5;

/** Milliseconds of processor time a call, for the adapter and for undici alone, in turn. */
export async function benchModels(calls = 2_000): Promise<readonly Figure[]> {
  const server = await startModelProcess();
  try {
    const ask = await adapter(server.url);
    const bare = bareLoop(server.url);
    const own: number[] = [];
    const alone: number[] = [];
    for (let pass = 0; pass <= PASSES; pass++) {
      const [first, second] = [await cost(calls, bare), await cost(calls, ask)];
      // The first pass warms both up.
      if (pass === 0) continue;
      alone.push(first);
      own.push(second);
    }
    return [
      atMost("one call through the adapter, processor time", median(own), 0.6, " ms"),
      noted("the same with undici alone", median(alone), " ms"),
      noted("the adapter beside undici alone", median(own) / median(alone), " x"),
    ];
  } finally {
    server.stop();
  }
}

function question(index: number): ModelRequest {
  return {
    messages: [{ role: "user", content: `What is ${index} plus ${index}? Think step by step.` }],
    temperature: 0,
    maxTokens: 256,
  };
}

async function adapter(url: string): Promise<(index: number) => Promise<void>> {
  const models = openModels({ variables: {}, folder: ".", deployments: { bench: { base_url: url, model: "m" } } });
  const model = await models.model("deployment:bench");
  const { signal } = new AbortController();
  return async (index) => {
    await model.ask(question(index), signal);
  };
}

function bareLoop(url: string): (index: number) => Promise<void> {
  const dispatcher = new Agent();
  return async (index) => {
    const { messages } = question(index);
    const { body } = await request(`${url}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages, temperature: 0, max_tokens: 256 }),
      dispatcher,
    });
    await body.json();
  };
}

async function cost(calls: number, one: (index: number) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  let next = 0;
  const worker = async () => {
    while (next < calls) await one(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / calls;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { what, measured, budget } of await benchModels(Number(process.argv[2] ?? 2_000))) {
    process.stdout.write(`${what}: ${measured}${budget === null ? "" : ` (${budget})`}\n`);
  }
}
