import { describe, expect, test } from "vitest";
import { briefArtefact, keptArtefact } from "../../../src/doors/mcp/tools/brief-artefact.ts";
import { systemEnvironment } from "../../../src/operations/environment.ts";
import type { Artefact } from "../../../src/operations/selection/artefact.ts";
import { auditCandidate } from "../../../src/operations/selection/audit.ts";
import { compareCandidates } from "../../../src/operations/selection/compare.ts";

const criteria = Array.from({ length: 6 }, (_, index) => ({
  id: `c${index}`,
  name: `criterion number ${index}`,
  description: `Does it do part ${index} of the task as the log shows it? Failure: the log has another line.`,
}));
const candidates = Array.from({ length: 6 }, (_, index) => ({
  id: `patch-${index}`,
  content: `${"passed ".repeat(index)}error`,
}));
const models = ["openai:gpt-5.5", "kimi:kimi-for-coding", "minimax.io:minimax-m3"];

async function artefactOf(kind: "compare" | "audit"): Promise<Artefact> {
  const environment = systemEnvironment(new AbortController().signal);
  const shown = kind === "compare" ? candidates : candidates.slice(0, 1);
  const input = { task: "t", criteria, candidates: shown, models, mock: true };
  const operation = (kind === "compare" ? compareCandidates : auditCandidate)(
    { input, store: ":memory:" },
    environment,
  );
  let step = await operation.next();
  while (!step.done) step = await operation.next();
  return step.value.artefact;
}

describe.each(["compare", "audit"] as const)("of %s", (kind) => {
  test("an agent gets what can be read at once, the outcome first", async () => {
    const artefact = await artefactOf(kind);
    const told = briefArtefact(artefact);
    const text = JSON.stringify(told);
    expect(text.length).toBeLessThan(20_000);
    expect(text.length).toBeLessThan(JSON.stringify(artefact).length / 2);
    expect(Object.keys(told).slice(0, 3)).toEqual(["ok", "run_id", "result"]);
    expect(text.indexOf('"explanation"')).toBeLessThan(500);
    expect(text).not.toMatch(/\d\.\d{5,}/);
    expect(keptArtefact(artefact)).toEqual(told);
  });

  test("nothing that it says differs from the whole, but for rounding", async () => {
    const artefact = await artefactOf(kind);
    const told = briefArtefact(artefact);
    const { explanation, warnings } = artefact["result"] as { readonly [key: string]: never };
    expect(told["result"]).toMatchObject({ explanation, warnings });
    const whole = JSON.stringify(artefact).match(/"rep":/g)?.length;
    expect(told["votes_left_out"]).toBe(whole);
  });
});

test("an error stands before what there is", () => {
  const error = { code: "auth", message: "refused" };
  const told = briefArtefact({
    config: { mode: "compare" },
    ok: false,
    error,
    result: { winner: null, mode: "compare" },
  });
  expect(JSON.stringify(told)).toBe(
    '{"ok":false,"error":{"code":"auth","message":"refused"},"result":{"mode":"compare","winner":null},"config":{"mode":"compare"},"votes_left_out":0}',
  );
});

test("what a store kept is no artefact where a run was killed", () => {
  for (const kept of [null, 1, "x", []]) expect(keptArtefact(kept)).toBeNull();
});
