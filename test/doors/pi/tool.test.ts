import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BACKENDS } from "../../../src/select/input/backends.ts";
import { honest, piModel, replyOf, standIn } from "./stand-in.ts";

const criteria = [{ name: "Correctness", description: "Does the patch edit the failing path?" }];
const strong = { id: "strong", content: "quality 18" };
const weak = { id: "weak", content: "quality 3" };
const question = { task: "Fix the crash", criteria, candidates: [strong, weak] };
const judge = { model: piModel("acme/judge"), key: "k" };

// A key of whoever runs the tests would change who can be asked.
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/_API_KEY$/.test(name)) vi.stubEnv(name, "");
});
afterEach(() => void vi.unstubAllEnvs());

describe("the tool", () => {
  test("compares with a model that only Pi can ask, tells who won, and saves the artefact", async () => {
    await using pi = standIn({ models: [judge] });
    const { content, details, updates } = await pi.call({
      ...question,
      models: ["pi:acme/judge"],
      outputPath: "o.json",
    });
    const text = content.map((part) => part.text).join("");
    expect(text).toMatch(/^Winner: strong\n/);
    expect(text).toContain("Models: deployment:pi:acme/judge");
    expect(text).toContain("Saved JSON: o.json");
    expect(text).toContain("Next deterministic check:");
    expect(updates.some((line) => /^votes: \d+ of at most 10$/.test(line))).toBe(true);
    expect(details).toMatchObject({
      ok: true,
      savedOutputPath: "o.json",
      candidateNotes: [{ id: "strong", source: null, truncated: false, evidence: [] }, { id: "weak" }],
      resolvedModels: ["deployment:pi:acme/judge"],
      resolvedModelWeights: [{ model: "deployment:pi:acme/judge", weight: 1 }],
    });
    const artefact = JSON.parse(await pi.read("o.json"));
    expect(artefact).toMatchObject({ ok: true, result: { winner: "strong" } });
    expect(artefact.usage.calls).toBe(artefact.result.calls.used);
    // 15 tokens of input, 4 of them cached, and 5 of output, at the prices that Pi knows.
    expect(artefact.usage.cost_usd).toBeCloseTo((artefact.usage.calls * (11 * 1 + 4 * 0.5 + 5 * 2)) / 1e6, 12);
  });

  test("audits a single candidate", async () => {
    await using pi = standIn({ models: [judge] });
    const { content } = await pi.call({ ...question, candidates: [strong], models: ["pi:judge"] });
    expect(content[0]?.text).toMatch(/^Verdict: positive \(strong, score 0\.895\)/);
  });

  test("counts words in mock mode, asks nobody, and says so", async () => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models: [judge], ask });
    const { content } = await pi.call({ ...question, mock: true });
    expect(content[0]?.text).toContain("Mode: mock smoke test");
    expect(content[0]?.text).toContain("Model calls: none");
    expect(ask).not.toHaveBeenCalled();
  });

  test("takes null for what the model leaves out", async () => {
    await using pi = standIn({ models: [judge] });
    const nulls = { context: null, nVerifications: null, outputPath: null, backend: null, evidencePaths: null };
    const candidates = [{ ...strong, summary: null, path: null }, weak];
    const { details } = await pi.call({ ...question, ...nulls, candidates, models: ["pi:judge"] });
    expect(details).toMatchObject({ config: { n_verifications: 5 }, savedOutputPath: null });
  });

  test("gives weights to judges by the name that they were given with", async () => {
    const second = { model: piModel("acme/second"), key: "k" };
    await using pi = standIn({ models: [judge, second] });
    const models = ["pi:acme/judge", "pi:second"];
    const modelWeights = [{ model: "pi:second", weight: 3 }];
    const { details } = await pi.call({ ...question, models, modelWeights });
    expect(details).toMatchObject({
      resolvedModelWeights: [
        { model: "deployment:pi:acme/judge", weight: 1 },
        { model: "deployment:pi:acme/second", weight: 3 },
      ],
    });
  });

  test("reads candidates from files with a leading @, and keeps escape sequences off the screen", async () => {
    await using pi = standIn({ models: [judge] });
    pi.write("a.patch", "quality 18");
    const candidates = [{ id: "a\u001b[2J", path: "@a.patch" }, weak];
    const { content, details } = await pi.call({ ...question, candidates, models: ["pi:judge"] });
    expect(content[0]?.text).not.toContain("\u001b");
    expect(details).toMatchObject({ candidateNotes: [{ source: "a.patch" }, {}] });
  });

  test.each([
    ["empty_task", { task: " " }],
    ["too_few_candidates", { mode: "compare", candidates: [strong] }],
    ["no_criteria", { criteria: [] }],
    ["unknown_model", { models: ["pi:acme/jugde"] }],
    ["missing_key", { models: ["pi:other/closed"] }],
    ["wrong_type", { models: ["pi:judge", 7] }],
    ["missing_key", {}],
    ["one_model", { backend: "zai-coding-plan", models: ["pi:judge", "kimi"] }],
  ])("refuses an input with %s before any call, in words and as JSON", async (code, wrong) => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models: [judge, { model: piModel("other/closed") }], ask });
    await expect(pi.call({ ...question, ...wrong, outputPath: "o.json" })).rejects.toThrow(new RegExp(`^${code}: `));
    expect(JSON.parse(await pi.read("o.json"))).toMatchObject({ ok: false, error: { code } });
    expect(ask).not.toHaveBeenCalled();
  });

  test("names the session's model where no judge has a key", async () => {
    await using pi = standIn({ models: [judge], sessionModel: judge.model });
    await expect(pi.call(question)).rejects.toThrow("this session's own model is pi:acme/judge");
  });

  test("fails where no reply can be read, and never calls that a tie", async () => {
    await using pi = standIn({ models: [judge], ask: async () => replyOf("I like both.") });
    const call = pi.call({ ...question, models: ["pi:judge"], outputPath: "o.json" });
    await expect(call).rejects.toThrow(/nothing was judged.*unparsable.*o\.json/);
    expect(JSON.parse(await pi.read("o.json"))).toMatchObject({ result: { winner: null } });
  });

  test("ends when it is stopped, and says how to go on", async () => {
    const stop = new AbortController();
    await using pi = standIn({
      models: [judge],
      ask: async () => {
        stop.abort();
        return replyOf("too late");
      },
    });
    const call = pi.call({ ...question, models: ["pi:judge"] }, stop.signal);
    await expect(call).rejects.toThrow("veridic compare --resume");
  });

  test("names every backend in what it tells the agent's model", async () => {
    await using pi = standIn();
    for (const name of Object.keys(BACKENDS)) expect(JSON.stringify(pi.tool.parameters)).toContain(name);
    expect(pi.tool.name).toBe("llm_as_verifier");
  });
});

describe("the default judges", () => {
  const kimi = { model: piModel("kimi-coding/kimi-for-coding", { baseUrl: "http://127.0.0.1:9" }), key: "k" };
  const codex = { model: piModel("openai-codex/gpt-5.5"), key: "token", subscription: true };

  test("are asked through Pi where Pi alone can, and the others are told of", async () => {
    await using pi = standIn({ models: [kimi, codex] });
    const { content, details } = await pi.call(question);
    expect(details).toMatchObject({
      resolvedModels: ["deployment:pi:kimi-coding/kimi-for-coding", "deployment:pi:openai-codex/gpt-5.5"],
    });
    expect(content[0]?.text).toContain("Note: neither Pi nor the environment has a key for minimax.io:minimax-m3");
  });

  test("give way to the single strong one where it alone can be asked", async () => {
    const zai = { model: piModel("zai/glm-5.1"), key: "k" };
    await using pi = standIn({ models: [zai] });
    const { details } = await pi.call(question);
    expect(details).toMatchObject({ resolvedModels: ["deployment:pi:zai/glm-5.1"] });
  });
});

describe("the menu", () => {
  const zai = { model: piModel("zai/glm-5.1"), key: "k" };
  const pick = (start: string) => (_title: string, lines: readonly string[]) =>
    lines.find((line) => line.startsWith(start));

  test("opens where the default judges cannot all be asked, and does what was picked", async () => {
    await using pi = standIn({ models: [zai], select: pick("Single strong verifier") });
    const { details } = await pi.call(question);
    expect(pi.menus).toHaveLength(1);
    expect(details).toMatchObject({ config: { backend: "zai-coding-plan" } });
  });

  test("offers a smoke test, a review of lanes, and the model of the session", async () => {
    await using smoke = standIn({ models: [zai], select: pick("Fast smoke") });
    expect((await smoke.call(question)).details).toMatchObject({ config: { mock: true } });
    await using review = standIn({ models: [zai], select: pick("Delegate-output review") });
    expect((await review.call(question)).content[0]?.text).toContain("Note: each lane's output is a candidate");
    await using own = standIn({ models: [judge], sessionModel: judge.model, select: pick("This session's model") });
    expect((await own.call(question)).content[0]?.text).toContain("may favour what it wrote itself");
  });

  test.each([
    ["a backend", { backend: "zai-coding-plan" }],
    ["judges", { models: ["pi:glm-5.1"] }],
    ["a judge", { model: "pi:glm-5.1" }],
    ["a smoke test", { mock: true }],
    ["a single candidate, whose judge can be asked", { candidates: [strong] }],
  ])("stays closed for %s", async (_what, given) => {
    await using pi = standIn({ models: [zai], select: () => undefined });
    await pi.call({ ...question, ...given });
    expect(pi.menus).toEqual([]);
  });

  test("that is closed by the user ends the call without any judgement", async () => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models: [zai], select: () => undefined, ask });
    await expect(pi.call(question)).rejects.toThrow("cancelled: no judges were chosen");
    expect(ask).not.toHaveBeenCalled();
  });
});
