import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { honestJudge } from "../../operations/selection/judge-answer.ts";
import { installPi, openPi, PI_VERSION } from "./real-pi.ts";
import { startStreamedModel } from "./streamed-model.ts";

const pi = await installPi();
const required = process.env["VERIDIC_REQUIRE_ALL"] === "1";
const program = "program" in pi ? pi.program : "";
const name = `the real Pi ${PI_VERSION}`;
const suite = "program" in pi || required ? describe : describe.skip;

suite("why" in pi ? `${name} (skipped: it cannot be installed here: ${pi.why})` : name, () => {
  beforeAll(() => {
    if ("why" in pi) throw new Error(`${name} cannot be installed here: ${pi.why}`);
  });

  const question = {
    task: "Fix the crash on empty input",
    criteria: [
      { name: "Correctness", description: "Does the patch edit the failing path?" },
      { name: "Verification", description: "Was it tested?" },
    ],
    candidates: [
      { id: "strong", content: "quality 18" },
      { id: "weak", content: "quality 3" },
    ],
    outputPath: "result.json",
  };

  test("loads the extension, and its tool asks Pi's own models and writes the artefact", {
    timeout: 180_000,
  }, async () => {
    const call = { ...question, models: ["pi:loopback/judge-one", "pi:judge-two"] };
    const model = await startStreamedModel({ name: "llm_as_verifier", arguments: call }, { answer: honestJudge });
    try {
      await using place = await openPi(program, model.url);
      const { out } = await place.run(["-p", "--model", "loopback/agent", "Which patch is better?"]);
      expect(model.toolResults).toHaveLength(1);
      expect(out).toContain("Winner: strong");
      const artefact = JSON.parse(await readFile(join(place.folder, "result.json"), "utf8"));
      expect(artefact).toMatchObject({
        ok: true,
        result: { winner: "strong" },
        config: { models: ["deployment:pi:loopback/judge-one", "deployment:pi:loopback/judge-two"] },
      });
      expect(new Set(model.judge.requests.map((request) => request.model))).toEqual(
        new Set(["judge-one", "judge-two"]),
      );
      expect(artefact.result.calls).toMatchObject({ used: model.judge.requests.length, unreadable: 0 });
      expect(artefact.usage.input_tokens).toBeGreaterThan(0);
    } finally {
      await model.close();
    }
  });

  test("tells the agent what is wrong with an input, and writes the error as JSON", { timeout: 180_000 }, async () => {
    const call = { ...question, criteria: [], models: ["pi:loopback/judge-one"] };
    const model = await startStreamedModel({ name: "llm_as_verifier", arguments: call }, { answer: honestJudge });
    try {
      await using place = await openPi(program, model.url);
      const { out } = await place.run(["-p", "--model", "loopback/agent", "Which patch is better?"]);
      expect(out).toContain("no_criteria");
      expect(JSON.parse(await readFile(join(place.folder, "result.json"), "utf8"))).toMatchObject({
        ok: false,
        error: { code: "no_criteria" },
      });
      expect(model.judge.requests).toEqual([]);
    } finally {
      await model.close();
    }
  });
});
