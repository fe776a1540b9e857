import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../../src/core/model.ts";
import { type Models, type OpenModelsOptions, openModels } from "../../src/models/open.ts";
import { createTraffic } from "../../src/models/traffic/traffic.ts";

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const reply = {
  model: "m-1",
  choices: [{ message: { content: "Paris END more" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1_000_000, completion_tokens: 0 },
};

let folder: string;
let url: string;
let asked: Asked[];
let respond: (response: ServerResponse, asked: Asked) => void;
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "open-"));
  asked = [];
  respond = (response) => response.end(JSON.stringify(reply));
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      asked.push(one);
      response.setHeader("content-type", "application/json");
      respond(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  opened.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
});

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
  await rm(folder, { recursive: true });
});

function open(options: Partial<OpenModelsOptions> = {}): Models {
  const models = openModels({ variables: {}, folder, ...options });
  opened.push(models);
  return models;
}

const never = () => new AbortController().signal;
const hello: ModelRequest = { messages: [{ role: "user", content: "Hi" }] };

describe("a deployment", () => {
  test("is asked at its address, with its key and headers", async () => {
    const deployments = {
      judge: {
        base_url: `${url}/v1/`,
        model: "qwen3",
        api_key_env: "MY_KEY",
        headers: { "X-Team": "evals", "X-Gate": "$GATE" },
      },
    };
    const models = open({ deployments, variables: { MY_KEY: "key-1", GATE: "gate-1", OPENAI_API_KEY: "not this" } });
    const model = await models.model("deployment:judge");
    const answer = await model.ask(hello, never());
    expect(model.id).toBe("deployment:judge");
    expect(answer).toMatchObject({ text: "Paris END more", model: "m-1", cached: false });
    expect(answer.usage.costUsd).toBeNull();
    expect(asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer key-1", "x-team": "evals", "x-gate": "gate-1" },
    });
    expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({ model: "qwen3" });
  });

  test("of Azure keeps the query of its address and has its own header for the key", async () => {
    const base = `${url}/openai/deployments/four?api-version=2024-10-21`;
    const models = open({
      deployments: { a: { provider: "azure", base_url: base, model: "gpt-4o" } },
      variables: { AZURE_API_KEY: "key-2" },
    });
    await (await models.model("deployment:a")).ask(hello, never());
    expect(asked[0]?.path).toBe("/openai/deployments/four/chat/completions?api-version=2024-10-21");
    expect(asked[0]?.headers).toMatchObject({ "api-key": "key-2" });
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test("without a key needs none", async () => {
    const models = open({ deployments: { a: { base_url: url, model: "m" } } });
    await (await models.model("deployment:a")).ask(hello, never());
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [
      "an unknown provider",
      { provider: "opnai", base_url: "http://x", model: "m" },
      /deployments\.a\.provider.*did you mean "openai"/,
    ],
    [
      "a key that is no option",
      { base_url: "http://x", model: "m", api_key: "secret" },
      /api_key: a key must not stand in a configuration.*api_key_env/,
    ],
    ["no model", { base_url: "http://x" }, /deployments\.a\.model/],
    ["no address", { model: "m" }, /deployments\.a\.base_url/],
    ["an address that is none", { base_url: "localhost:8000", model: "m" }, /deployments\.a\.base_url/],
    [
      "a key in a header",
      { base_url: "http://x", model: "m", headers: { Authorization: "Bearer secret" } },
      /deployments\.a\.headers\.Authorization.*api_key_env/,
    ],
    [
      "a key in the query of its address",
      { base_url: "http://x/v1?api-version=1&key=secret-0123456789abc", model: "m" },
      /deployments\.a\.base_url.*api_key_env/,
    ],
    ["an address with a password", { base_url: "http://me:secret@x", model: "m" }, /deployments\.a\.base_url/],
  ])("with %s is refused when it is read", (_, a, message) => {
    const read = () => openModels({ variables: {}, folder, deployments: { a } });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  test("that is not there is refused with the nearest", async () => {
    const models = open({ deployments: { judge: { base_url: url, model: "m" } } });
    await expect(models.model("deployment:juge", "scorers[0].judge_model")).rejects.toThrow(
      /scorers\[0\]\.judge_model: unknown deployment "juge".*did you mean "judge"/,
    );
  });
});

describe("a provider's model", () => {
  test("without its key is refused before any call, naming the variables", async () => {
    await expect(open().model("gemini")).rejects.toMatchObject({
      name: "ConfigError",
      code: "missing_key",
      message: expect.stringMatching(/GEMINI_API_KEY, GOOGLE_API_KEY, VERTEX_API_KEY/),
    });
  });

  test("finds its key in .env, and its address in the environment", async () => {
    await writeFile(join(folder, ".env"), "ANTHROPIC_API_KEY=from-file\n");
    const models = open({ variables: { ANTHROPIC_BASE_URL: `${url}/v1` } });
    respond = (response) =>
      response.end(JSON.stringify({ content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" }));
    expect((await (await models.model("claude-haiku-4-5")).ask(hello, never())).text).toBe("Hi");
    expect(asked[0]).toMatchObject({
      path: "/v1/messages",
      headers: { "x-api-key": "from-file", "anthropic-version": "2023-06-01" },
    });
  });

  test("is opened once, and again after it could not be", async () => {
    const variables: Record<string, string> = { OPENAI_BASE_URL: url };
    const models = open({ variables });
    await expect(models.model("openai:gpt-4o")).rejects.toMatchObject({ code: "missing_key" });
    const other = open({ variables: { ...variables, OPENAI_API_KEY: "k" } });
    const model = await other.model("openai:gpt-4o");
    expect(await other.model("OpenAI: gpt-4o")).toBe(model);
    await expect(models.model("openai:gpt-4o")).rejects.toMatchObject({ code: "missing_key" });
  });

  test("is told what the provider cannot do only by what comes back", async () => {
    const models = open({
      variables: { ZAI_API_KEY: "k" },
      deployments: { z: { provider: "zai", base_url: url, model: "glm" } },
    });
    const model = await models.model("deployment:z");
    expect(model.abilities).toEqual({ images: true, schema: false, logprobs: false });
    await model.ask({ ...hello, topLogprobs: 3, schema: { name: "v", schema: {} } }, never());
    expect(Object.keys(JSON.parse(asked[0]?.body ?? ""))).toEqual(["model", "messages"]);
  });

  test("that takes no images refuses them instead of dropping them", async () => {
    const models = open({
      deployments: { d: { provider: "deepseek", base_url: url, model: "m", api_key_env: "K" } },
      variables: { K: "k" },
    });
    const request: ModelRequest = { messages: [{ role: "user", content: "?", images: ["https://x.test/a.png"] }] };
    await expect((await models.model("deployment:d")).ask(request, never())).rejects.toMatchObject({
      code: "bad_request",
    });
    expect(asked).toHaveLength(0);
  });

  test("that is not told where to stop is cut there", async () => {
    const models = open({ deployments: { o: { base_url: url, model: "o3" } } });
    const answer = await (await models.model("deployment:o")).ask({ ...hello, stop: ["END", ""] }, never());
    expect(answer).toMatchObject({ text: "Paris ", finishReason: "stop" });
  });

  test("that the provider does not know is an error with the nearest known name", async () => {
    respond = (response) =>
      response.writeHead(404).end(JSON.stringify({ error: { message: "no", code: "model_not_found" } }));
    const models = open({ variables: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: url } });
    await expect((await models.model("openai:gpt-4o-mni")).ask(hello, never())).rejects.toMatchObject({
      code: "unknown_model",
      message: expect.stringContaining('did you mean "gpt-4o-mini"?'),
    });
  });

  test("costs what its file of prices says, and nothing is said where its own address is replaced", async () => {
    await writeFile(join(folder, "prices.json"), '{"deployment:d":{"input":3,"output":1}}');
    const variables = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: url };
    const models = open({ prices: "prices.json", variables, deployments: { d: { base_url: url, model: "m" } } });
    expect((await (await models.model("deployment:d")).ask(hello, never())).usage.costUsd).toBe(3);
    expect((await (await models.model("openai:gpt-4o")).ask(hello, never())).usage.costUsd).toBeNull();
  });

  test("that tells its cost is believed", async () => {
    respond = (response) =>
      response.end(JSON.stringify({ ...reply, usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.25 } }));
    const models = open({
      deployments: { r: { provider: "openrouter", base_url: url, model: "m" } },
      variables: { OPENROUTER_API_KEY: "k" },
    });
    expect((await (await models.model("deployment:r")).ask(hello, never())).usage.costUsd).toBe(0.25);
  });
});

describe("models", () => {
  test("go through the traffic of their provider, and its headers are told", async () => {
    respond = (response) => response.setHeader("x-ratelimit-remaining-requests", "9").end(JSON.stringify(reply));
    const wrapped: string[] = [];
    const heard: unknown[] = [];
    const models = open({
      deployments: { a: { base_url: url, model: "m" } },
      traffic: (model, provider) => {
        wrapped.push(`${model.id} of ${provider}`);
        return model;
      },
      heard: (headers, provider) => heard.push([headers["x-ratelimit-remaining-requests"], provider]),
    });
    await (await models.model("deployment:a")).ask(hello, never());
    await models.model("mock:echo");
    expect(wrapped).toEqual(["deployment:a of deployment:a", "mock:echo of mock"]);
    expect(heard).toEqual([["9", "deployment:a"]]);
  });

  test("are recorded and replayed, images by what they show", async () => {
    const image = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    await writeFile(join(folder, "a.png"), image);
    const byPath: ModelRequest = { messages: [{ role: "user", content: "?", images: ["a.png"] }] };
    const byBytes: ModelRequest = { messages: [{ role: "user", content: "?", images: [image] }] };
    const recording = open({
      record: "out.jsonl",
      deployments: { a: { base_url: url, model: "m", api_key_env: "K" } },
      variables: { K: "recorded-key" },
    });
    await (await recording.model("deployment:a")).ask(byPath, never());
    const answer = await (await open().model("replay:out.jsonl")).ask(byBytes, never());
    expect(answer).toMatchObject({ text: "Paris END more", cached: true });
    expect(await readFile(join(folder, "out.jsonl"), "utf8")).not.toContain("recorded-key");
  });

  test("are reached before the first call, whatever is answered there, without a key", async () => {
    respond = (response) => response.writeHead(404).end();
    const models = open({
      deployments: { a: { base_url: `${url}/v1`, model: "m", api_key_env: "K" } },
      variables: { K: "key-3" },
    });
    await models.reach("deployment:a", never());
    await models.reach("mock:echo", never());
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test("that nothing answers for are refused as configuration", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const address = free.address();
    const nowhere = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    await new Promise((resolve) => free.close(resolve));
    const models = open({ deployments: { a: { base_url: nowhere, model: "m" } } });
    await expect(models.reach("deployment:a", never(), "model")).rejects.toMatchObject({
      name: "ConfigError",
      code: "unreachable",
      message: expect.stringMatching(/^model: deployment:a cannot be reached: .*ECONNREFUSED/),
    });
    const reason = new Error("enough");
    await expect(models.reach("deployment:a", AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("try again through the traffic around them", async () => {
    respond = (response) => {
      if (asked.length < 3) response.writeHead(429, { "retry-after-ms": "1" }).end("{}");
      else response.end(JSON.stringify(reply));
    };
    const traffic = createTraffic({ maxRetries: 2 });
    const models = open({
      deployments: { a: { base_url: url, model: "m" } },
      traffic: (model) => traffic.wrap(model),
      heard: traffic.learn,
    });
    expect((await (await models.model("deployment:a")).ask(hello, never())).text).toBe("Paris END more");
    expect(asked).toHaveLength(3);
  });

  test("fail under way when they are closed", async () => {
    respond = () => {};
    const models = open({ deployments: { a: { base_url: url, model: "m" } } });
    const answer = (await models.model("deployment:a")).ask(hello, never());
    const ended = expect(answer).rejects.toBeInstanceOf(ModelError);
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await models.close();
    await ended;
  });
});

test("a reply that shows the key that was sent is taken without it; a short stand-in for a key is a word", async () => {
  respond = (response, { headers }) => {
    const content = `EMPTY ${headers.authorization} ${headers["x-gate"]} ${headers["x-team"]}`;
    response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
  };
  const deployment = { base_url: url, model: "m", api_key_env: "K" };
  const models = open({
    variables: { K: "sk-0123456789abc", GATE: "gate-0123456789", NONE: "EMPTY" },
    deployments: {
      a: { ...deployment, headers: { "x-gate": "$GATE", "x-team": "a-team-of-evaluators" } },
      b: { ...deployment, api_key_env: "NONE" },
    },
  });
  const shown = async (name: string) => (await (await models.model(name)).ask(hello, never())).raw;
  expect(await shown("deployment:a")).toMatchObject({
    choices: [{ message: { content: "EMPTY Bearer [key] [key] a-team-of-evaluators" } }],
  });
  expect(await shown("deployment:b")).toMatchObject({
    choices: [{ message: { content: "EMPTY Bearer EMPTY undefined undefined" } }],
  });
});

test("no key is in any error, wherever the provider quotes it", async () => {
  const keys = fc.stringMatching(/^[A-Za-z0-9$_.\\/+&*()[\]-]{8,60}$/);
  const places = fc.constantFrom("message", "code", "type", "detail", "plain", "page");
  const statuses = fc.constantFrom(200, 307, 400, 401, 404, 422, 429, 500, 529);
  let status = 200;
  let place = "";
  respond = (response, { headers }) => {
    const quoted = `You sent ${headers.authorization} and ${headers["x-gate"]}.`;
    const bodies: Readonly<Record<string, string>> = {
      message: JSON.stringify({ error: { message: quoted } }),
      code: JSON.stringify({ error: { message: "no", code: quoted } }),
      type: JSON.stringify({ error: { message: quoted, type: quoted } }),
      detail: JSON.stringify({ detail: quoted }),
      plain: JSON.stringify({ error: quoted }),
      page: `<html>${quoted}`,
    };
    response.writeHead(status, { "x-echo": quoted }).end(bodies[place]);
  };
  await fc.assert(
    fc.asyncProperty(keys, keys, places, statuses, async (key, gate, where, code) => {
      [status, place] = [code, where];
      const models = openModels({
        folder,
        variables: { K: key, GATE: gate },
        deployments: { a: { base_url: url, model: "m", api_key_env: "K", headers: { "x-gate": "$GATE" } } },
      });
      const model = await models.model("deployment:a");
      const thrown: unknown = await model.ask(hello, never()).then(
        () => null,
        (reason: unknown) => reason,
      );
      await models.close();
      expect(thrown).toBeInstanceOf(ModelError);
      const shown = inspect(thrown, { depth: 20 }) + JSON.stringify(thrown) + String(thrown);
      expect(shown.includes(key) || shown.includes(gate)).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ["local", { local: { base_url: "http://127.0.0.1:9", model: "m" } }, /did you mean "deployment:local"/],
  ["deployment:x", undefined, /unknown deployment "x"; the configuration names none/],
  ["replay:none.jsonl", undefined, /there is no such recording; .*working folder/],
  ["deployment:l", { l: { base_url: "http://127.0.0.1:9", model: "m", api_key: "sk-1" } }, /api_key_env/],
])("a slip in %s is told with the way out", async (name, deployments, says) => {
  const open = async () => openModels({ folder: "/nowhere", variables: {}, deployments }).model(name);
  await expect(open()).rejects.toThrow(says);
});
