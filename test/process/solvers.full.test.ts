import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Folder, makeFolder, runProgram, startProgram } from "./program.ts";

/** Notes what it is asked; the fourth row waits until somebody lets it through. */
const BOT = `
import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";
appendFileSync("started.txt", process.pid + "\\n");
const reader = process.ppid;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  appendFileSync("asked.txt", id + "\\n");
  while (id === "d" && !existsSync("go.txt") && process.ppid === reader) await new Promise((later) => setTimeout(later, 20));
  console.log(JSON.stringify({ output: input, usage: { output_tokens: 10 } }));
}
`;

const config = {
  dataset: "rows.jsonl",
  solver: { command: [process.execPath, "bot.mjs"] },
  scorers: [{ type: "exact_match", name: "answer" }],
};

async function linesOf(folder: Folder, name: string): Promise<readonly string[]> {
  return (await folder.read(name)).split("\n").filter((line) => line !== "");
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await sleep(20);
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test("a run of a program that is killed twice asks for no row again whose answer was kept", async () => {
  await using folder = makeFolder();
  const rows = ["a", "b", "c", "d", "e"].map((id) => ({ id, input: `row ${id}`, label: `row ${id}` }));
  await folder.write("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  await folder.write("eval.json", JSON.stringify(config));
  await folder.write("bot.mjs", BOT);
  await folder.write("asked.txt", "");
  const options = { folder: folder.path };
  const where = ["--store", "s.db", "--concurrency", "1"];

  const first = startProgram(["eval", "eval.json", ...where], options);
  await until(async () => (await linesOf(folder, "asked.txt")).length === 4);
  first.process.kill("SIGKILL");
  await first.ended;

  const second = startProgram(["runs", "resume", "latest", ...where], options);
  await until(async () => (await linesOf(folder, "asked.txt")).length === 5);
  second.process.kill("SIGKILL");
  await second.ended;

  await folder.write("go.txt", "");
  const third = await runProgram(["runs", "resume", "latest", ...where, "--json"], options);
  expect([third.code, JSON.parse(third.out)]).toMatchObject([
    0,
    {
      status: "complete",
      samples: 5,
      scorers: { answer: { mean: 1, count: 5 } },
      usage: { candidate: { calls: 5, output_tokens: 50 } },
    },
  ]);
  expect(await linesOf(folder, "asked.txt")).toEqual(["a", "b", "c", "d", "d", "d", "e"]);
  // A program notices that its reader is gone, even one that was killed.
  const started = (await linesOf(folder, "started.txt")).map(Number);
  expect(started).toHaveLength(3);
  await until(async () => !started.some(isAlive));
}, 60_000);

test("Ctrl-C ends the program too, and what it had answered is kept", async () => {
  await using folder = makeFolder();
  await folder.write("rows.jsonl", ["a", "d"].map((id) => JSON.stringify({ id, input: id, label: id })).join("\n"));
  await folder.write("eval.json", JSON.stringify(config));
  await folder.write("bot.mjs", BOT);
  await folder.write("asked.txt", "");
  const options = { folder: folder.path };
  const run = startProgram(["eval", "eval.json", "--store", "s.db", "--concurrency", "1"], options);
  await until(async () => (await linesOf(folder, "asked.txt")).length === 2);
  run.process.kill("SIGINT");
  expect((await run.ended).code).toBe(130);
  const started = (await linesOf(folder, "started.txt")).map(Number);
  expect(started.some(isAlive)).toBe(false);
  await folder.write("go.txt", "");
  const resumed = await runProgram(["runs", "resume", "latest", "--store", "s.db", "--json"], options);
  expect(JSON.parse(resumed.out)).toMatchObject({ status: "complete", samples: 2 });
  expect(await linesOf(folder, "asked.txt")).toEqual(["a", "d", "d"]);
}, 60_000);
