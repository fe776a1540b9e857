import fc from "fast-check";
import { expect, test } from "vitest";
import { workplace } from "../cli/command-line.ts";
import { call, served } from "./served.ts";

const question = { task: "t", criteria: [{ name: "a", description: "b" }], mock: true };
const one = { id: "a", content: "x" };

/** Calls that work as they are, to which one value is done. */
const sound: Readonly<Record<string, object>> = {
  compare: { ...question, candidates: [one, { id: "b", content: "y" }] },
  audit: { ...question, candidates: [one] },
  verify: { prediction: "a", ground_truth: "a" },
  eval: { dataset: "rows.jsonl", scorers: "scorers.json" },
  runs: { action: "list" },
};

test("no JSON value under any name brings anything but an answer or an error with a code of ours", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": '{"output":"a","label":"a"}\n',
    "scorers.json": '[{"type":"exact_match"}]',
  });
  await using server = await served({ folder: place.folder, store: ":memory:" });
  const client = await server.connect();
  const { tools } = await client.listTools();
  const names = tools.flatMap(({ name, inputSchema }) => {
    return Object.keys(inputSchema.properties ?? {}).map((key) => [name, key] as const);
  });
  const value = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.dictionary(fc.constantFrom("id", "name", "path", "content", "type", "run", "model"), fc.jsonValue())),
    fc.constantFrom("__proto__", "\0", "latest", 1e308, -1, 0.5, "x".repeat(100_000)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), value, async ([tool, key], given) => {
      const { failed, answer } = await call(client, tool, { ...sound[tool], [key]: given });
      if (!failed) return;
      expect(answer.error.code).toMatch(/^[a-z_]+$/);
      expect(answer.error.code === "internal" ? answer.error.message : "").toBe("");
    }),
    { numRuns: 150 },
  );
});
