import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { variantsOf } from "../../src/evals/variants.ts";

const messages = [{ role: "user", content: "{{input}}" }];
const labels = (config: Readonly<Record<string, unknown>>) => variantsOf(config).map(({ label }) => label);

describe("the runs that an eval stands for", () => {
  it("is one where model and prompt are none or one", () => {
    for (const config of [{}, { model: "a" }, { model: "a", prompt: "x" }, { model: "a", prompt: messages }]) {
      expect(variantsOf(config)).toEqual([{ label: "", config }]);
    }
  });

  it("is every model with every prompt, models first", () => {
    const variants = variantsOf({ name: "e", model: ["a", "b"], prompt: ["x", { name: "terse", prompt: messages }] });
    expect(variants).toEqual([
      { label: "a · x", config: { name: "e", model: "a", prompt: "x" } },
      { label: "a · terse", config: { name: "e", model: "a", prompt: messages } },
      { label: "b · x", config: { name: "e", model: "b", prompt: "x" } },
      { label: "b · terse", config: { name: "e", model: "b", prompt: messages } },
    ]);
  });

  it("is labelled by what differs, on one line", () => {
    expect(labels({ model: ["a"], prompt: "x" })).toEqual(["a"]);
    expect(labels({ model: "a", prompt: [messages, `one\n two ${"long ".repeat(20)}`] })).toEqual([
      "prompt 1",
      "one two long long long long long long l…",
    ]);
  });

  it.each([
    ["an empty list of models", { model: [] }, "model"],
    ["an empty list of prompts", { model: "a", prompt: [] }, "prompt"],
    ["a model twice", { model: ["a", "b", "a"] }, "model[2]"],
    ["a prompt twice under two names", { prompt: [{ name: "p", prompt: "x" }, "x"] }, "prompt[1]"],
    ["a model that is no text", { model: ["a", 7] }, "model[1]"],
    ["a prompt without content", { prompt: ["x", { name: "y" }] }, "prompt[1]"],
  ])("refuses %s", (_, config, place) => {
    expect(() => variantsOf(config)).toThrow(ConfigError);
    expect(() => variantsOf(config)).toThrow(expect.objectContaining({ place }));
  });
});
