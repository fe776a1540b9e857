import { beforeEach, describe, expect, test } from "vitest";
import { type Environment, systemEnvironment } from "../../../src/operations/environment.ts";
import { runEval } from "../../../src/operations/eval/eval.ts";
import { describeSandbox } from "../../sandbox/needs-sandbox.ts";

const LABEL = "assert add(2, 3) == 5";
const CONFIG = {
  data: [
    { output: "```python\ndef add(a, b):\n    return a + b\n```", entry_point: "add", label: LABEL },
    { output: "def add(a, b):\n    return a - b", entry_point: "add", label: LABEL },
    { output: "def add(a, b):\n    return 5", label: LABEL },
  ],
  scorers: [{ type: "code", name: "works" }],
};

let environment: Environment;
beforeEach(() => {
  environment = { ...systemEnvironment(new AbortController().signal), variables: {} };
});

async function summaryOf(input: object) {
  const operation = runEval({ config: CONFIG, store: ":memory:", ...input }, environment);
  for (;;) {
    const step = await operation.next();
    if (step.done) return step.value;
  }
}

describeSandbox("an eval of programs", () => {
  test("keeps what is right, wrong and not to be judged apart", async () => {
    expect(JSON.stringify(await summaryOf({}), (_key, value) => (value instanceof Map ? [...value] : value))).toMatch(
      /"mean":0\.5.*"count":2,"errorCount":1.*sample:missing_entry_point/,
    );
  });
});

describe("an eval of programs where no sandbox works", () => {
  test("stops before the first row, and says what to do", async () => {
    environment = { ...environment, variables: { VERIDIC_SANDBOX: "podman" } };
    await expect(summaryOf({})).rejects.toMatchObject({ code: "no_sandbox" });
  });

  test("an eval of texts does not ask for one", async () => {
    environment = { ...environment, variables: { VERIDIC_SANDBOX: "podman" } };
    const config = { data: [{ output: "a", label: "a" }], scorers: [{ type: "exact_match" }] };
    await expect(summaryOf({ config })).resolves.toBeDefined();
  });
});
