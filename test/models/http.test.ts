import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { ModelError } from "../../src/core/model.ts";
import type { Json } from "../../src/core/types.ts";
import { type Http, openHttp } from "../../src/models/http.ts";

interface AnswerCase {
  readonly why: string;
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly text?: string;
  readonly json?: Json;
  readonly error?: Readonly<Record<string, Json>>;
}

const answers = JSON.parse(
  readFileSync(new URL("../cases/http-answers.json", import.meta.url), "utf8"),
) as readonly AnswerCase[];

const KEY = "secret-key-000";
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function listen(handler: RequestListener): Promise<{ readonly url: URL; readonly server: Server }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return { url: new URL(`http://127.0.0.1:${address.port}/v1/chat/completions`), server };
}

async function http(options: Partial<Parameters<typeof openHttp>[0]> = {}): Promise<Http> {
  const client = await openHttp({ variables: {}, ...options });
  open.push(client);
  return client;
}

const call = (url: URL, timeoutMs = 10_000) => ({
  url,
  headers: { authorization: `Bearer ${KEY}` },
  body: { question: "ä" },
  timeoutMs,
});

const never = () => new AbortController().signal;

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const thrown = await promise.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(ModelError);
  expect(inspect(thrown, { depth: 20 })).not.toContain(KEY);
  return thrown as ModelError;
}

describe("an answer", () => {
  test.each(answers)("$status: $why", async (row) => {
    const { url } = await listen((request, response) => {
      request.resume();
      const type = { "content-type": row.type ?? "application/json" };
      response.writeHead(row.status, { ...type, ...row.headers });
      response.end(row.text ?? JSON.stringify(row.body));
    });
    const answer = (await http()).post(call(url), never());
    if (row.error === undefined) expect(await answer).toEqual(row.json);
    else expect(await failure(answer)).toMatchObject(row.error);
  });

  test("goes out as JSON with its headers, and what comes is told before it is judged", async () => {
    let seen: IncomingMessage | undefined;
    let body = "";
    const { url } = await listen((request, response) => {
      seen = request;
      request.setEncoding("utf8").on("data", (piece) => {
        body += piece;
      });
      request.on("end", () => response.writeHead(429, { "x-ratelimit-remaining-requests": "3" }).end());
    });
    const heard: unknown[] = [];
    await failure(
      (await http()).post(
        { ...call(url), heard: (headers) => heard.push(headers["x-ratelimit-remaining-requests"]) },
        never(),
      ),
    );
    expect(seen?.method).toBe("POST");
    expect(seen?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "content-type": "application/json" });
    expect(JSON.parse(body)).toEqual({ question: "ä" });
    expect(heard).toEqual(["3"]);
  });

  test("that is compressed without being asked is read, and a broken one is a bad reply", async () => {
    const whole = gzipSync(JSON.stringify({ fine: true }));
    let bytes = whole;
    const { url } = await listen((_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bytes),
    );
    const client = await http();
    expect(await client.post(call(url), never())).toEqual({ fine: true });
    bytes = whole.subarray(0, 12);
    expect(await failure(client.post(call(url), never()))).toMatchObject({ code: "bad_reply", retryable: true });
  });

  test("that is larger than allowed is broken off, compressed or not", async () => {
    let zipped = false;
    const { url } = await listen((_, response) => {
      const text = `"${"a".repeat(300_000)}"`;
      const type = { "content-type": "application/json" };
      response.writeHead(200, zipped ? { ...type, "content-encoding": "gzip" } : type);
      response.end(zipped ? gzipSync(text) : text);
    });
    const client = await http({ maxReplyBytes: 100_000 });
    expect(await failure(client.post(call(url), never()))).toMatchObject({ code: "bad_reply" });
    zipped = true;
    expect(await failure(client.post(call(url), never()))).toMatchObject({ code: "bad_reply" });
  });
});

describe("a connection", () => {
  const failing: readonly (readonly [string, (response: ServerResponse, request: IncomingMessage) => void])[] = [
    ["reset before an answer", (_, request) => request.socket.resetAndDestroy()],
    ["closed before an answer", (_, request) => request.socket.end()],
    [
      "lost in the middle of the body",
      (response, request) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"a":', () => request.socket.destroy());
      },
    ],
    ["that speaks no HTTP", (_, request) => request.socket.end("hello\r\n\r\n")],
  ];

  test.each(failing)("%s is a transport fault that may pass", async (_, fail) => {
    const { url } = await listen((request, response) => fail(response, request));
    const error = await failure((await http()).post(call(url), never()));
    expect(error).toMatchObject({ code: "transport", retryable: true, status: null });
    expect(error.cause).toBeDefined();
  });

  test("to where nothing listens is a transport fault that names the place", async () => {
    const { url, server } = await listen(() => {});
    await new Promise((resolve) => server.close(resolve));
    const error = await failure((await http()).post(call(url), never()));
    expect(error).toMatchObject({ code: "transport", retryable: true });
    expect(error.message).toContain(url.host);
    expect(error.message).toContain("ECONNREFUSED");
  });

  test("that hangs, or drips without an end, is over at the call's own time", async () => {
    const timers: NodeJS.Timeout[] = [];
    open.push({ close: () => timers.forEach(clearInterval) });
    let drip = false;
    const { url } = await listen((_, response) => {
      if (!drip) return;
      response.writeHead(200, { "content-type": "application/json" });
      timers.push(setInterval(() => response.write(" "), 10));
    });
    const client = await http();
    expect(await failure(client.post(call(url, 100), never()))).toMatchObject({ code: "timeout", retryable: true });
    drip = true;
    expect(await failure(client.post(call(url, 100), never()))).toMatchObject({ code: "timeout", retryable: true });
  });

  test("is closed when the caller gives up, and the caller's reason comes back", async () => {
    const caller = new AbortController();
    const reason = new Error("enough");
    let closed = Promise.resolve();
    const { url } = await listen((request) => {
      closed = new Promise((resolve) => request.socket.once("close", () => resolve()));
      caller.abort(reason);
    });
    await expect((await http()).post(call(url), caller.signal)).rejects.toBe(reason);
    await closed;
  });

  test("is not made for a caller who has given up", async () => {
    let requests = 0;
    const { url } = await listen((_, response) => {
      requests++;
      response.end();
    });
    const reason = new Error("enough");
    await expect((await http()).post(call(url), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(requests).toBe(0);
  });

  test("of fifty calls at once leaves no listener at the caller's signal", async () => {
    const { url } = await listen((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    const warnings: string[] = [];
    const hear = (warning: Error) => warnings.push(warning.name);
    process.on("warning", hear);
    open.push({ close: () => process.off("warning", hear) });
    const client = await http();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => client.post(call(url), signal)));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(warnings).toEqual([]);
  });

  test("is used again", async () => {
    const sockets = new Set<unknown>();
    const { url } = await listen((request, response) => {
      sockets.add(request.socket);
      request.resume();
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const client = await http();
    for (let count = 0; count < 5; count++) await client.post(call(url), never());
    expect(sockets.size).toBeLessThan(5);
  });
});

describe("a proxy", () => {
  async function proxy() {
    const asked: string[] = [];
    const { url, server } = await listen((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end('{"by":"proxy"}');
    });
    server.on("connect", (request, socket, head) => {
      asked.push(request.url ?? "");
      const [host = "", port = ""] = (request.url ?? "").split(":");
      const onward = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) end.on("error", () => {});
    });
    return { address: url.origin, asked };
  }

  test.each(["HTTP_PROXY", "http_proxy"])("named by %s is used", async (variable) => {
    const { url } = await listen((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    const { address, asked } = await proxy();
    await (await http({ variables: { [variable]: address } })).post(call(url), never());
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(url.host);
  });

  test("is not used for a host of NO_PROXY", async () => {
    const { url } = await listen((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    const { address, asked } = await proxy();
    const variables = { HTTP_PROXY: address, NO_PROXY: "127.0.0.1" };
    await (await http({ variables })).post(call(url), never());
    expect(asked).toEqual([]);
  });

  test("that is no address is refused without being quoted", async () => {
    const opening = openHttp({ variables: { HTTPS_PROXY: `user:${KEY}@proxy` } });
    await expect(opening).rejects.toThrow(/HTTPS_PROXY/);
    await expect(opening).rejects.not.toThrow(KEY);
  });
});
