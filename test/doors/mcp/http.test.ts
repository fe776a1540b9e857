import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { threePatches } from "../../operations/selection/input.ts";
import { honestJudge } from "../../operations/selection/judge-answer.ts";
import { workplace } from "../cli/command-line.ts";
import { call, served } from "./served.ts";

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return fetch(url, { method: "POST", body, headers: { ...accepted, ...headers } });
}

describe("a server over HTTP", () => {
  test("serves several clients at once, each with its own calls", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder });
    const clients = [await server.connect(), await server.connect(), await server.connect()];
    const answers = await Promise.all(
      clients.map((client, index) => call(client, "verify", { prediction: `${index}`, ground_truth: "1" })),
    );
    expect(answers.map(({ answer }) => answer.is_correct)).toEqual([false, true, false]);
  });

  test("refuses a message that is too large, and goes on", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder });
    const client = await server.connect();
    const large = call(client, "verify", { prediction: "x".repeat(5_000_000), ground_truth: "x" });
    await expect(large).rejects.toThrow(/413|Too Large/i);
    const { answer } = await call(client, "verify", { prediction: "x", ground_truth: "x" });
    expect(answer.is_correct).toBe(true);
  });

  test("answers what is no message, another address and a session that is over with errors", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder });
    expect((await post(server.url, "{")).status).toBe(400);
    expect((await post(server.url, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }))).status).toBe(400);
    expect((await post(server.url.replace("/mcp", "/"), JSON.stringify(hello))).status).toBe(404);
    expect((await post(server.url, JSON.stringify(hello), { "mcp-session-id": "none" })).status).toBe(404);
    expect((await fetch(server.url)).status).toBe(400);
    expect((await post(server.url, JSON.stringify(hello), { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(server.url, JSON.stringify(hello))).status).toBe(200);
  });

  test("answers an address that is no path with an error of the client's, not of its own", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder });
    const { hostname, port } = new URL(server.url);
    for (const path of ["//", "http://[bad/mcp", "/%zz", "/mcp/", "//evil.example/mcp"]) {
      const status = await new Promise((resolve, reject) => {
        const asking = request({ host: hostname, port, method: "POST", path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asking.on("error", reject).end();
      });
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await post(`${server.url}?session=1`, JSON.stringify(hello))).status).toBe(200);
  });

  test("wants its token, and tells nobody what it is", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder, token: "open sesame" });
    const refused = await post(server.url, JSON.stringify(hello));
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain("sesame");
    await expect(server.connect()).rejects.toThrow();
    const client = await server.connect({ authorization: "bearer open sesame" });
    expect((await client.listTools()).tools.length).toBe(5);
  });

  test("is not opened to others without a token", async () => {
    await using place = workplace();
    await expect(served({ folder: place.folder, host: "0.0.0.0" })).rejects.toMatchObject({ code: "token_required" });
    await using server = await served({ folder: place.folder, host: "0.0.0.0", token: "t" });
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    expect((await post(url, JSON.stringify(hello), { authorization: "Bearer t" })).status).toBe(200);
  });

  test("says why it cannot listen", async () => {
    await using place = workplace();
    await expect(served({ folder: place.folder, host: "192.0.2.1", token: "t" })).rejects.toMatchObject({
      code: "unusable_address",
    });
  });

  test("that is told to stop ends what is under way, and the run can be resumed", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: honestJudge, latencyMs: 100 });
    try {
      const deployments = { one: { base_url: `${models.url}/v1`, model: "one" } };
      await place.write({ "models.json": JSON.stringify({ deployments }) });
      const server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const given = { ...threePatches, models: ["deployment:one"], fixed: true, concurrency: 1 };
      const calling = call(client, "compare", given).catch(() => null);
      await expect.poll(() => models.requests.length, { timeout: 10_000 }).toBeGreaterThan(1);
      await server.stop();
      await client.close();
      await calling;
      const { out } = await place.run(["runs", "list", "--json"]);
      expect(JSON.parse(out)).toMatchObject([{ status: "interrupted" }]);
      expect(models.requests.length).toBeLessThan(20);
    } finally {
      await models.close();
    }
  });
});

test("where there is no more room an idle client goes, and a busy one never", async () => {
  await using place = workplace();
  const models = await startModelServer({ answer: honestJudge, latencyMs: 400 });
  try {
    const deployments = { one: { base_url: `${models.url}/v1`, model: "one" } };
    await place.write({ "models.json": JSON.stringify({ deployments }) });
    await using server = await served({ folder: place.folder, deployments: "models.json" });
    const busy = await server.connect();
    const idle = await server.connect();
    const given = { ...threePatches, models: ["deployment:one"], criteria: threePatches.criteria.slice(0, 1) };
    const calling = call(busy, "compare", { ...given, n_verifications: 1 });
    for (let one = 0; one < 100; one++) expect((await post(server.url, JSON.stringify(hello))).status).toBe(200);
    await expect(idle.listTools()).rejects.toThrow(/404|session/i);
    expect((await calling).failed).toBe(false);
  } finally {
    await models.close();
  }
});
