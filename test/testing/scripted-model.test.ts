import { expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../../src/core/model.ts";
import { scriptedModel } from "../../src/testing.ts";

const never = new AbortController().signal;
const ask = (content: string): ModelRequest => ({
  messages: [
    { role: "system", content: "be brief" },
    { role: "user", content },
  ],
});

test("a list is said in its order, errors included, and nothing comes after it", async () => {
  const model = scriptedModel(["Yes", new ModelError("overloaded", "busy", { retryable: true }), ""]);
  expect(await model.ask(ask("1"), never)).toMatchObject({ text: "Yes", finishReason: "stop", cached: false });
  await expect(model.ask(ask("2"), never)).rejects.toMatchObject({ code: "overloaded", retryable: true });
  expect((await model.ask(ask("3"), never)).text).toBe("");
  await expect(model.ask(ask("4"), never)).rejects.toMatchObject({
    code: "no_recording",
    retryable: false,
    message: "the script has 3 replies, and this is one more",
  });
});

test("a map is asked by the last text of the user, and by its own keys alone", async () => {
  const model = scriptedModel({ France: "Paris", Italy: { text: "Rome", finishReason: "length" } });
  expect((await model.ask(ask("Italy"), never)).finishReason).toBe("length");
  expect((await model.ask(ask("France"), never)).text).toBe("Paris");
  for (const unknown of ["Spain", "constructor", "__proto__", "toString"]) {
    await expect(model.ask(ask(unknown), never)).rejects.toMatchObject({
      message: `the script has no reply to "${unknown}"`,
    });
  }
});

test("a function sees the request and how many came before", async () => {
  const model = scriptedModel(async (request, index) => `${index}: ${request.messages.at(-1)?.content}`);
  await model.ask(ask("a"), never);
  expect((await model.ask(ask("b"), never)).text).toBe("1: b");
});

test("it remembers what it was asked, failures included", async () => {
  const model = scriptedModel([]);
  const request = ask("?");
  await expect(model.ask(request, never)).rejects.toThrow();
  expect(model.requests).toEqual([request]);
});

test("an abort is heard before and during the reply, and an aborted request is not counted", async () => {
  const model = scriptedModel(["a"]);
  await expect(model.ask(ask("?"), AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(model.requests).toEqual([]);
  const controller = new AbortController();
  const slow = scriptedModel(async () => {
    controller.abort(new Error("enough"));
    return "too late";
  });
  await expect(slow.ask(ask("?"), controller.signal)).rejects.toThrow("enough");
});

test("name and abilities can be set", () => {
  const abilities = { images: false, schema: false, logprobs: false };
  expect(scriptedModel([], { id: "mock:judge", abilities })).toMatchObject({ id: "mock:judge", abilities });
});
