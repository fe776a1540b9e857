import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { openStore } from "../../src/store/open.ts";
import { startModelServer } from "../../src/testing/model-server.ts";
import { honestJudge } from "../operations/selection/judge-answer.ts";
import { type Folder, makeFolder, runProgram, startProgram } from "./program.ts";

const KILLS = 10;
const CONCURRENCY = 4;
const seed = Number(process.env["VERIDIC_SEED"] ?? Date.now() % 2 ** 31);

const judges = ["one", "two", "three"];

function inputFor(url: string): string {
  const deployments = Object.fromEntries(judges.map((model) => [model, { base_url: `${url}/v1`, model }]));
  return JSON.stringify({
    task: "t",
    criteria: ["Correctness", "Proof", "Scope"].map((name) => ({ name, description: `What of ${name}?` })),
    candidates: [18, 12, 11, 3].map((quality) => ({ id: `c${quality}`, content: `quality ${quality}` })),
    models: judges.map((model) => `deployment:${model}`),
    deployments,
    n_verifications: 3,
  });
}

async function committed(folder: Folder, store: string): Promise<readonly string[]> {
  const opened = await openStore(folder.at(store));
  try {
    const [run] = await opened.listRuns(1);
    const keys: string[] = [];
    if (run !== undefined) for await (const { sampleId } of opened.samples(run.id)) keys.push(sampleId);
    return keys;
  } finally {
    await opened.close();
  }
}

test(`a comparison that is killed ${KILLS} times ends as if nothing had been (seed ${seed})`, async () => {
  await using folder = makeFolder();
  const server = await startModelServer({ answer: honestJudge, latencyMs: 15 });
  try {
    await folder.write("in.json", inputFor(server.url));
    const options = ["--concurrency", String(CONCURRENCY), "--output"];
    const whole = await runProgram(["compare", "--input", "in.json", ...options, "whole.json", "--store", "whole.db"], {
      folder: folder.path,
    });
    expect(whole.code).toBe(0);
    const calls = server.requests.length;

    const random = createRandom(seed);
    let killed = 0;
    let begun = false;
    let before = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const sent = server.requests.length;
      // The rest of the calls in equal parts, so that the last kill still finds some; some kills come before any call.
      const part = Math.ceil((calls - before) / (KILLS - kill + 1));
      const moment = kill % 4 === 3 ? 0 : random.below(Math.max(1, part));
      const what = begun ? ["--resume", "latest"] : ["--input", "in.json"];
      const started = startProgram(["compare", ...what, ...options, "killed.json", "--store", "killed.db"], {
        folder: folder.path,
      });
      started.process.stdin.end();
      await started.said("run ");
      begun = true;
      while (server.requests.length - sent < moment && started.process.exitCode === null) await pause(1);
      await pause(random.below(20));
      started.process.kill("SIGKILL");
      const { code, err } = await started.ended;
      if (code === null) killed++;
      expect(err).not.toMatch(/error|\n\s+at /);
      // What was on the wire may still arrive at the server.
      await pause(30);
      const keys = await committed(folder, "killed.db");
      // No call whose reply was committed was made again, and what was lost was under way.
      expect(new Set(keys).size).toBe(keys.length);
      expect(server.requests.length - sent - (keys.length - before)).toBeLessThanOrEqual(CONCURRENCY);
      before = keys.length;
    }
    expect(killed).toBeGreaterThanOrEqual(KILLS - 2);

    const resume = () =>
      runProgram(["compare", "--resume", "latest", ...options, "killed.json", "--store", "killed.db"], {
        folder: folder.path,
      });
    expect((await resume()).code).toBe(0);
    const keys = await committed(folder, "killed.db");
    expect([keys.length, new Set(keys).size]).toEqual([calls, calls]);
    const first = await folder.read("killed.json");
    const sent = server.requests.length;
    expect((await resume()).code).toBe(0);
    expect(server.requests.length).toBe(sent);
    expect(withoutDuration(await folder.read("killed.json"))).toBe(withoutDuration(first));
    expect(withoutDuration(first).replace(/"run_id": "\w+"/, "")).toBe(
      withoutDuration(await folder.read("whole.json")).replace(/"run_id": "\w+"/, ""),
    );
  } finally {
    await server.close();
  }
}, 180_000);

/** The text of an artefact, byte for byte, but for the time that it took. */
function withoutDuration(text: string): string {
  return text.replace(/"duration_s": [\d.]+/, "");
}
