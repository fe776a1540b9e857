import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { readSolver } from "../../../src/models/solver/choice.ts";
import cases from "../../cases/solver-choices.json" with { type: "json" };

function read(given: unknown): unknown {
  try {
    return readSolver(given);
  } catch (error) {
    if (error instanceof ConfigError) return { refused: error.code, message: error.message };
    throw error;
  }
}

test.each(cases)("$why", (row) => {
  const { given, is, refused, says } = row as {
    given: unknown;
    is?: object;
    refused?: string;
    says?: string;
  };
  expect(read(given)).toMatchObject(is ?? { refused, message: expect.stringContaining(says ?? "") });
});

test("a function is known by its name, and one without a name too", () => {
  const answer = () => "x";
  expect(readSolver(answer)).toMatchObject({ kind: "function", name: "function:answer", source: answer });
  expect(
    readSolver({
      function: (
        () => () =>
          "x"
      )(),
      timeout: 1,
    }),
  ).toMatchObject({
    name: "function:anonymous",
    timeoutMs: 1_000,
  });
});

test("the time of the eval holds where the solver has none of its own", () => {
  expect(readSolver("a#b", { timeout: 7 })).toMatchObject({ timeoutMs: 7_000 });
  expect(readSolver({ command: ["a"], timeout: 2 }, { timeout: 7 })).toMatchObject({ timeoutMs: 2_000 });
});
