import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelError, type ModelReply, type ModelRequest } from "../../src/core/model.ts";
import type { Json } from "../../src/core/types.ts";
import { chatCompletions } from "../../src/models/chat-completions.ts";
import { generateContent } from "../../src/models/generate-content.ts";
import { messages } from "../../src/models/messages.ts";
import { responses } from "../../src/models/responses.ts";
import type { WireFormat } from "../../src/models/wire-format.ts";

const formats: Readonly<Record<string, WireFormat>> = {
  chat: chatCompletions,
  responses,
  gemini: generateContent,
  messages,
};

interface BodyCase {
  readonly why: string;
  readonly format: string;
  readonly model: string;
  readonly request: ModelRequest;
  readonly body: Json;
}

interface ReplyCase {
  readonly why: string;
  readonly format: string;
  readonly json: Json;
  readonly reply?: Partial<ModelReply>;
  readonly error?: { readonly code: string; readonly retryable: boolean };
}

const cases = <Row>(name: string) =>
  JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf8")) as readonly Row[];

const PNG = Buffer.from("iVBORw0KGgo=", "base64");

/** JSON has no bytes: `"PNG"` stands for them in the table. */
function withBytes(request: ModelRequest): ModelRequest {
  const images = (list: readonly (string | Uint8Array)[]) => list.map((image) => (image === "PNG" ? PNG : image));
  return {
    ...request,
    messages: request.messages.map((message) =>
      message.images === undefined ? message : { ...message, images: images(message.images) },
    ),
  };
}

function formatOf(name: string): WireFormat {
  const format = formats[name];
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}

describe("a request", () => {
  test.each(cases<BodyCase>("wire-bodies"))("$format: $why", ({ format, model, request, body }) => {
    expect(formatOf(format).toBody(withBytes(request), model)).toEqual(body);
  });

  test("goes to the path of its format", () => {
    const paths = Object.values(formats).map((format) => format.path("a b"));
    expect(paths).toEqual(["/chat/completions", "/responses", "/models/a%20b:generateContent", "/v1/messages"]);
    expect(generateContent.path("models/gemini-2.5-pro")).toBe("/models/gemini-2.5-pro:generateContent");
  });

  test("with a web image of unknown type is refused where the format wants the type", () => {
    const request = { messages: [{ role: "user", content: "", images: ["https://x.test/picture"] }] } as const;
    expect(() => generateContent.toBody(request, "m")).toThrow(ModelError);
  });
});

describe("a reply", () => {
  test.each(cases<ReplyCase>("wire-replies"))("$format: $why", ({ format, json, reply, error }) => {
    const read = () => formatOf(format).readReply(json);
    if (error === undefined) {
      expect(read()).toMatchObject({ ...reply, raw: json });
      return;
    }
    expect(read).toThrow(ModelError);
    expect(read).toThrow(expect.objectContaining(error));
  });

  const words = [
    ...["choices", "message", "content", "text", "output", "candidates", "parts", "usage", "error", "logprobs"],
    ...["tool_calls", "finish_reason", "stop_reason", "status", "thinking", "reasoning_details", "usageMetadata"],
    ...["logprobsResult", "chosenCandidates", "topCandidates", "tokens", "type", "refusal", "prompt_tokens"],
  ];
  const anyJson = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<Json>(null, true, "", "text", "thinking", "message", "output_text", -1, 0.5, 3, 1e308),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie("value"), { maxKeys: 6 }),
    ),
  })).value;

  test.each(Object.keys(formats))("%s: whatever the JSON, there is a whole reply or a ModelError", (name) => {
    fc.assert(
      fc.property(anyJson, (json) => {
        let reply: ModelReply;
        try {
          reply = formatOf(name).readReply(json);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ModelError);
          return;
        }
        expect(typeof reply.text).toBe("string");
        expect(["stop", "length", "refusal", "tool", "other"]).toContain(reply.finishReason);
        expect(reply.usage.costUsd).toBeNull();
        for (const count of Object.values({ ...reply.usage, costUsd: 0 })) expect(count).toBeGreaterThanOrEqual(0);
        for (const { token, logprob } of reply.logprobs ?? []) {
          expect(typeof token).toBe("string");
          expect(Number.isFinite(logprob)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("of a megabyte with a thought that never ends is read", () => {
    const content = `<think>${"<think> ".repeat(130_000)}`;
    const json = { choices: [{ message: { content }, finish_reason: "length" }] };
    expect(chatCompletions.readReply(json).text).toBe("");
  });
});
