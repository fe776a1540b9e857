import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer, readContent } from "../../../src/operations/isolated/answers.ts";

const TICKET = { number: 4, token: "secret" };

describe("what came through the port", () => {
  test.each([
    ["a value", { value: "1" }],
    ["a failure", { code: "exception", message: "no" }],
    ["a failure with details", { code: "wrong_value", message: "no", details: { place: "scorers[0]" } }],
  ])("is the answer where it is %s with the ticket of the question", (_why, answer) => {
    expect(readAnswer({ ...TICKET, ...answer }, TICKET)).toEqual(answer);
  });

  test.each([
    ["null", null],
    ["a text", "1"],
    ["a list", [4, "secret"]],
    ["without a ticket", { value: "1" }],
    ["for the question before", { ...TICKET, number: 3, value: "1" }],
    ["for the question after", { ...TICKET, number: 5, value: "1" }],
    ["with a guessed token", { ...TICKET, token: "guess", value: "1" }],
    ["with a value that is no text", { ...TICKET, value: 1 }],
    ["with a failure that has no message", { ...TICKET, code: "exception" }],
    ["with a code that is no text", { ...TICKET, code: 1, message: "no" }],
    ["without any answer", TICKET],
  ])("is no answer where it is %s", (_why, said) => {
    expect(readAnswer(said, TICKET)).toBeNull();
  });

  test("loses details that are no texts", () => {
    const said = { ...TICKET, code: "c", message: "m", details: { place: 1, hint: "look", got: null } };
    expect(readAnswer(said, TICKET)).toEqual({ code: "c", message: "m", details: { hint: "look" } });
  });

  test("is no answer whatever it is, unless it repeats the token", () => {
    fc.assert(fc.property(fc.anything(), (said) => readAnswer(said, TICKET) === null));
  });
});

describe("the content of a module", () => {
  const plugin = { kind: "verifier_plugin", type: "acme/one", summary: "", needsTarget: false };

  test("is read where each part has its kind", () => {
    const content = { functions: ["reward"], plugins: [plugin] };
    expect(readContent(JSON.stringify(content))).toEqual(content);
  });

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["without plug-ins", '{"functions":[]}'],
    ["with a function that is no name", '{"functions":[1],"plugins":[]}'],
    ["with a plug-in that is null", '{"functions":[],"plugins":[null]}'],
    ["with a plug-in without a type", JSON.stringify({ functions: [], plugins: [{ ...plugin, type: 1 }] })],
  ])("is none where it is %s", (_why, text) => {
    expect(readContent(text)).toBeNull();
  });
});
