import { describe, expect, test, vi } from "vitest";
import { makeFolder, runProgram, runShell, startProgram } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const row = (id: number) => JSON.stringify({ id, prediction: `so it is ${id}`, ground_truth: String(id) });
const numeric = ["--extractors", "number", "--verifier", "numeric"];

describe("a live pipe", () => {
  test("gives results while its input is still open, in order, with bad lines among them", async () => {
    const started = startProgram(["verify", ...numeric, "--input", "-"]);
    started.process.stdin.write(`${row(1)}\n${row(2)}\n`);
    const first = await started.lines(2);
    expect(first.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, line: 1, is_correct: true },
      { id: 2, line: 2, is_correct: true },
    ]);
    // A line that comes in two pieces is one line, and a bad one does not stop those behind it.
    const [head, tail] = [row(4).slice(0, 10), row(4).slice(10)];
    started.process.stdin.write(`{"id": 3, "prediction"\n${head}`);
    const bad = JSON.parse((await started.lines(3))[2] ?? "");
    expect(bad).toMatchObject({ line: 3, score: 0, is_correct: false, metadata: { error: { code: "bad_row" } } });
    expect(bad.metadata.error.message).toContain("line 3");
    started.process.stdin.write(`${tail}\n\n[5]\n`);
    expect((await started.lines(5)).slice(3).map((line) => JSON.parse(line))).toMatchObject([
      { id: 4, line: 4, is_correct: true },
      { line: 6, metadata: { error: { message: "line 6: expected an object, got a list" } } },
    ]);
    started.process.stdin.end(row(7));
    const { code, out, err } = await started.ended;
    expect(out.trimEnd().split("\n")).toHaveLength(6);
    expect(err).toBe("6 rows: 4 right, 0 wrong, 0 without an answer, 2 errors\n");
    expect(code).toBe(0);
  });

  test("that brings nothing is no result and no crash", async () => {
    const { code, out, err } = await runProgram(["verify", ...numeric, "--input", "-"], { input: "" });
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("0 rows");
  });
});

test("results for a file wait for the file as often as they must, and say nothing about it", async () => {
  await using folder = makeFolder();
  await writeRecordedEval(folder, 5_000);
  const argv = ["verify", ...numeric, "--input", "rows.jsonl", "--output", "results.jsonl", "-q"];
  const { code, out, err } = await runProgram(argv, { folder: folder.path });
  expect([code, out, err]).toEqual([0, "", ""]);
  expect((await folder.read("results.jsonl")).split("\n")).toHaveLength(5_001);
});

describe("a reader that has seen enough", () => {
  test("ends the program in silence, whatever it was writing", async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, 5_000);
    const options = { folder: folder.path };
    expect((await runProgram(["eval", "eval.json", "--store", "s.db", "-q"], options)).code).toBe(0);
    for (const line of [
      "$VERIDIC runs export latest --store s.db --format jsonl | head -1",
      "$VERIDIC runs export latest --store s.db --format csv | head -1",
      "$VERIDIC verify --input rows.jsonl -q | head -1",
      "$VERIDIC verify --input rows.jsonl -q --json | head -1",
      "$VERIDIC --help | head -1",
    ]) {
      const { code, out, err } = await runShell(line, options);
      expect([line, code, err]).toEqual([line, 0, ""]);
      expect(out.split("\n")).toHaveLength(2);
    }
  });

  test("of what is meant for people does not end an eval", async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, 5_000);
    const line = "$VERIDIC eval eval.json --store s.db --json 2> >(exec true) > summary.json";
    const { code, err } = await runShell(line, { folder: folder.path });
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(await folder.read("summary.json"))).toMatchObject({ status: "complete", samples: 5_000 });
  });
});
