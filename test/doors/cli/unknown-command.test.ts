import { describe, expect, test } from "vitest";
import unknown from "../../cases/unknown-commands.json" with { type: "json" };
import { workplace } from "./command-line.ts";

describe("a command that is not there ends with 2 and one sentence", () => {
  test.each(unknown)("$argv: $why", async ({ argv, says }) => {
    await using place = workplace();
    const { exitCode, out, err } = await place.run(argv);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain(says);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("with --json it is a document", async () => {
  await using place = workplace();
  const { exitCode, out } = await place.run(["judge", "--help", "--json"]);
  expect(exitCode).toBe(2);
  expect(JSON.parse(out)).toEqual({
    error: { code: "usage", message: "unknown command 'judge'; veridic --help lists the commands" },
  });
});

test.each([
  ["--help"],
  ["help"],
  ["help", "compare"],
  ["compare", "--help"],
  ["compare", "no-command.patch", "--help"],
  ["runs", "--help"],
  ["runs", "help", "show"],
  ["runs", "show", "latest", "--help"],
])("help that is there is printed: %s %s %s", async (...argv) => {
  await using place = workplace();
  const { exitCode, out, err } = await place.run(argv.filter((one) => typeof one === "string"));
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toContain("Usage: veridic");
});
