import { request } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import {
  everyFault,
  faultStorm,
  type ModelServer,
  type ModelServerOptions,
  type ServedFormat,
  type ServedRequest,
  type ServerFault,
  startModelServer,
} from "../../src/testing.ts";
import cases from "../cases/model-server.json" with { type: "json" };

const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(options);
  open.push(server);
  return server;
}

const REQUESTS: Readonly<Record<ServedFormat, { path: string; body: (prompt: string) => object }>> = {
  chat_completions: {
    path: "/v1/chat/completions",
    body: (prompt) => ({ model: "m-1", messages: [{ role: "user", content: prompt }] }),
  },
  responses: {
    path: "/v1/responses",
    body: (prompt) => ({ model: "m-1", input: [{ role: "user", content: [{ type: "input_text", text: prompt }] }] }),
  },
  generate_content: {
    path: "/v1beta/models/m-1:generateContent",
    body: (prompt) => ({ contents: [{ role: "user", parts: [{ text: prompt }] }] }),
  },
  messages: {
    path: "/anthropic/v1/messages",
    body: (prompt) => ({ model: "m-1", max_tokens: 9, messages: [{ role: "user", content: prompt }] }),
  },
};
const FORMATS = Object.keys(REQUESTS) as ServedFormat[];

interface Sent {
  readonly headers?: Record<string, string>;
  readonly more?: object;
  readonly signal?: AbortSignal;
}

async function send(server: ModelServer, format: ServedFormat, prompt: string, { headers, more, signal }: Sent = {}) {
  const { path, body } = REQUESTS[format];
  const answer = await request(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...body(prompt), ...more }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

async function sendBad(fault: ServerFault, format: ServedFormat = "chat_completions", signal?: AbortSignal) {
  const server = await start({ misbehave: ({ index }) => (index === 0 ? fault : null) });
  return send(server, format, "hello", signal === undefined ? {} : { signal });
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (thrown) {
    return typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : thrown;
  }
  return "no failure";
}

describe("good answers, format by format", () => {
  test.each(cases)("$why", async ({ format, request: more, answer, reply }) => {
    const server = await start({ answer: () => answer as never });
    const { status, text } = await send(server, format as ServedFormat, "a question of 24 letters", { more });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject(reply);
  });
});

test("it answers by the last text of the user, in every format, and remembers what it got", async () => {
  const server = await start({ answer: (prompt, { model }) => `${model} heard ${prompt}` });
  for (const format of FORMATS) expect((await send(server, format, "one")).text).toContain("m-1 heard one");
  expect(server.requests.map(({ index, format, model, prompt }) => [index, format, model, prompt])).toEqual(
    FORMATS.map((format, index) => [index, format, "m-1", "one"]),
  );
});

test.each([
  [
    "chat_completions",
    {
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
      ],
    },
    "a",
  ],
  [
    "chat_completions",
    { messages: [{ role: "user", content: [{ type: "image_url" }, { type: "text", text: "x" }] }] },
    "x",
  ],
  ["responses", { input: "plain" }, "plain"],
  ["generate_content", { contents: [{ parts: [{ text: "no " }, { text: "role" }] }] }, "no role"],
  ["messages", { messages: [] }, ""],
  ["messages", { messages: "none" }, ""],
  ["chat_completions", { messages: [null, 4, { role: "user", content: null }] }, ""],
] as const)("the prompt of %s %j", async (format, more, prompt) => {
  const server = await start();
  await send(server, format, "unused", { more });
  expect(server.requests[0]?.prompt).toBe(prompt);
});

describe("requests that no provider would take", () => {
  test("an unknown path, another method, no JSON, and a stream", async () => {
    const server = await start();
    const post = (path: string, body: string) => request(server.url + path, { method: "POST", body });
    const statuses: number[] = [];
    for (const answer of [
      await post("/v1/embeddings", "{}"),
      await request(`${server.url}/v1/messages`),
      await post("/v1/messages", "{"),
      await post("/v1/messages", '{"stream": true}'),
    ]) {
      statuses.push(answer.statusCode);
      expect(await answer.body.json()).toHaveProperty("error");
    }
    expect(statuses).toEqual([404, 405, 400, 400]);
  });

  test("a key is looked for where each format puts it", async () => {
    const server = await start({ key: "secret" });
    const statusWith = async (headers: Record<string, string>) =>
      (await send(server, "chat_completions", "?", { headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ authorization: "Bearer other" })).toBe(401);
    expect(await statusWith({ authorization: "Bearer secret" })).toBe(200);
    expect(await statusWith({ "x-api-key": "secret" })).toBe(200);
    expect(await statusWith({ "x-goog-api-key": "secret" })).toBe(200);
    expect(await statusWith({ "api-key": "secret" })).toBe(200);
  });

  test("a model that is not served", async () => {
    const server = await start({ models: ["m-1"] });
    expect((await send(server, "messages", "?")).status).toBe(200);
    const { status, text } = await send(server, "messages", "?", { more: { model: "m-2" } });
    expect([status, JSON.parse(text).error.type]).toEqual([404, "not_found_error"]);
  });

  test("an answer function that throws is told and ends nothing", async () => {
    const server = await start({
      answer: (prompt) => {
        if (prompt === "bad") throw new TypeError("a mistake in the test");
        return prompt;
      },
    });
    const { status, text } = await send(server, "messages", "bad");
    expect(status).toBe(500);
    expect(text).toContain("a mistake in the test");
    expect((await send(server, "messages", "good")).status).toBe(200);
  });
});

describe("misbehaviour, through real sockets", () => {
  test.each([
    ["seconds", 1500, { "retry-after": "2" }],
    ["milliseconds", 250, { "retry-after-ms": "250" }],
    ["none", 250, {}],
  ] as const)("429 in the form of %s", async (form, waitMs, headers) => {
    const answer = await sendBad({ kind: "rate_limit", waitMs, form });
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject(headers);
    expect(answer.headers["retry-after"]).toBe("retry-after" in headers ? headers["retry-after"] : undefined);
    expect(JSON.parse(answer.text).error.code).toBe("rate_limit_exceeded");
  });

  test("429 in the form of a date, which is never earlier than asked for", async () => {
    const before = Date.now();
    const answer = await sendBad({ kind: "rate_limit", waitMs: 2500, form: "date" });
    const until = Date.parse(String(answer.headers["retry-after"]));
    expect(until).toBeGreaterThanOrEqual(before + 2500);
    expect(until).toBeLessThanOrEqual(Date.now() + 3500);
  });

  test("429 in the form of Google's body, and with headers of one's own", async () => {
    const headers = { "x-ratelimit-scope": "global" };
    const answer = await sendBad({ kind: "rate_limit", waitMs: 340, form: "body", headers }, "generate_content");
    expect(answer.headers).toMatchObject(headers);
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      details: [{ retryDelay: "0.34s" }],
    });
  });

  test.each(FORMATS.flatMap((format) => [500, 503, 529, 418].map((status) => [format, status] as const)))(
    "%s with status %i tells an error of its format",
    async (format, status) => {
      const answer = await sendBad({ kind: "status", status }, format);
      expect(answer.status).toBe(status);
      expect(typeof JSON.parse(answer.text).error.message).toBe("string");
    },
  );

  test("a reset before the answer", async () => {
    expect(await codeOf(sendBad({ kind: "reset" }))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });

  test("a reset in the middle of the answer", async () => {
    expect(await codeOf(sendBad({ kind: "reset", midway: true }))).toMatch(/ECONNRESET|UND_ERR_SOCKET|UND_ERR_ABORTED/);
  });

  test.each([false, true])("nothing comes any more (midway: %s), until the client leaves", async (midway) => {
    const server = await start({ misbehave: () => ({ kind: "hang", midway }) });
    const controller = new AbortController();
    const work = send(server, "messages", "?", { signal: controller.signal });
    const first = await Promise.race([work.then(() => "answered"), new Promise((go) => setTimeout(go, 60, "silent"))]);
    expect(first).toBe("silent");
    controller.abort(new Error("enough"));
    await expect(work).rejects.toThrow("enough");
  });

  test("a server that is closed leaves nobody hanging", async () => {
    const server = await startModelServer({ misbehave: () => ({ kind: "hang" }) });
    const work = codeOf(send(server, "messages", "?"));
    while (server.requests.length === 0) await new Promise((go) => setTimeout(go, 1));
    await server.close();
    expect(await work).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });

  test("a slow drip is whole in the end, and is given up when the client leaves", async () => {
    const answer = await sendBad({ kind: "drip", ms: 0, bytes: 50 });
    expect(JSON.parse(answer.text).choices[0].message.content).toBe("hello");
    expect(answer.text.length).toBeGreaterThan(200);
    const failure = sendBad({ kind: "drip", ms: 10_000 }, "messages", AbortSignal.timeout(60));
    await expect(failure).rejects.toThrow(/timeout/i);
  });

  test("a latency delays a good answer", async () => {
    const began = performance.now();
    expect((await sendBad({ kind: "latency", ms: 40 })).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(39);
  });

  test("truncated JSON comes over a connection that ends well", async () => {
    const { status, text, headers } = await sendBad({ kind: "truncated" });
    expect([status, headers["content-length"]]).toEqual([200, String(text.length)]);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test("a page of HTML with status 200", async () => {
    const { status, text, headers } = await sendBad({ kind: "wrong_type" });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<title>");
  });

  test("no body at all", async () => {
    const { status, text } = await sendBad({ kind: "empty" });
    expect([status, text]).toEqual([200, ""]);
  });

  test("a huge body is JSON without an answer, and may be broken off", async () => {
    const { text } = await sendBad({ kind: "huge", bytes: 300_000 });
    expect(text.length).toBeGreaterThan(300_000);
    expect(Object.keys(JSON.parse(text))).toEqual(["padding"]);

    const server = await start({ misbehave: () => ({ kind: "huge" }) });
    const { body } = await request(`${server.url}/v1/messages`, { method: "POST", body: "{}" });
    let read = 0;
    for await (const piece of body) {
      read += piece.length;
      if (read > 1_000_000) break;
    }
    expect(read).toBeLessThan(20_000_000);
  });

  test.each(FORMATS)("%s tells an error with status 200", async (format) => {
    const { status, text } = await sendBad({ kind: "error_in_ok" }, format);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveProperty("error.message");
  });

  test("headers and a latency of good answers can be set", async () => {
    const server = await start({ headers: { "x-ratelimit-remaining-requests": "7" }, latencyMs: 20 });
    const began = performance.now();
    expect((await send(server, "messages", "?")).headers["x-ratelimit-remaining-requests"]).toBe("7");
    expect(performance.now() - began).toBeGreaterThanOrEqual(19);
  });
});

describe("a storm of faults", () => {
  const asked = (prompt: string): ServedRequest => ({
    index: 0,
    format: "messages",
    path: "/v1/messages",
    headers: {},
    model: "m-1",
    prompt,
    body: {},
    at: 0,
  });
  const prompts = Array.from({ length: 2000 }, (_, row) => `row ${row}`);

  test("hits the share that it is given, with every kind", () => {
    const storm = faultStorm({ seed: 1, share: 0.2 });
    const faults = prompts.map((prompt) => storm(asked(prompt))).filter((fault) => fault !== null);
    expect(faults.length).toBeGreaterThan(330);
    expect(faults.length).toBeLessThan(470);
    expect(new Set(faults)).toEqual(new Set(everyFault));
  });

  test("does the same to a prompt in whatever order requests come", () => {
    const forwards = faultStorm({ seed: 5, share: 0.5 });
    const backwards = faultStorm({ seed: 5, share: 0.5 });
    const one = new Map(prompts.map((prompt) => [prompt, forwards(asked(prompt))]));
    const other = new Map([...prompts].reverse().map((prompt) => [prompt, backwards(asked(prompt))]));
    for (const prompt of prompts) expect(other.get(prompt)).toBe(one.get(prompt));
  });

  test("throws the dice anew for a retry and for another seed", () => {
    const storm = faultStorm({ seed: 1, share: 0.5 });
    const other = faultStorm({ seed: 2, share: 0.5 });
    const fates = (one: typeof storm) => prompts.map((prompt) => one(asked(prompt)) === null);
    const first = fates(storm);
    for (const next of [fates(storm), fates(other)]) {
      const same = next.filter((fate, index) => fate === first[index]).length;
      expect(same).toBeGreaterThan(850);
      expect(same).toBeLessThan(1150);
    }
  });

  test("none and all are possible", () => {
    expect(faultStorm({ seed: 1, share: 0 })(asked("a"))).toBeNull();
    expect(faultStorm({ seed: 1, share: 1, faults: [{ kind: "empty" }] })(asked("a"))).toEqual({ kind: "empty" });
    expect(faultStorm({ seed: 1, share: 1, faults: [] })(asked("a"))).toBeNull();
  });
});
