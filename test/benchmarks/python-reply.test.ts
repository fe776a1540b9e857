import fc from "fast-check";
import { expect, test } from "vitest";
import { completedProgram } from "../../src/benchmarks/python-program.ts";
import { readPythonReply } from "../../src/benchmarks/python-reply.ts";
import cases from "../cases/python-replies.json" with { type: "json" };

test.each(cases)("$why", ({ reply, rule, defines, code }) => {
  expect(readPythonReply(reply, "f")).toEqual({ rule, defines, code });
});

test.each(["", "  \n\t", "<think>I will write def f", "<think>done</think>"])("%j holds no code", (reply) => {
  expect(readPythonReply(reply, "f")).toBeNull();
});

const PROMPT = 'import math\n\ndef f(x):\n    import re\n    """One."""\n';

function program(reply: string): string {
  const read = readPythonReply(reply, "f");
  if (read === null) throw new TypeError("there is no code");
  return completedProgram(PROMPT, read, "f");
}

test("a body is joined to the prompt, with the indent that it lost", () => {
  expect(program("    return 1")).toBe(`${PROMPT}    return 1`);
  expect(program("return 1")).toBe(`${PROMPT}    return 1`);
  expect(program("y = x\n    return y")).toBe(`${PROMPT}    y = x\n    return y`);
  expect(program("y = x\nreturn y")).toBe(`${PROMPT}    y = x\n    return y`);
  expect(program("if x:\n        return 1\n    return 2")).toBe(`${PROMPT}    if x:\n        return 1\n    return 2`);
  expect(program("if x:\n    return 1\nreturn 2")).toBe(`${PROMPT}    if x:\n        return 1\n    return 2`);
  expect(program("def g(y):\n    return y\nreturn g(x)")).toBe(
    `${PROMPT}    def g(y):\n        return y\n    return g(x)`,
  );
});

test("a whole function stands behind the prompt, which keeps its imports, and those within", () => {
  expect(program("```\ndef f(x):\n    return 1\n```")).toBe(
    `${PROMPT}    pass\n\nimport re\ndef f(x):\n    return 1\n`,
  );
});

test("a method is called by the name of the function, and imports of the future come first", () => {
  expect(program("```\nclass A:\n    def f(self, x):\n        return 1\n```")).toContain("\nf = A().f\n");
  expect(program("```\nfrom __future__ import annotations\ndef f(x): return 1\n```")).toMatch(
    /^from __future__ import annotations\nimport math\n/,
  );
});

test("any text is read without a throw, and what is found is part of it", () => {
  const piece = fc.constantFrom(
    "```",
    "~~~",
    "\n",
    "def f(",
    "f = ",
    "class A:\n",
    "    ",
    "<think>",
    "</think>",
    "x",
    "\r\n",
    "\r",
    "> ",
    "\u00a0",
    "```py\n",
    "return x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const read = readPythonReply(pieces.join(""), "f");
      if (read === null) return;
      expect(read.code.trim() === "" && read.rule !== "first_block" && read.rule !== "block").toBe(false);
      completedProgram(PROMPT, read, "f");
    }),
    { numRuns: 500 },
  );
});

test("a megabyte of fences, of quotes and of blanks is read", () => {
  const units = ["```\n", "`", "f ", "f:", " ", "def f\n", "class A\n", "</think>"];
  for (const unit of [...units, "```py\n", "x ```", "x, ", "\u00a0", "> ```\n", "import a ", "\r"]) {
    for (const start of ["", "return x\n```\n", "def f():\n"]) {
      readPythonReply(start + unit.repeat(1_000_000 / unit.length), "f");
    }
  }
});
