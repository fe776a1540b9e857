import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ModelError } from "../../../src/core/model.ts";
import type { Solver, SolverRequest } from "../../../src/core/solver.ts";
import { readSolver } from "../../../src/models/solver/choice.ts";
import { openSolver } from "../../../src/models/solver/open.ts";

/** Reads a word before the first colon of the input as what to do, the rest as what to say. */
const BOT = `
import { createInterface } from "node:readline";
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
appendFileSync("started.txt", process.pid + "\\n");
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const [todo, said] = String(request.input).split(":");
  if (todo === "say") say(said);
  else if (todo === "tell") say({ output: JSON.stringify(request), metadata: { pid: process.pid } });
  else if (todo === "long") say("é".repeat(Number(said)));
  else if (todo === "pieces") { const bytes = Buffer.from(JSON.stringify("€" + said) + "\\n"); for (const byte of bytes) { process.stdout.write(Buffer.from([byte])); await new Promise((go) => setTimeout(go, 1)); } }
  else if (todo === "exit") { process.stderr.write("the token is " + process.env.MY_TOKEN + ", " + said + "\\n"); process.exit(7); }
  else if (todo === "noise") process.stdout.write("Loading the model\\n");
  else if (todo === "twice") { say("first"); say("second"); }
  else if (todo === "wait") setTimeout(() => say("late " + said), 60000);
  else if (todo === "slow") setTimeout(() => say(said), 30);
  else if (todo === "child") { spawn("sleep", ["61"], { stdio: "inherit" }); process.exit(0); }
  else if (todo === "blank") process.stdout.write("\\n  \\n" + JSON.stringify("after blanks") + "\\r\\n");
}
`;

let folder: string;
let open: Solver[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-solver-"));
  writeFileSync(join(folder, "bot.mjs"), BOT);
});
afterEach(async () => {
  for (const solver of open) await solver.close();
  open = [];
  writeFileSync(join(folder, "started.txt"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bot(options: object = {}, concurrency = 4): Promise<Solver> {
  const solver = await openSolver(readSolver({ command: [process.execPath, "bot.mjs"], ...options }), {
    folder,
    workingFolder: folder,
    variables: { PATH: process.env["PATH"], MY_TOKEN: "t0ps3cret-value" },
    traffic: { concurrency },
    load: async () => () => "never",
  });
  open.push(solver);
  return solver;
}

const never = new AbortController().signal;
const row = (input: string, id = "a"): SolverRequest => ({ id, epoch: 1, input, metadata: {} });

async function failure(work: Promise<unknown>): Promise<readonly [code: string, message: string]> {
  try {
    await work;
  } catch (error) {
    return error instanceof ModelError ? [error.code, error.message] : ["exception", String(error)];
  }
  return ["none", ""];
}

function startedIds(): readonly number[] {
  return readFileSync(join(folder, "started.txt"), "utf8").trim().split("\n").map(Number);
}

/** Whether any process of that group is there. */
async function groupIsGone(id: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(-id, 0);
    } catch {
      return true;
    }
    await sleep(20);
  }
  return false;
}

describe("a program that answers line by line", () => {
  test("is started once, and told all there is to tell as JSON", async () => {
    const solver = await bot();
    const request: SolverRequest = {
      ...row('tell:é "\n'),
      choices: ["x"],
      messages: [{ role: "user", content: "hi" }],
      prompt: "hi",
      metadata: { camelCase: 1, snake_case: { innerKey: 2 } },
    };
    const first = await solver.solve(request, never);
    expect(JSON.parse(first.text)).toEqual(request);
    expect((await solver.solve(row("say:Paris"), never)).text).toBe("Paris");
    expect(startedIds()).toHaveLength(1);
  });

  test("is not started before it is asked", async () => {
    await bot();
    expect(startedIds()).toEqual([0]);
  });

  test("may break its bytes anywhere, end lines as it likes, and leave blank ones", async () => {
    const solver = await bot();
    expect((await solver.solve(row("pieces:uro"), never)).text).toBe("€uro");
    expect((await solver.solve(row("blank:"), never)).text).toBe("after blanks");
    expect((await solver.solve(row("say:next"), never)).text).toBe("next");
  });

  test("may answer with a megabyte", async () => {
    const solver = await bot();
    const { text } = await solver.solve(row("long:1000000"), never);
    expect([text.length, text.at(-1)]).toEqual([1_000_000, "é"]);
  });

  test("every row gets its own answer while several are under way, in as many processes as may be", async () => {
    const solver = await bot({ processes: 2 }, 8);
    const inputs = Array.from({ length: 12 }, (_, index) => `slow:${index}`);
    const replies = await Promise.all(inputs.map((input) => solver.solve(row(input), never)));
    expect(replies.map(({ text }) => `slow:${text}`)).toEqual(inputs);
    expect(startedIds()).toHaveLength(2);
  });

  test("that ends is an error of that row with what it said, without keys, and the next row gets another one", async () => {
    const solver = await bot();
    const [code, message] = await failure(solver.solve(row("exit:no memory"), never));
    expect(code).toBe("exited");
    expect(message).toContain("exit code 7");
    expect(message).toContain("the token is [key], no memory");
    expect((await solver.solve(row("say:on"), never)).text).toBe("on");
  });

  test.each([
    ["noise:", "bad_reply", "not JSON"],
    ["child:", "exited", "exit code 0"],
  ])("%s is %s", async (input, code, says) => {
    const solver = await bot();
    const [is, message] = await failure(solver.solve(row(input), never));
    expect(is).toBe(code);
    expect(message).toContain(says);
    expect((await solver.solve(row("say:on"), never)).text).toBe("on");
  });

  test("a line too many never becomes the answer of the next row", async () => {
    const solver = await bot();
    expect((await solver.solve(row("twice:"), never)).text).toBe("first");
    await sleep(50);
    expect((await solver.solve(row("say:mine"), never)).text).toBe("mine");
  });

  test("whose time is over is killed, so that its late answer is nobody's", async () => {
    const solver = await bot({ timeout: 0.4 });
    const [code] = await failure(solver.solve(row("wait:"), never));
    expect(code).toBe("timeout");
    const [first = 0] = startedIds();
    expect(await groupIsGone(first)).toBe(true);
    expect((await solver.solve(row("say:mine"), never)).text).toBe("mine");
  });

  test("is killed at an abort, with what it started, and the reason is the caller's", async () => {
    const solver = await bot();
    await solver.solve(row("say:warm"), never);
    const stop = new AbortController();
    const asked = solver.solve(row("wait:"), stop.signal);
    const reason = new Error("enough");
    await sleep(30);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    const [first = 0] = startedIds();
    expect(await groupIsGone(first)).toBe(true);
  });

  test("is killed at the end, whether it is busy or not", async () => {
    const solver = await bot();
    await solver.solve(row("say:warm"), never);
    const failed = failure(solver.solve(row("wait:"), never));
    await sleep(20);
    await solver.close();
    expect((await failed)[0]).toBe("exited");
    for (const id of startedIds()) expect(await groupIsGone(id)).toBe(true);
    expect((await failure(solver.solve(row("say:again"), never)))[0]).toBe("exited");
    expect(process.listenerCount("exit")).toBeLessThan(10);
  });

  test("that is not there is refused before the first row", async () => {
    await expect(bot({ command: ["no-such-program"] })).rejects.toMatchObject({ code: "missing_program" });
    await expect(bot({ command: ["./bot.mjs"] })).rejects.toMatchObject({ code: "missing_program" });
    await expect(bot({ command: ["./none"] })).rejects.toThrow("may be executed");
  });
});
