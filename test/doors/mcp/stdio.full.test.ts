import { resolve } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { threePatches } from "../../operations/selection/input.ts";
import { honestJudge } from "../../operations/selection/judge-answer.ts";
import { makeFolder, startProgram } from "../../process/program.ts";
import { call, newClient } from "./served.ts";

/** The program as an agent starts it: what was built, in a process of its own. */
async function started(folder: string, argv: readonly string[] = []): Promise<Client> {
  const client = newClient();
  const args = [resolve("dist/cli.mjs"), "mcp", ...argv];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: "pipe" }));
  return client;
}

const judged = {
  task: "t",
  criteria: [{ name: "Correctness", description: "Does it solve the task?" }],
  candidates: [
    { id: "strong", content: "quality 18" },
    { id: "weak", content: "quality 3" },
  ],
  models: ["deployment:one"],
};

describe("a server over two pipes", () => {
  test("compares, tells how far it is, and answers mistakes with our codes", async () => {
    await using folder = makeFolder();
    const models = await startModelServer({ answer: honestJudge });
    try {
      const deployments = { one: { base_url: `${models.url}/v1`, model: "one" } };
      await folder.write("models.json", JSON.stringify({ deployments }));
      const client = await started(folder.path, ["--deployments", "models.json"]);
      try {
        const progress: number[] = [];
        const { answer } = await call(client, "compare", judged, {
          onprogress: ({ progress: done }) => void progress.push(done),
        });
        expect(answer.result.winner).toBe("strong");
        expect(progress.length).toBeGreaterThan(0);
        const { failed, answer: refused } = await call(client, "compare", { ...judged, criteria: [] });
        expect([failed, refused.error.code]).toEqual([true, "no_criteria"]);
        const listed = await call(client, "runs", {});
        expect(listed.answer.runs).toMatchObject([{ run_id: answer.run_id, name: "compare" }]);
      } finally {
        await client.close();
      }
    } finally {
      await models.close();
    }
  });

  test("ends a call that is cancelled, and serves the next", async () => {
    await using folder = makeFolder();
    const models = await startModelServer({ answer: honestJudge, latencyMs: 200 });
    try {
      const deployments = { one: { base_url: `${models.url}/v1`, model: "one" } };
      await folder.write("models.json", JSON.stringify({ deployments }));
      const client = await started(folder.path, ["--deployments", "models.json"]);
      try {
        const cancelling = new AbortController();
        const calling = call(
          client,
          "compare",
          { ...judged, fixed: true, concurrency: 1 },
          {
            signal: cancelling.signal,
            onprogress: ({ message }) => {
              if (message?.startsWith("1 of")) cancelling.abort();
            },
          },
        );
        await expect(calling).rejects.toThrow();
        const status = async () => (await call(client, "runs", {})).answer.runs[0].status;
        await expect.poll(status, { timeout: 10_000 }).toBe("interrupted");
        expect(models.requests.length).toBeLessThan(10);
      } finally {
        await client.close();
      }
    } finally {
      await models.close();
    }
  });

  test("ends by itself, with 0, when its client leaves", async () => {
    await using folder = makeFolder();
    const { process: child, ended } = startProgram(["mcp"], { folder: folder.path });
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
    const { code, out, err } = await ended;
    expect([code, err]).toEqual([0, ""]);
    // Nothing but messages of the protocol is on stdout.
    for (const line of out.split("\n").filter((one) => one !== "")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });

  test("goes on behind a line that is no message", async () => {
    await using folder = makeFolder();
    const { process: child, ended, lines } = startProgram(["mcp"], { folder: folder.path });
    child.stdin.write('{"jsonrpc":\nnonsense\n[]\n');
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`);
    const [answer = ""] = await lines(1);
    expect(JSON.parse(answer)).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
    child.stdin.end();
    const { code, err } = await ended;
    expect(code).toBe(0);
    expect(err).toContain("a message could not be used");
  });

  test("stops when it is told to, with 0", async () => {
    await using folder = makeFolder();
    const { process: child, ended, lines } = startProgram(["mcp"], { folder: folder.path });
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
    await lines(1);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  });

  test("says what it cannot be started with", async () => {
    await using folder = makeFolder();
    const start = async (...argv: string[]) => {
      const { process: child, ended } = startProgram(["mcp", ...argv], { folder: folder.path });
      child.stdin.end();
      return await ended;
    };
    for (const argv of [
      ["--root", "none"],
      ["--port", "80"],
      ["--http", "--host", "0.0.0.0"],
      ["--deployments", "x.json"],
    ]) {
      const { code, out, err } = await start(...argv);
      expect([argv, code, out]).toEqual([argv, 2, ""]);
      expect(err).toMatch(/^error: /);
    }
  });
});

test("a mock comparison over the pipes is the one of the command line", async () => {
  await using folder = makeFolder();
  const client = await started(folder.path);
  try {
    const { answer } = await call(client, "compare", { ...threePatches, mock: true });
    expect(answer.result.winner).toBe("passing");
    expect(answer.result.warnings.join("\n")).toContain("mock");
  } finally {
    await client.close();
  }
});
