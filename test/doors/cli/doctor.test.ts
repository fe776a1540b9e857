import { expect, test } from "vitest";
import { workplace } from "./command-line.ts";

test("each check is a line, and the last line says that veridic can work", async () => {
  await using place = workplace();
  const { exitCode, out } = await place.run(["doctor"]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^ok {7}node +\d+\.\d+/);
  expect(out).toMatch(/^ok +store +\S+veridic\.db can be written$/m);
  expect(out.trimEnd().split("\n").at(-1)).toBe("veridic can work here.");
});

test("something broken that is needed is named, with what to do, and exits with 2", async () => {
  await using place = workplace();
  await place.write({ "notes.txt": "this is no store" });
  const { exitCode, out } = await place.run(["doctor", "--store", "notes.txt"]);
  expect(exitCode).toBe(2);
  expect(out).toMatch(/^problem +store +.*notes\.txt.*no SQLite file$/m);
  expect(out).toContain("name another path with --store or VERIDIC_STORE");
  expect(out).toContain("veridic needs: store");
});

test("--json prints one document, also where something is broken", async () => {
  await using place = workplace();
  await place.write({ "notes.txt": "this is no store" });
  const { exitCode, out } = await place.run(["doctor", "--store", "notes.txt", "--json"]);
  expect(exitCode).toBe(2);
  const report = JSON.parse(out);
  expect(report.healthy).toBe(false);
  expect(report.checks).toContainEqual(expect.objectContaining({ name: "store", state: "problem", needed: true }));
  expect(Object.keys(report.checks[0])).toEqual(["name", "state", "found", "next", "needed"]);
});
