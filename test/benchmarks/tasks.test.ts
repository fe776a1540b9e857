import { expect, test } from "vitest";
import type { Benchmark } from "../../src/benchmarks/benchmark.ts";
import { mbppPlus } from "../../src/benchmarks/evalplus.ts";
import { mbpp, taskScoring } from "../../src/benchmarks/mbpp.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import { describeSandbox } from "../sandbox/needs-sandbox.ts";

const raw = {
  task_id: 2,
  text: "Find the shared elements.",
  prompt: "Find the shared elements.",
  code: "def shared(a, b):\n  return sorted(set(a) & set(b))",
  test_list: ["assert shared([1, 2], [2]) == [2]"],
  test_setup_code: "",
  test_imports: ["import math"],
  test:
    "import numpy as np\n\ndef assertion(out, exp, atol):\n    if isinstance(out, np.ndarray) or out != exp:\n        np.testing.assert_allclose(out, exp, rtol=1e-07, atol=1e-6)\n\n" +
    "inputs = [[[1, 2], [2]], [[1.0, 3.0], [3.0]]]\nresults = [[2], [3.0000001]]\nfor inp, exp in zip(inputs, results):\n    assertion(shared(*inp), exp, 0)\n",
};

describeSandbox("tasks", () => {
  const score = async (benchmark: Benchmark, output: string) => {
    const row = benchmark.row(raw, 0);
    if (row === null || typeof row === "string") throw new TypeError(`not read: ${row}`);
    const sandbox = await openSandbox();
    const context = { signal: new AbortController().signal, sandbox: async () => sandbox };
    const { input, metadata = {} } = row;
    return taskScoring({ input, output, answer: output, targets: [], metadata }, context);
  };
  const right = "def shared(a, b):\n    return [x for x in a if x in b]";

  test.each([
    [mbpp, `[BEGIN]\n${right}\n[DONE]\nProblem: more`, "passed"],
    [mbpp, "```python\ndef shared(a, b):\n    return []\n```", "assertion"],
    [mbpp, "```python\ndef other(a, b):\n    return []\n```", "missing"],
    [mbppPlus, `\`\`\`\n${right}\n\`\`\``, "passed"],
    [mbppPlus, "```\ndef shared(a, b):\n    return [2]\n```", "assertion"],
    [mbppPlus, `\`\`\`\nimport numpy\n${right}\n\`\`\``, "load"],
  ])("$0.name: $1 is $2", async (benchmark, output, reason) => {
    expect(await score(benchmark, output)).toMatchObject({ reason, value: reason === "passed" ? 1 : 0 });
  });
});

test("without a sandbox a program has no score, and is never wrong", async () => {
  const row = mbpp.row(raw, 0);
  if (row === null || typeof row === "string") throw new TypeError("the row was not read");
  const attempt = {
    input: row.input,
    output: "def shared(a, b): return []",
    answer: "",
    targets: [],
    metadata: row.metadata ?? {},
  };
  expect(await taskScoring(attempt, { signal: new AbortController().signal })).toMatchObject({
    value: null,
    error: { stage: "sandbox", code: "no_sandbox" },
  });
});
