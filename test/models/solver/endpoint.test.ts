import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ModelError } from "../../../src/core/model.ts";
import type { Solver, SolverRequest } from "../../../src/core/solver.ts";
import { readSolver } from "../../../src/models/solver/choice.ts";
import { openSolver } from "../../../src/models/solver/open.ts";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Answer = (response: ServerResponse, index: number, seen: Seen) => void;

let servers: Server[] = [];
let solvers: Solver[] = [];
afterEach(async () => {
  for (const solver of solvers) await solver.close();
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
  solvers = [];
});

async function serve(answer: Answer): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const piece of incoming) body += String(piece);
    const one = { method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers, body };
    seen.push(one);
    answer(response, seen.length - 1, one);
  });
  servers.push(server);
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`, seen };
}

const json = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

async function open(given: object, variables: Readonly<Record<string, string>> = {}): Promise<Solver> {
  const solver = await openSolver(readSolver(given), {
    folder: "/",
    workingFolder: "/nowhere",
    variables,
    traffic: { concurrency: 4, baseDelayMs: 1 },
    load: async () => () => "never",
  });
  solvers.push(solver);
  return solver;
}

const never = new AbortController().signal;
const request: SolverRequest = {
  id: "a",
  epoch: 1,
  input: "1 + 1?",
  prompt: "Say: 1 + 1?",
  messages: [{ role: "user", content: "Say: 1 + 1?" }],
  metadata: { topic: "sums" },
};

async function failure(work: Promise<unknown>): Promise<readonly [code: string, message: string]> {
  try {
    await work;
  } catch (error) {
    return error instanceof ModelError ? [error.code, error.message] : ["exception", String(error)];
  }
  return ["none", ""];
}

describe("an address as a solver", () => {
  test("is sent the body of the eval, and its answer is read where the eval says", async () => {
    const reply = {
      choices: [{ message: { content: "2", thought: "easy" }, end: "length" }],
      bill: { usd: 0.25 },
    };
    const { url, seen } = await serve((response) => json(response, reply));
    const solver = await open({
      url,
      method: "PUT",
      body: { model: "x", messages: "{{messages}}", kind: "about {{topic}}" },
      output: "choices.0.message.content",
      reasoning: "choices.-1.message.thought",
      finish_reason: "choices.0.end",
      cost_usd: "bill.usd",
    });
    expect(await solver.solve(request, never)).toMatchObject({
      text: "2",
      reasoning: "easy",
      finishReason: "length",
      usage: { calls: 1, costUsd: 0.25 },
      raw: reply,
    });
    expect(seen[0]?.method).toBe("PUT");
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ model: "x", messages: request.messages, kind: "about sums" });
  });

  test("without a body it is told what every solver is told, and its reply is the answer", async () => {
    const { url, seen } = await serve((response) => json(response, { output: 2, usage: { output_tokens: 1 } }));
    const reply = await (await open({ url })).solve(request, never);
    expect(reply).toMatchObject({ text: "2", usage: { outputTokens: 1 } });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual(request);
  });

  test("a plain text is an answer where no path is named; a page is none", async () => {
    const { url } = await serve((response, index) =>
      response.writeHead(200, { "content-type": index === 0 ? "text/plain; charset=utf-8" : "text/html" }).end("two"),
    );
    const solver = await open({ url });
    expect((await solver.solve(request, never)).text).toBe("two");
    expect((await failure(solver.solve(request, never)))[0]).toBe("bad_reply");
  });

  test("a GET says it in its query", async () => {
    const { url, seen } = await serve((response) => json(response, "2"));
    await (await open({ url: `${url}?key=1`, method: "GET", fields: ["topic"] })).solve(request, never);
    expect(seen[0]).toMatchObject({ method: "GET", body: "" });
    const query = new URL(seen[0]?.path ?? "", url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ key: "1", input: "1 + 1?", id: "a", topic: "sums" });
  });

  test("a fault that may pass is tried again, and the wait that is asked for is kept to", async () => {
    const { url, seen } = await serve((response, index) => {
      if (index === 0) json(response, { error: "busy" }, 503);
      else if (index === 1) json(response, {}, 429, { "retry-after-ms": "20" });
      else if (index === 2) response.socket?.resetAndDestroy();
      else json(response, { output: "2" });
    });
    expect((await (await open({ url })).solve(request, never)).text).toBe("2");
    expect(seen).toHaveLength(4);
  });

  test.each([
    ["a path that leads nowhere", { answer: "2" }, { output: "answr" }, "bad_reply", "no answr, but answer"],
    ["nothing at the path", { answer: null }, { output: "answer" }, "bad_reply", "nothing at answer"],
    ["a map at the path", { answer: {} }, { output: "answer" }, "bad_reply", "a map at answer"],
    [
      "an error with a good status",
      { error: { message: "no such bot", code: 404 } },
      { output: "a" },
      "unknown_model",
      "no such bot",
    ],
    ["a reply without an output", { answer: "2" }, {}, "bad_reply", "no output, but answer"],
  ])("%s is an error and is not tried again", async (_, reply, options, code, says) => {
    const { url, seen } = await serve((response) => json(response, reply));
    const [is, message] = await failure((await open({ url, ...options })).solve(request, never));
    expect([is, message]).toEqual([code, expect.stringContaining(says)]);
    expect(seen).toHaveLength(1);
  });

  test("nothing at the path is an empty answer where the token limit cut it", async () => {
    const { url } = await serve((response) => json(response, { text: null, why: "max_tokens" }));
    const reply = await (await open({ url, output: "text", finish_reason: "why" })).solve(request, never);
    expect(reply).toMatchObject({ text: "", finishReason: "length" });
  });

  test("its time is limited", async () => {
    const { url } = await serve(() => {});
    const solver = await openSolver(readSolver({ url, timeout: 0.1 }), {
      folder: "/",
      workingFolder: "/nowhere",
      variables: {},
      traffic: { concurrency: 1, maxRetries: 0 },
      load: async () => () => "never",
    });
    solvers.push(solver);
    expect((await failure(solver.solve(request, never)))[0]).toBe("timeout");
  });
});

describe("keys of an endpoint", () => {
  test("come from the environment, by the name of their variable", async () => {
    const { url, seen } = await serve((response) => json(response, "2"));
    const variables = { MY_KEY: "k-1234567", OTHER: "o-1234567" };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a variable is named within a text.
    const headers = { "X-Api-Key": "$OTHER", Cookie: "session=${OTHER}; a=b", "x-plain": "word" };
    await (await open({ url, key_env: "MY_KEY", headers }, variables)).solve(request, never);
    expect(seen[0]?.headers).toMatchObject({
      authorization: "Bearer k-1234567",
      "x-api-key": "o-1234567",
      cookie: "session=o-1234567; a=b",
      "x-plain": "word",
    });
  });

  test("are in no error, even where the server repeats them", async () => {
    const { url } = await serve((response, _, { headers }) =>
      json(response, { error: { message: `${headers.authorization} is odd` } }, 400),
    );
    const [, message] = await failure(
      (await open({ url, key_env: "MY_KEY" }, { MY_KEY: "k-1234567" })).solve(request, never),
    );
    expect(message).toContain("is odd");
    expect(message).not.toContain("k-1234567");
  });

  test.each([
    ["a variable that is not there", { key_env: "MY_KEY" }, "missing_key", "MY_KEY"],
    ["a header of one that is not there", { headers: { "x-key": "$NONE" } }, "missing_key", "NONE"],
    ["a key that stands in the eval", { headers: { Authorization: "Bearer sk-1" } }, "wrong_value", "must not stand"],
    ["a key under another usual name", { headers: { "api-key": "sk-1" } }, "wrong_value", "api-key"],
    ["a header of two lines", { headers: { "x-a": "b\nc: d" } }, "wrong_value", "x-a"],
    ["a name that no header has", { headers: { "x a": "b" } }, "wrong_value", "x a"],
  ])("%s is refused before anything is sent", async (_, options, code, says) => {
    await expect(open({ url: "http://127.0.0.1:9/", ...options })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    });
  });
});
