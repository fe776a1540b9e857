import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { readSelection, type SelectionTools, weighsLetters } from "../../../src/select/input/read-selection.ts";
import faults from "../../cases/selection-faults.json" with { type: "json" };

const INPUT = {
  task: "t",
  criteria: [{ name: "Correctness", description: "solves it" }],
  candidates: [
    { id: "a", content: "x" },
    { id: "b", content: "y" },
  ],
};

const FILES: Readonly<Record<string, Uint8Array>> = {
  "a.txt": new TextEncoder().encode("\ufeffFILE A\n"),
  "logs/run.log": new TextEncoder().encode("LOG"),
  "picture.png": new Uint8Array([137, 80, 0, 71]),
  "latin1.txt": new Uint8Array([102, 252, 114]),
  "large.txt": new TextEncoder().encode("x".repeat(50_000)),
  "blank.txt": new TextEncoder().encode(" \n"),
};

const TOOLS: SelectionTools = {
  readFile: async (path, maxBytes) => {
    const bytes = FILES[path];
    if (bytes === undefined) throw new Error("no such file");
    return bytes.slice(0, maxBytes);
  },
  modelId: (name, place) => {
    if (name === "unknown") throw new ConfigError("unknown_model", "unknown", { place });
    return name === "alias-of-m1" ? "m1" : name;
  },
};

interface Fault {
  readonly why: string;
  readonly change: object;
  readonly drop?: readonly string[];
  readonly tools?: object;
  readonly code: string;
  readonly place?: string;
}

test.each(faults as readonly Fault[])(
  "$code at $place: $why",
  async ({ change, drop = [], tools = {}, code, place }) => {
    const given = Array.isArray(change) ? change : { ...INPUT, ...change };
    const input = Array.isArray(given)
      ? given
      : Object.fromEntries(Object.entries(given).filter(([key]) => !drop.includes(key)));
    const thrown = await readSelection(input, { ...TOOLS, ...tools }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ConfigError);
    expect(thrown).toMatchObject({ code, place });
  },
);

describe("an input", () => {
  test("says little: the rest is by default", async () => {
    expect(await readSelection(INPUT)).toEqual({
      mode: "compare",
      task: "t",
      context: "",
      groundTruthNote: null,
      criteria: [{ id: "correctness", name: "Correctness", description: "solves it" }],
      candidates: ["a", "b"].map((id, at) => ({
        id,
        content: "xy"[at],
        evidence: [],
        source: null,
        truncated: false,
        checks: [],
        recordedChecks: [],
      })),
      sharedEvidence: [],
      backend: "pi-model-ensemble",
      models: ["kimi:kimi-for-coding", "minimax.io:minimax-m3", "openai:gpt-5.5"].map((id) => ({ id, weight: 1 })),
      modelsGiven: false,
      weightsGiven: false,
      verifications: 5,
      verificationsGiven: false,
      showSummaries: false,
      mock: false,
      calibrationPath: null,
      outputPath: null,
      warnings: [expect.stringContaining("unweighted")],
    });
  });

  test("is read alike in the runner's and in the tool's spelling", async () => {
    const more = { candidates: [{ ...INPUT.candidates[0], evidencePaths: ["@logs/run.log"] }, INPUT.candidates[1]] };
    const camel = {
      ...INPUT,
      ...more,
      groundTruthNote: "n",
      nVerifications: 6,
      modelWeights: { gpt55: 2 },
      models: ["gpt-5.5", "m2"],
      maxCandidateChars: 2_000,
    };
    const snake = {
      ...INPUT,
      candidates: [{ id: "a", content: "x", evidence_paths: ["logs/run.log"] }, INPUT.candidates[1]],
      ground_truth_note: "n",
      n_verifications: 6,
      model_weights: [{ model: "gpt-5.5", weight: 2 }],
      models: ["gpt-5.5", "m2"],
      max_candidate_chars: 2_000,
    };
    const read = await readSelection(camel, TOOLS);
    expect(await readSelection(snake, TOOLS)).toEqual(read);
    expect(read).toMatchObject({
      verifications: 6,
      verificationsGiven: true,
      models: [
        { id: "gpt-5.5", weight: 2 },
        { id: "m2", weight: 1 },
      ],
      candidates: [{ evidence: [{ label: "run.log", content: "LOG" }] }, {}],
    });
  });

  test("of one candidate is an audit by one strong judge", async () => {
    const read = await readSelection({ ...INPUT, candidates: [INPUT.candidates[0]] });
    expect(read).toMatchObject({ mode: "audit", backend: "zai-coding-plan", models: [{ id: "zai:glm-5.1" }] });
  });

  test("takes its time from the number of judges, and warns below five", async () => {
    const models = ["m1", "m2", "m3", "m4", "m5", "m6"];
    expect(await readSelection({ ...INPUT, models })).toMatchObject({ verifications: 6, verificationsGiven: false });
    const few = await readSelection({ ...INPUT, models: ["m1"], n_verifications: 3 });
    expect(few).toMatchObject({ verifications: 3, verificationsGiven: true });
    expect(await readSelection({ ...INPUT, models: ["m1"], n_verifications: null })).toMatchObject({
      verifications: 5,
    });
  });

  test("of a mock run says so first", async () => {
    const { mock, warnings } = await readSelection({ ...INPUT, mock: true });
    expect(mock).toBe(true);
    expect(warnings[0]).toContain("mock smoke test");
  });

  test("may have more than six candidates where that is allowed", async () => {
    const candidates = Array.from({ length: 9 }, (_, index) => ({ id: `c${index}`, content: "x" }));
    expect((await readSelection({ ...INPUT, candidates }, { allowMany: true })).candidates).toHaveLength(9);
  });

  test("names a backend whose judges are weighed", async () => {
    const { backend, models } = await readSelection({ ...INPUT, backend: "gemini-python" });
    expect(models).toEqual([{ id: "google:gemini-2.5-flash", weight: 1 }]);
    expect(weighsLetters(backend)).toBe(true);
    expect(weighsLetters("zai-coding-plan")).toBe(false);
  });
});

describe("a text", () => {
  const withCandidate = (candidate: object) => ({
    ...INPUT,
    models: ["m1"],
    candidates: [candidate, INPUT.candidates[1]],
  });

  test("comes from a file, with or without an @, and the file wins over content", async () => {
    const read = await readSelection(withCandidate({ id: "a", path: "@a.txt", content: "inline" }), TOOLS);
    expect(read.candidates[0]).toMatchObject({ content: "FILE A", source: "a.txt", truncated: false });
    expect(read.warnings).toEqual([expect.stringContaining("candidate a has a path and content")]);
  });

  test("is refused from a file where none may be read", async () => {
    const thrown = await readSelection(withCandidate({ id: "a", path: "a.txt" })).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: "files_refused" });
  });

  test("that is long and inline is cut, with a line and a warning that say so", async () => {
    const read = await readSelection(withCandidate({ id: "a", content: `${"x".repeat(11_999)}\u{1f600}y` }));
    expect(read.candidates[0]?.content).toBe(`${"x".repeat(11_999)}\n... (truncated)`);
    expect(read.candidates[0]?.truncated).toBe(true);
    expect(read.warnings).toEqual(["candidate a was cut to 12000 characters"]);
  });

  test("of evidence may be a map, a text or a file; a blank one is left out aloud", async () => {
    const evidence = [{ label: "unit tests", content: "12 passed" }, "plain", { content: " " }];
    const candidate = { id: "a", content: "x", evidence, evidence_text: "inline", evidence_paths: ["logs/run.log"] };
    const read = await readSelection({ ...withCandidate(candidate), evidence: ["shared"] }, TOOLS);
    expect(read.candidates[0]?.evidence).toEqual([
      { label: "unit tests", content: "12 passed" },
      { label: "evidence", content: "plain" },
      { label: "a-inline-evidence", content: "inline" },
      { label: "run.log", content: "LOG" },
    ]);
    expect(read.sharedEvidence).toEqual([{ label: "evidence", content: "shared" }]);
    expect(read.warnings).toEqual(["input.candidates[0].evidence[2] is blank and was left out"]);
  });
});

test("checks are commands with a limit of time, or results of before", async () => {
  const checks = [
    "npm test",
    { run: "make", cwd: "sub", timeout: 5, name: "build" },
    { name: "lint", pass: false, output: "x" },
  ];
  const read = await readSelection({ ...INPUT, candidates: [{ id: "a", content: "x", checks }, INPUT.candidates[1]] });
  expect(read.candidates[0]?.checks).toEqual([
    { name: "npm test", run: "npm test", cwd: null, timeoutMs: 60_000 },
    { name: "build", run: "make", cwd: "sub", timeoutMs: 5_000 },
  ]);
  expect(read.candidates[0]?.recordedChecks).toEqual([{ name: "lint", passed: false, output: "x" }]);
});

test("criteria of nearly the same words are warned of, others are not", async () => {
  const description = "Check whether the patch edits the failing code path and not a symptom of it";
  const criteria = [
    { name: "Root cause", description },
    { name: "Cause", description },
    { name: "Tests", description: "Is there a test that failed before" },
  ];
  const { warnings } = await readSelection({ ...INPUT, models: ["m1"], criteria });
  expect(warnings).toEqual(['criteria "root-cause" and "cause" ask nearly the same: one weakness may count twice']);
});

const STEPS: Readonly<Record<string, string>> = {
  task: '--task "what the candidates were asked to do"',
  criteria: '--criteria "Name: what to inspect"',
  candidates: "name their files on the command line",
};

describe("what is missing is told with its key and how it is given", () => {
  for (const [key, step] of Object.entries(STEPS)) {
    test.each([
      ["absent", undefined],
      ["null", null],
      ["empty", key === "task" ? "" : []],
    ])(`${key}: %s`, async (_why, value) => {
      for (const place of ["input", "in.json"]) {
        const thrown = await readSelection({ ...INPUT, [key]: value }, { place }).catch((error: unknown) => error);
        expect(thrown).toMatchObject({ place: `${place}.${key}`, hint: expect.stringContaining(step) });
        expect(thrown).toMatchObject({ hint: expect.stringContaining(`give ${key} in the input`) });
      }
    });
  }

  test("a key of one criterion has no flag of its own", async () => {
    const thrown = await readSelection({ ...INPUT, criteria: [{ name: "x" }] }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: "missing_option", hint: undefined });
  });
});

test("a criterion that is described by its name alone is warned of, one with more is not", async () => {
  const bare = [
    { name: "Correctness", description: "Correctness" },
    { name: "Root cause", description: " root  CAUSE. " },
    { name: "Größe", description: "größe" },
    { name: "Style", description: "?" },
  ];
  const criteria = [...bare, { name: "Tests", description: "Tests that failed before" }];
  const { warnings } = await readSelection({ ...INPUT, models: ["m1"], criteria });
  expect(warnings.map((text) => text.replace(/ has no .*/, ""))).toEqual(bare.map(({ name }) => `criterion "${name}"`));
  expect(warnings[0]).toContain('"Name: what to inspect"');
});

test("a judge of the family that wrote a candidate is warned of, an unknown author is not", async () => {
  const candidates = [
    { id: "a", content: "x", model: "openai:gpt-5" },
    { id: "b", content: "y", model: "unknown" },
  ];
  const { warnings } = await readSelection({ ...INPUT, models: ["openai:gpt-5.5"], candidates }, TOOLS);
  expect(warnings).toEqual(["judge openai:gpt-5.5 is of the family that wrote candidate a, and may favour it"]);
});

test("what a user keeps with a candidate is passed on untouched", async () => {
  const metadata = { some_key: { innerKey: [1, null] } };
  const read = await readSelection({
    ...INPUT,
    candidates: [{ id: "a", content: "x", metadata }, INPUT.candidates[1]],
  });
  expect(read.candidates[0]?.metadata).toEqual(metadata);
});

test("any JSON is read, or refused with a code and a place", async () => {
  const keys = ["task", "criteria", "candidates", "models", "modelWeights", "n_verifications", "mock", "evidence"];
  const wild = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()));
  const changed = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()).map((more) => ({ ...INPUT, ...more }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(wild, changed), async (given) => {
      const read = await readSelection(given, TOOLS).catch((error: unknown) => error);
      if (!(read instanceof Error)) return;
      expect(read).toBeInstanceOf(ConfigError);
      expect((read as ConfigError).place).toMatch(/^input/);
    }),
  );
});
