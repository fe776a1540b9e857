// biome-ignore-all lint/suspicious/noTemplateCurlyInString: data that looks like a template is what is tested.
import { expect, test } from "vitest";
import { messagesOf } from "../../src/benchmarks/messages.ts";
import { readMapping } from "../../src/evals/datasets/fields.ts";
import { fillPrompt, readPrompt } from "../../src/evals/prompt.ts";

test("examples are turns before the question, and braces and dollars in them are data", () => {
  const variant = { name: "v", summary: "", system: "Be brief.", prompt: "Q: {{input}}\nA:" };
  const messages = messagesOf(variant, [{ input: "is {{target}} $& 1?", output: "It is {{id}}." }]);
  const filled = fillPrompt(readPrompt(messages, undefined), { input: "{{x}}", target: "t" }, readMapping({}));
  expect(filled).toEqual({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Q: is {{target}} $& 1?\nA:" },
      { role: "assistant", content: "It is {{id}}." },
      { role: "user", content: "Q: {{x}}\nA:" },
    ],
  });
});
