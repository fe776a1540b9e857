import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyFault } from "../../../src/testing/fault-storm.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";
import type { ServedRequest } from "../../../src/testing/served-request.ts";
import { type Workplace, workplace } from "../../doors/cli/command-line.ts";
import { firstSlotJudge, honestJudge, inForm, shownTexts } from "./judge-answer.ts";

const criteria = [
  { id: "right", name: "Correctness", description: "Does it solve the task?" },
  { id: "proof", name: "Proof", description: "Is there evidence?" },
];
const candidates = [
  { id: "strong", content: "quality 18" },
  { id: "middle", content: "quality 11" },
  { id: "weak", content: "quality 3" },
];
const judges = ["one", "two", "three"];

function inputFor(server: ModelServer, more: object = {}): string {
  const deployments = Object.fromEntries(judges.map((model) => [model, { base_url: `${server.url}/v1`, model }]));
  return JSON.stringify({
    task: "t",
    criteria,
    candidates,
    models: judges.map((model) => `deployment:${model}`),
    deployments,
    ...more,
  });
}

async function compared(options: ModelServerOptions, argv: readonly string[] = [], more: object = {}) {
  const server = await startModelServer({ answer: honestJudge, ...options });
  try {
    await using place = workplace();
    await place.write({ "in.json": inputFor(server, more) });
    const ran = await place.run(["compare", "--input", "in.json", "--output", "out.json", ...argv]);
    return { ...ran, artefact: await artefactIn(place), requests: [...server.requests] };
  } finally {
    await server.close();
  }
}

async function artefactIn(place: Workplace) {
  return JSON.parse(await place.read("out.json"));
}

describe("three judges", () => {
  test("find the best, each with both orders of the looks it made", async () => {
    const { exitCode, artefact, requests } = await compared({});
    expect(exitCode).toBe(0);
    const { result } = artefact;
    expect(result.winner).toBe("strong");
    expect(result.ranking.map(({ id }: { id: string }) => id)).toEqual(["strong", "middle", "weak"]);
    expect(requests.length).toBe(result.calls.used);
    expect(artefact.usage.calls).toBe(requests.length);
    expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(judges));
    for (const pair of result.pairwise) {
      for (const { repetitions } of pair.criteria) {
        for (const vote of repetitions) {
          const partner = repetitions.find(
            (other: typeof vote) => other.rep === vote.rep && other.order !== vote.order,
          );
          expect(partner?.model).toBe(vote.model);
        }
      }
    }
  });

  test("give the same result through a storm of faults", async () => {
    // What hangs would only try the patience of the test. Every fifth request fails, the next try of it may not.
    const faults = everyFault.filter(({ kind }) => kind !== "hang" && kind !== "huge");
    const misbehave = ({ index }: ServedRequest) => (index % 5 === 2 ? (faults[(index / 5) | 0] ?? null) : null);
    const calm = await compared({}, ["--verifications", "2"]);
    const storm = await compared({ misbehave }, ["--verifications", "2"]);
    expect(storm.exitCode).toBe(0);
    expect(storm.requests.length).toBeGreaterThan(calm.requests.length);
    expect(storm.artefact.result).toEqual(calm.artefact.result);
  });

  test("decide the example of the skill through the same storm, each asked in both orders", async () => {
    const example = JSON.parse(
      readFileSync(
        new URL("../../../skills/llm-as-verifier/examples/weighted-ensemble-selection.json", import.meta.url),
        "utf8",
      ),
    );
    const faults = everyFault.filter(({ kind }) => kind !== "hang" && kind !== "huge");
    const misbehave = ({ index }: ServedRequest) => (index % 5 === 2 ? (faults[(index / 5) | 0] ?? null) : null);
    // The one draft with a restore that was run has these figures in it.
    const answer = (prompt: string) =>
      inForm(
        prompt,
        shownTexts(prompt).map((text) => (text.includes("48211") ? "B" : text.includes("pg_unbackup") ? "S" : "L")),
      );
    const weights = example.modelWeights.map(({ weight }: { weight: number }, index: number) => ({
      model: `deployment:${judges[index]}`,
      weight,
    }));
    const given = { ...example, models: judges.map((model) => `deployment:${model}`), modelWeights: weights };
    delete given.backend;
    const { exitCode, artefact, requests } = await compared({ answer, misbehave }, [], given);
    expect(exitCode).toBe(0);
    expect(artefact.result.winner).toBe("draft-a");
    expect(artefact.result.ranking.map(({ id }: { id: string }) => id)).toEqual(["draft-a", "draft-b", "draft-c"]);
    // Five looks at three pairs and three criteria, in both orders, and what was sent again.
    expect(artefact.result.calls.used).toBe(90);
    expect(requests.length).toBeGreaterThan(90);
  });

  test("give the same result one after the other and eight at once", async () => {
    const slow = await compared({}, ["--concurrency", "1"]);
    const fast = await compared({ latencyMs: 3 }, ["--concurrency", "8"]);
    expect(fast.artefact.result).toEqual(slow.artefact.result);
  });

  test("who always prefer the first slot name nobody", async () => {
    const { exitCode, artefact, out } = await compared({ answer: firstSlotJudge }, ["--fixed"]);
    expect(exitCode).toBe(0);
    expect(artefact.result.winner).toBeNull();
    expect(artefact.result.pairwise.map(({ side }: { side: string }) => side)).toEqual(["tie", "tie", "tie"]);
    expect(artefact.result.first_slot_share.value).toBe(1);
    expect(out).toMatch(/^tie/);
  });
});

test("a given number of looks is made exactly, whatever they say", async () => {
  const { artefact, requests } = await compared({}, [], { n_verifications: 2 });
  expect(requests.length).toBe(3 * 2 * 2 * 2);
  expect(artefact.result.calls).toMatchObject({ planned: 24, used: 24 });
  expect(artefact.result.warnings.join("\n")).toContain("high-variance");
});

describe("a reply that cannot be read", () => {
  test("is asked for once more, and the second one counts", async () => {
    const { artefact, requests } = await compared({
      answer: (prompt, { body }) =>
        JSON.stringify(body).includes("cannot be used")
          ? honestJudge(firstPrompt(body))
          : prompt.includes("Proof")
            ? "hm"
            : honestJudge(prompt),
    });
    expect(artefact.result.winner).toBe("strong");
    expect(artefact.result.unreadable.count).toBe(0);
    expect(requests.length).toBeGreaterThan(artefact.result.calls.used);
  });

  test("after that is counted and left out, and above 10 % there is no verdict", async () => {
    const { exitCode, artefact } = await compared({
      answer: (prompt, { body }) => (JSON.stringify(body).includes("Proof") ? "hm" : honestJudge(prompt)),
    });
    expect(exitCode).toBe(0);
    const { result } = artefact;
    expect(result.winner).toBeNull();
    expect(result.reason).toBe("unreadable");
    const proof = result.pairwise[0].criteria[1];
    expect(proof.score_a).toBeNull();
    expect(proof.repetitions[0]).toMatchObject({
      source_a: "unreadable",
      counted: false,
      error: { code: "unparsable" },
    });
  });

  test("from all of them is no result, and 3", async () => {
    const { exitCode, err, artefact } = await compared({ answer: () => "hm" });
    expect(exitCode).toBe(3);
    expect(err).toContain("nothing was judged");
    expect(artefact.result.winner).toBeNull();
  });
});

test("a judge that refuses its key is asked once for each call under way, and no more", async () => {
  const { exitCode, requests } = await compared({ key: "secret" }, ["--concurrency", "2"]);
  expect(exitCode).toBe(3);
  expect(requests.length).toBeLessThanOrEqual(2 * judges.length);
});

test("a budget ends it with what there is, and says so", async () => {
  const { exitCode, artefact, requests, err } = await compared({}, ["--max-calls", "10"]);
  expect(exitCode).toBe(0);
  expect(requests.length).toBe(10);
  expect(artefact.result.calls.used).toBe(10);
  expect(artefact.result.warnings.join("\n")).toContain("ended early");
  expect(err).not.toContain("error");
});

test("prompts that begin alike wait for the first of them", async () => {
  const { requests } = await compared({ latencyMs: 40 }, ["--fixed", "--verifications", "1"], {
    models: ["deployment:one"],
  });
  const beginnings = requests.map(({ prompt }) => prompt.slice(0, prompt.indexOf("Criterion:")));
  const first = new Map<string, number>();
  for (const [index, { at }] of requests.entries()) {
    const beginning = beginnings[index] ?? "";
    const before = first.get(beginning);
    if (before === undefined) first.set(beginning, at);
    else expect(at - before).toBeGreaterThanOrEqual(35);
  }
  expect(first.size).toBe(6);
});

function firstPrompt(body: { readonly [key: string]: unknown }): string {
  const messages = body["messages"] as readonly { readonly role: string; readonly content: string }[];
  return messages.find(({ role }) => role === "user")?.content ?? "";
}

describe("a run", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer({ answer: honestJudge });
  });
  afterAll(() => server.close());

  test("goes on where a budget ended it, repeats no call, and ends as if nothing had been", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor(server) });
    const run = (...argv: string[]) => place.run(["compare", "--output", "out.json", ...argv]);
    const before = server.requests.length;
    await run("--input", "in.json", "--max-calls", "5");
    const { exitCode } = await run("--resume", "latest");
    expect(exitCode).toBe(0);
    const resumed = await artefactIn(place);
    expect(server.requests.length - before).toBe(resumed.result.calls.used);
    expect(resumed.usage.calls).toBe(resumed.result.calls.used);
    await run("--resume", "latest");
    const { duration_s: _one, ...again } = await artefactIn(place);
    const { duration_s: _other, ...first } = resumed;
    expect(again).toEqual(first);
    expect(server.requests.length - before).toBe(resumed.result.calls.used);
  });

  test("that is interrupted ends with 130, keeps what was paid, and says how to go on", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor(server) });
    const stop = new AbortController();
    const before = server.requests.length;
    const ended = place.run(["compare", "--input", "in.json", "--output", "out.json", "--concurrency", "1"], {
      signal: stop.signal,
    });
    while (server.requests.length - before < 4) await new Promise((later) => setTimeout(later, 1));
    stop.abort();
    const { exitCode, err } = await ended;
    expect(exitCode).toBe(130);
    const { run_id: id, result } = await artefactIn(place);
    expect(err).toContain(`veridic compare --resume ${id}`);
    expect(result.calls.used).toBeGreaterThanOrEqual(3);
    const { exitCode: resumed } = await place.run(["compare", "--resume", id, "--output", "out.json"]);
    expect(resumed).toBe(0);
    expect((await artefactIn(place)).result.winner).toBe("strong");
  });

  test("is no run of the other command", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor(server) });
    await place.run(["compare", "--input", "in.json", "--mock"]);
    const { exitCode, err } = await place.run(["audit", "--resume", "latest"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("is no audit");
    const both = await place.run(["compare", "--resume", "latest", "--input", "in.json"]);
    expect(both.exitCode).toBe(2);
  });

  test("is tallied again with other weights without a call", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor(server) });
    await place.run(["compare", "--input", "in.json"]);
    const before = server.requests.length;
    const again = await place.run([
      ...["compare", "--from", "latest", "--profile", "reference", "--output", "out.json"],
      ...["--model-weight", "deployment:one=0", "--criterion-weight", "proof=3"],
    ]);
    expect(again.exitCode).toBe(0);
    expect(server.requests.length).toBe(before);
    const { config, result } = await artefactIn(place);
    expect(config.profile).toBe("reference");
    expect(config.model_weights[0]).toEqual({ model: "deployment:one", weight: 0 });
    expect(result.winner).toBe("strong");
    expect(result.pairwise[0].criteria[1].criterion.weight).toBe(3);
    const none = await place.run(["compare", "--from", "latest", "--model-weight", "nobody=1"]);
    expect(none.exitCode).toBe(2);
    expect(none.err).toContain("nobody");
  });
});

test("the backend of Gemini weighs log-probabilities, from tags and not from JSON", async () => {
  const server = await startModelServer({
    answer: (prompt) => {
      const text = inForm(prompt, shownQuality(prompt));
      const tokens = text.match(/<[^>]+>|[A-T]|\s+/g) ?? [];
      const logprobs = tokens.map((token) => ({
        token,
        logprob: Math.log(0.75),
        top: [
          { token, logprob: Math.log(0.75) },
          { token: "T", logprob: Math.log(0.25) },
        ],
      }));
      return { text, logprobs };
    },
  });
  try {
    await using place = workplace();
    const deployments = {
      g: { provider: "google", base_url: server.url, model: "gemini-2.5-flash", api_key_env: "K" },
    };
    const input = { task: "t", criteria, candidates, backend: "gemini-python", model: "deployment:g", deployments };
    await place.write({ "in.json": JSON.stringify(input) });
    const { err } = await place.run(["compare", "--input", "in.json", "--output", "out.json"], {
      variables: { K: "k" },
    });
    expect(err).not.toContain("error");
    const { result } = await artefactIn(place);
    expect(result.winner).toBe("strong");
    expect(result.pairwise[0].criteria[0].repetitions[0]).toMatchObject({ source_a: "logprobs" });
    // C is 17/19 with three quarters, T is 0 with the rest.
    expect(result.pairwise[0].criteria[0].score_a).toBeCloseTo((17 / 19) * 0.75, 9);
  } finally {
    await server.close();
  }
});

function shownQuality(prompt: string): readonly string[] {
  return [...prompt.matchAll(/^quality (\d+)$/gm)].map(
    ([, quality]) => "ABCDEFGHIJKLMNOPQRST"[20 - Number(quality)] ?? "T",
  );
}
