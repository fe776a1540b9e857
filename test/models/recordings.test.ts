import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Model, ModelError, type ModelReply, type ModelRequest } from "../../src/core/model.ts";
import { mockModel } from "../../src/models/mock.ts";
import { recordTo } from "../../src/models/record.ts";
import { readLine, toLine } from "../../src/models/recording.ts";
import { replayModel } from "../../src/models/replay.ts";
import { requestKey } from "../../src/models/request-key.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "recordings-"));
});
afterEach(() => rm(folder, { recursive: true }));

const never = () => new AbortController().signal;
const say = (content: string): ModelRequest => ({ messages: [{ role: "user", content }] });

describe("a mock", () => {
  test("echoes the last thing that the user said, or answers what it is told", async () => {
    const request: ModelRequest = {
      messages: [
        { role: "user", content: "one" },
        { role: "user", content: "two" },
        { role: "assistant", content: "three" },
      ],
    };
    expect((await mockModel("echo").ask(request, never())).text).toBe("two");
    expect((await mockModel("echo").ask({ messages: [] }, never())).text).toBe("");
    expect(await mockModel("B").ask(request, never())).toEqual(await mockModel("B").ask(say("other words"), never()));
    expect((await mockModel("B").ask(request, never())).usage).toMatchObject({ inputTokens: 3, costUsd: 0 });
  });

  test("is not asked by a caller who has given up", async () => {
    const reason = new Error("enough");
    await expect(mockModel("B").ask(say("x"), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe("the key of a request", () => {
  const base: ModelRequest = {
    messages: [{ role: "user", content: "Hi", images: [Buffer.from("one")] }],
    schema: { name: "v", schema: { a: 1, b: 2 } },
  };
  const others: readonly (readonly [string, ModelRequest])[] = [
    [
      "a character of a message",
      { ...base, messages: [{ role: "user", content: "Hi ", images: [Buffer.from("one")] }] },
    ],
    ["a role", { ...base, messages: [{ role: "system", content: "Hi", images: [Buffer.from("one")] }] }],
    ["a bit of an image", { ...base, messages: [{ role: "user", content: "Hi", images: [Buffer.from("two")] }] }],
    ["an image that is left out", { ...base, messages: [{ role: "user", content: "Hi" }] }],
    ["where one message ends", { ...base, messages: [...base.messages, { role: "user", content: "" }] }],
    ["a temperature of 0 instead of none", { ...base, temperature: 0 }],
    ["a seed", { ...base, seed: 0 }],
    ["a limit", { ...base, maxTokens: 1 }],
    ["a stop sequence", { ...base, stop: ["x"] }],
    ["log-probabilities", { ...base, topLogprobs: 0 }],
    ["the effort", { ...base, reasoningEffort: "none" }],
    ["the repetition", { ...base, repetition: 2 }],
    ["the name of the schema", { ...base, schema: { name: "w", schema: { a: 1, b: 2 } } }],
    ["the order of properties, in which models write", { ...base, schema: { name: "v", schema: { b: 2, a: 1 } } }],
  ];

  test("differs for each thing that shapes the answer", () => {
    const keys = [base, ...others.map(([, request]) => request)].map((request) => requestKey(request));
    expect(new Set(keys).size).toBe(keys.length);
    expect(requestKey(base, "a")).not.toBe(requestKey(base, "b"));
  });

  test("is the same for the same request, however it is put", () => {
    const { messages, ...rest } = base;
    expect(requestKey({ ...rest, messages, stop: [], repetition: 1 })).toBe(requestKey(base));
    expect(requestKey(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("does not take an image for its digest or its path", () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom("a", "0".repeat(64)));
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const key = (image: string | Uint8Array) =>
          requestKey({ messages: [{ role: "user", content: "", images: [image] }] });
        expect(key(left) === key(right)).toBe(left === right);
        expect(key(left)).not.toBe(key(Buffer.from(right)));
      }),
    );
  });
});

describe("a recording", () => {
  const reply: ModelReply = {
    text: "Par\nis \u2028 ",
    reasoning: "hm",
    finishReason: "length",
    logprobs: [{ token: "P", logprob: -0.5, top: [{ token: "Q", logprob: -1 }] }],
    usage: { calls: 1, inputTokens: 1, cachedTokens: 2, outputTokens: 3, reasoningTokens: 4, costUsd: null },
    model: null,
    raw: { camelCase: { snake_case: [1, null] } },
    cached: false,
  };

  test("gives back the reply as it was, marked as paid for", () => {
    const line = toLine({ key: "k", model: "openai:m", reply });
    expect(line.trim().split("\n")).toHaveLength(1);
    expect(readLine(line)).toEqual({ key: "k", model: "openai:m", reply: { ...reply, cached: true } });
  });

  test("of any other text is none, and nothing throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(readLine(line)).toBeNull();
      }),
    );
  });

  test("is replayed by what was asked, and says so where it was not", async () => {
    const file = join(folder, "replies.jsonl");
    const recorded = recordTo(file)(mockModel("echo"));
    const asked = Array.from({ length: 30 }, (_, index) => say(`question ${index} ${"x".repeat(20_000)}`));
    await Promise.all(asked.map((request) => recorded.ask(request, never())));
    const replay = await replayModel("replies.jsonl", folder);
    expect(replay.id).toBe("replay:replies.jsonl");
    for (const request of asked) {
      expect(await replay.ask(request, never())).toMatchObject({ text: request.messages[0]?.content, cached: true });
    }
    const other = replay.ask(say("never asked"), never());
    await expect(other).rejects.toMatchObject({ name: "ModelError", code: "no_recording", retryable: false });
  });

  test("keeps no call that failed, and the later of two replies counts", async () => {
    const file = join(folder, "replies.jsonl");
    let answer: string | null = null;
    const inner: Model = {
      ...mockModel("x"),
      ask: async (request, signal) => {
        if (answer === null) throw new ModelError("timeout", "late");
        return mockModel(answer).ask(request, signal);
      },
    };
    const recorded = recordTo(file)(inner);
    await expect(recorded.ask(say("?"), never())).rejects.toMatchObject({ code: "timeout" });
    for (answer of ["first", "second"]) await recorded.ask(say("?"), never());
    expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(2);
    expect((await (await replayModel(file, "/")).ask(say("?"), never())).text).toBe("second");
  });

  test("of several models asks which is meant", async () => {
    const file = join(folder, "replies.jsonl");
    const record = recordTo(file);
    for (const name of ["A", "B"]) await record(mockModel(name)).ask(say("?"), never());
    await expect(replayModel(file, folder)).rejects.toMatchObject({ code: "ambiguous_recording" });
    expect((await (await replayModel(`${file}#mock:A`, folder)).ask(say("?"), never())).text).toBe("A");
    await expect(replayModel(`${file}#mock:C`, folder)).rejects.toThrow(/unknown recorded model "mock:C"/);
  });

  test("whose last line was torn by a kill is read without it, any other broken line is named", async () => {
    const file = join(folder, "replies.jsonl");
    await recordTo(file)(mockModel("A")).ask(say("?"), never());
    const whole = await readFile(file, "utf8");
    await appendFile(file, whole.slice(0, 40));
    expect((await (await replayModel(file, folder)).ask(say("?"), never())).text).toBe("A");
    await appendFile(file, `\n${whole}`);
    await expect(replayModel(file, folder)).rejects.toMatchObject({ code: "not_a_recording", place: `${file}:2` });
  });

  test("that is missing, empty or another file is refused when it is opened", async () => {
    await expect(replayModel("none.jsonl", folder)).rejects.toMatchObject({ code: "unreadable_file" });
    for (const content of ["", '{"rows": 1}\n', "words\n"]) {
      await writeFile(join(folder, "other.jsonl"), content);
      await expect(replayModel("other.jsonl", folder)).rejects.toMatchObject({ code: "not_a_recording" });
    }
  });

  test("that cannot be written fails the call", async () => {
    const recorded = recordTo(join(folder, "no", "such", "folder.jsonl"))(mockModel("A"));
    await expect(recorded.ask(say("?"), never())).rejects.toMatchObject({
      name: "StoreError",
      code: "recording_failed",
    });
  });
});
