import { expect, test } from "vitest";
import { workplace } from "../../doors/cli/command-line.ts";
import { threePatches } from "./input.ts";

test("a mock comparison goes from the command line to an artefact, and says what it is", async () => {
  await using place = workplace();
  await place.write({ "in.json": JSON.stringify(threePatches) });
  const { exitCode, out, err } = await place.run(["compare", "--input", "in.json", "--output", "out.json", "--mock"]);
  expect(err).not.toContain("error");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^winner: passing/);
  const artefact = JSON.parse(await place.read("out.json"));
  expect(artefact).toMatchObject({
    ok: true,
    config: { mode: "compare", mock: true, candidate_ids: ["passing", "half", "failing"] },
    result: { winner: "passing", ranking: [{ id: "passing" }, { id: "half" }, { id: "failing" }] },
    usage: { calls: 0 },
  });
  expect(artefact.result.warnings.join("\n")).toContain("mock smoke test");
  expect(artefact.result.pairwise[0].criteria[0].repetitions[0]).toMatchObject({ source_a: "mock", counted: true });
});
