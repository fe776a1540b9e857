import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { sandboxChoice } from "../../../src/operations/powers/sandbox-choice.ts";

test.each([
  ["nothing is named", {}, {}],
  ["the name is empty", { VERIDIC_SANDBOX: "" }, {}],
  [
    "an engine and its image",
    { VERIDIC_SANDBOX: "podman", VERIDIC_SANDBOX_IMAGE: "mine" },
    { kind: "podman", image: "mine" },
  ],
])("%s", (_what, variables, choice) => {
  expect(sandboxChoice(variables)).toEqual(choice);
});

test("a name that is none is refused, as is none at all: what is unsafe has another name", () => {
  for (const name of ["dokcer", "none", "unsafe"]) {
    expect(() => sandboxChoice({ VERIDIC_SANDBOX: name })).toThrow(ConfigError);
  }
});
