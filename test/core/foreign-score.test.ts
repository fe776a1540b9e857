import { expect, test } from "vitest";
import { buildVerificationPipeline, defineVerifier } from "../../src/index.ts";
import { workplace } from "../doors/cli/command-line.ts";

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

async function verify(returned: unknown) {
  const own = defineVerifier({
    type: "acme/own",
    summary: "Returns what it is told.",
    create: () => () => returned as never,
  });
  return buildVerificationPipeline({ verifier: own() }).verify({ prediction: "a", groundTruth: "a" });
}

test.each([
  ["metadata that hold themselves", { value: 1, metadata: cycle }, "not_json", "metadata"],
  ["a bigint", { value: 1, metadata: { big: 10n } }, "not_json", "metadata"],
  [
    "a getter that throws",
    { value: 1, values: Object.defineProperty({}, "a", { enumerable: true, get: () => JSON.parse("") }) },
    "not_json",
    "values",
  ],
  ["metadata of a broken score", { value: null, skipped: "later", metadata: cycle }, "not_json", "metadata"],
  ["a reason that is no text", { value: 1, reason: 5 }, "not_a_score", "reason"],
  ["a doubt in words", { value: 1, confident: "yes" }, "not_a_score", "confident"],
  ["a list for metadata", { value: 1, metadata: [1] }, "not_a_score", "metadata"],
])("%s is a broken check of its row", async (_why, returned, code, part) => {
  const { isCorrect, metadata } = await verify(returned);
  expect(isCorrect).toBe(false);
  expect(metadata["error"]).toMatchObject({ stage: "verifier", code });
  expect((metadata["error"] as { message: string }).message).toContain(part);
});

test("a value that is no number is told as what it is", async () => {
  const { metadata } = await verify(Number.NaN);
  expect(metadata["error"]).toMatchObject({ code: "out_of_range", message: "expected a value in 0..1, got NaN" });
});

test("an eval goes on behind a score that cannot be stored", async () => {
  await using place = workplace();
  const index = new URL("../../src/index.ts", import.meta.url).pathname;
  await place.write({
    "own.ts": `import { defineVerifier } from "${index}";
      const seen: Record<string, unknown> = {};
      export default defineVerifier({ type: "acme/own", summary: "s", create: () => ({ output }) => {
        seen[output] = output === "b" ? seen : true;
        return { value: 1, metadata: output === "c" ? {} : seen as never };
      } });`,
    "eval.json": JSON.stringify({
      data: ["a", "b", "c"].map((output) => ({ id: output, output })),
      plugins: ["own.ts"],
      scorers: [{ type: "acme/own", name: "own" }],
    }),
  });
  const { exitCode, out } = await place.run(["eval", "eval.json", "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    scorers: { own: { count: 2, error_count: 1, errors: { "verifier:not_json": 1 } } },
  });
  const [first] = (await place.run(["runs", "export", "latest"])).out.split("\n");
  // What the plug-in did to the same object later has not changed what it said of the first row.
  expect(JSON.parse(first ?? "")).toMatchObject({ scores: { own: { metadata: { a: true } } } });
});
