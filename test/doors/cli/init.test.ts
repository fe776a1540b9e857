import { existsSync, readdirSync } from "node:fs";
import { PassThrough } from "node:stream";
import { createColors } from "picocolors";
import { describe, expect, test } from "vitest";
import { runCli } from "../../../src/doors/cli/program.ts";
import type { Terminal } from "../../../src/doors/cli/terminal.ts";
import { systemEnvironment } from "../../../src/operations/environment.ts";
import { jsonl, type Workplace, workplace } from "./command-line.ts";

const ENTER = "\r";
const DOWN = "\u001b[B";
const CTRL_C = "\u0003";

/** A person at a terminal: for each question that is shown, the keys that answer it. */
async function atTerminal(
  place: Workplace,
  argv: readonly string[],
  answers: readonly (readonly [question: string, keys: readonly string[]])[],
) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input, columns: 80 });
  let shown = "";
  let out = "";
  let next = 0;
  const colors = createColors(false);
  const terminal: Terminal = {
    environment: { ...systemEnvironment(new AbortController().signal), folder: place.folder, variables: {} },
    input,
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      shown += text;
      const [question, keys] = answers[next] ?? [];
      if (question === undefined || keys === undefined || !shown.includes(question)) return;
      next++;
      shown = "";
      // Keys come one at a time, when the prompt has settled, as from a keyboard.
      for (const [index, key] of keys.entries()) setTimeout(() => input.write(key), 10 * (index + 1));
    },
    columns: 80,
    outColors: colors,
    errColors: colors,
  };
  const exitCode = await runCli(argv, terminal);
  return { exitCode, out, asked: next };
}

describe("without a terminal it never asks", () => {
  test("the next command is printed, and works", async () => {
    await using place = workplace();
    const { exitCode, out } = await place.run(["init"]);
    expect(exitCode).toBe(0);
    expect(out).toBe("wrote eval.yaml\nwrote rows.jsonl\n\nNext:\n  veridic eval eval.yaml\n");
    expect((await place.run(["eval", "eval.yaml"])).exitCode).toBe(0);
  });

  test("a file that is there is named, with --force as the way", async () => {
    await using place = workplace();
    await place.write({ "evals/eval.yaml": "mine" });
    const { exitCode, err } = await place.run(["init", "evals"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("evals/eval.yaml: this file is there already");
    expect(err).toContain("--force");
    expect((await place.run(["init", "evals", "--force"])).exitCode).toBe(0);
  });

  test("what was guessed of a data set is said to be a guess", async () => {
    await using place = workplace();
    await place.write({ "answers.csv": "question,answer,reply,completion\nhow many?,42,so 42,so 41\n" });
    const { out } = await place.run(["init", "--dataset", "answers.csv"]);
    expect(out).toMatch(/^ {2}output {2}reply {2}\(a guess by its name; it could also be completion\)$/m);
    expect(out).toMatch(/^ {2}target {2}answer {2}\(a guess by its name/m);
    expect(out).toContain("That is a guess too: please check eval.yaml.");
  });

  test("--json prints one document in wire form", async () => {
    await using place = workplace();
    await place.write({ "answers.csv": "question,response,label\nhow many?,so 42,42\n" });
    const { out } = await place.run(["init", "--dataset", "answers.csv", "--json"]);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ written: ["eval.yaml"], kind: "numbers", next: "veridic eval eval.yaml" });
    expect(report.dataset).toMatchObject({ path: "answers.csv", rows_read: 1 });
    expect(report.dataset.fields[1]).toEqual({ part: "output", field: "response", guessed: true, others: [] });
  });
});

describe("on a terminal", () => {
  test("it asks where and which rows, and writes", async () => {
    await using place = workplace();
    const { exitCode, out, asked } = await atTerminal(
      place,
      ["init"],
      [
        ["Where should", [ENTER]],
        ["Which rows?", [ENTER]],
      ],
    );
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 2 });
    expect(out).toContain("veridic eval eval.yaml");
    expect(readdirSync(place.folder).sort()).toEqual(["eval.yaml", "rows.jsonl"]);
  });

  test("the user's own file is asked again until it can be read, and its guessed fields are proposed", async () => {
    await using place = workplace();
    await place.write({ "mine.jsonl": jsonl([{ question: "?", response: "so 42", gold: "42", extra: "x" }]) });
    const { exitCode, out } = await atTerminal(
      place,
      ["init", "evals"],
      [
        ["Which rows?", [DOWN, ENTER]],
        ["Which file?", [..."their.jsonl", ENTER]],
        ["no such file", [..."mine.jsonl", ENTER]],
        ["what the model wrote", [ENTER]],
        ["what is right", [DOWN, ENTER]],
      ],
    );
    expect(exitCode).toBe(0);
    expect(out).toContain("output  response  (as you said)");
    // The proposal was `gold`; one step down is `extra`.
    expect(out).toContain("target  extra  (as you said)");
    expect(existsSync(`${place.folder}/evals/eval.yaml`)).toBe(true);
  });

  test.each([
    ["at the first question", [["Where should", [CTRL_C]]]],
    [
      "later",
      [
        ["Where should", [..."/deep/er", ENTER]],
        ["Which rows?", [CTRL_C]],
      ],
    ],
  ] as const)("leaving %s leaves nothing behind", async (_name, answers) => {
    await using place = workplace();
    const { exitCode, out } = await atTerminal(place, ["init"], answers);
    expect(exitCode).toBe(130);
    expect(out).toBe("");
    expect(readdirSync(place.folder)).toEqual([]);
  });

  test("files that are there are replaced only when that is chosen", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": "mine" });
    const first = await atTerminal(
      place,
      ["init"],
      [
        ["Where should", [ENTER]],
        ["Which rows?", [ENTER]],
        ["rows.jsonl is there already", [ENTER]],
      ],
    );
    expect(first.exitCode).toBe(130);
    expect(await place.read("rows.jsonl")).toBe("mine");
    const second = await atTerminal(
      place,
      ["init"],
      [
        ["Where should", [ENTER]],
        ["Which rows?", [ENTER]],
        ["rows.jsonl is there already", [DOWN, ENTER]],
      ],
    );
    expect(second.exitCode).toBe(0);
    expect(await place.read("rows.jsonl")).not.toBe("mine");
  });

  test.each([["--yes"], ["--json"], ["--force"]])("with %s it asks nothing", async (flag) => {
    await using place = workplace();
    const { exitCode, asked } = await atTerminal(place, ["init", flag], [["Where should", [CTRL_C]]]);
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 0 });
  });
});

test.skipIf(!existsSync("/proc/self"))("a folder of the kernel is refused, and not waited for", async () => {
  await using place = workplace();
  const { exitCode, err } = await place.run(["init", "/proc/veridic/deep"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("this folder cannot be made");
});
