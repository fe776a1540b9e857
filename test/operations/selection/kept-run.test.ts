import { expect, test } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import { readKept } from "../../../src/operations/selection/kept-selection.ts";
import { readKeptTrack } from "../../../src/operations/selection/kept-track.ts";
import type { RunRecord } from "../../../src/store/types.ts";

function runWith(name: string, config: Json): RunRecord {
  const at = "2026-01-02T03:04:05.000Z";
  return {
    id: "r1",
    name,
    status: "interrupted",
    createdAt: at,
    updatedAt: at,
    parent: null,
    outputsOf: "r1",
    samples: null,
    epochs: 1,
    model: "mock",
    config,
    fingerprint: null,
    summary: null,
  };
}

test("what a run of judges keeps is read back", () => {
  const kept = { request: {}, seed: "5", folder: "/" };
  expect(readKeptTrack(runWith("track", { track: kept }))).toEqual(kept);
  expect(readKept(runWith("audit", { selection: { kind: "audit" } }), "audit")).toEqual({ kind: "audit" });
});

test.each([
  ["an eval", { eval: {} }],
  ["a tracking that kept its steps alone", { track: { steps: 3 } }],
  ["nothing", null],
  ["a list", { track: [] }],
])("%s is no tracking that can go on", (_, config) => {
  expect(() => readKeptTrack(runWith("x", config))).toThrow(expect.objectContaining({ code: "other_run", got: "x" }));
});

test("an audit is no comparison", () => {
  const audit = runWith("audit", { selection: { kind: "audit" } });
  expect(() => readKept(audit, "compare")).toThrow(expect.objectContaining({ code: "other_run", got: "audit" }));
});
