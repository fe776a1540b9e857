import { describe, expect, test } from "vitest";
import { type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";
import type { ServedRequest } from "../../../src/testing/served-request.ts";
import { workplace } from "../../doors/cli/command-line.ts";
import { honestJudge } from "./judge-answer.ts";

const judges = ["one", "two", "three"];
const candidates = [
  { id: "strong", content: "quality 18" },
  { id: "weak", content: "quality 3" },
];

function refusing(models: readonly string[], status: number) {
  return ({ model }: ServedRequest) => (models.includes(model ?? "") ? ({ kind: "status", status } as const) : null);
}

async function asked(kind: "compare" | "audit", options: ModelServerOptions, again: readonly string[] = []) {
  let misbehave = options.misbehave;
  const server = await startModelServer({ answer: honestJudge, misbehave: (request) => misbehave?.(request) ?? null });
  try {
    await using place = workplace();
    const deployments = Object.fromEntries(judges.map((model) => [model, { base_url: `${server.url}/v1`, model }]));
    const models = judges.map((model) => `deployment:${model}`);
    const shown = kind === "compare" ? candidates : candidates.slice(0, 1);
    const criteria = [{ id: "right", name: "Correctness", description: "Does it solve the task?" }];
    await place.write({ "in.json": JSON.stringify({ task: "t", criteria, candidates: shown, models, deployments }) });
    const ran = await place.run([kind, "--input", "in.json", "--output", "out.json"]);
    const artefact = JSON.parse(await place.read("out.json"));
    if (again.length === 0) return { ...ran, artefact, later: null };
    misbehave = undefined;
    await place.run([kind, ...again, "--output", "out.json"]);
    return { ...ran, artefact, later: JSON.parse(await place.read("out.json")) };
  } finally {
    await server.close();
  }
}

describe.each(["compare", "audit"] as const)("%s", (kind) => {
  test.each([
    [404, "unknown_model"],
    [401, "auth"],
  ])("where every judge is refused with %i there is an error with its code, and 3", async (status, code) => {
    const { exitCode, err, artefact } = await asked(kind, { misbehave: refusing(judges, status) });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/nothing was judged: deployment:one was refused \(/);
    expect(artefact).toMatchObject({ ok: false, error: { code } });
    for (const judge of judges) expect(artefact.error.message).toContain(`deployment:${judge} was refused (${code}`);
  });

  test("one of several that is refused stands first among the warnings and in the explanation", async () => {
    const { exitCode, artefact } = await asked(kind, { misbehave: refusing(["two"], 404) });
    expect(exitCode).toBe(0);
    const { warnings, explanation } = artefact.result;
    expect(warnings[0]).toMatch(/^deployment:two was refused \(unknown_model: .*of its \d votes? (is|are) missing/);
    expect(warnings.join("\n")).not.toContain("unknown_model (");
    expect(explanation.verdict).toContain(
      "Refused: deployment:two (unknown_model); mend its key or account and resume",
    );
    expect(explanation.uncertainty[0]).toContain("deployment:two was refused");
  });

  test("what was refused is asked for again when the run goes on, and nothing else", async () => {
    const { artefact, later } = await asked(kind, { misbehave: refusing(["two"], 401) }, ["--resume", "latest"]);
    expect(artefact.result.unreadable.count).toBeGreaterThan(0);
    expect(later.result.unreadable.count).toBe(0);
    expect(later.result.warnings.join("\n")).not.toContain("refused");
    expect(kind === "compare" ? later.result.winner : later.result.verdict).toBe(
      kind === "compare" ? "strong" : "positive",
    );
    expect(later.usage.calls).toBe(later.result.calls.used);
  });
});

test("replies that nobody can read are not called refusals", async () => {
  const { exitCode, artefact } = await asked("compare", {
    answer: () => "hm",
    misbehave: () => ({ kind: "status", status: 400 }),
  });
  expect(exitCode).toBe(3);
  expect(artefact).toMatchObject({ ok: false, error: { code: "nothing_judged" } });
  expect(artefact.error.message).toContain("the first failed with bad_request");
});
