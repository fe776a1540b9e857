import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import type { StoredSample } from "../../../src/store/types.ts";
import { answerOf, broken, exportText, fail, pass, runOf, scored, skipped, sourceOf } from "./run.ts";
import { texts } from "./texts.ts";
import { childrenOf, readXml, type XmlElement } from "./xml-reader.ts";

async function exportSuites(...source: Parameters<typeof sourceOf>): Promise<readonly XmlElement[]> {
  return readXml(await exportText("junit", sourceOf(...source))).children;
}

async function exportCases(...source: Parameters<typeof sourceOf>): Promise<readonly XmlElement[]> {
  const suites = await exportSuites(...source);
  return suites.flatMap((suite) => childrenOf(suite, "testcase"));
}

function propertiesOf(suite: XmlElement | undefined): Record<string, string | undefined> {
  const properties = suite?.children.find((child) => child.name === "properties")?.children ?? [];
  return Object.fromEntries(properties.map(({ attributes }) => [attributes["name"], attributes["value"]]));
}

const asXml = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");

describe("a run as JUnit XML", () => {
  it("has totals that agree with the rows: 2 passes, 3 failures, 5 errors", async () => {
    const samples = scored(pass, pass, fail, fail, fail, broken, broken, broken, broken, broken);
    const root = readXml(await exportText("junit", sourceOf(samples)));
    const [suite] = root.children;
    const totals = { tests: "10", failures: "3", errors: "5", skipped: "0" };
    expect(root.attributes).toEqual({ name: "support-bot", ...totals });
    expect(suite?.attributes).toEqual({ name: "answer", ...totals, timestamp: "2026-01-02T03:04:05" });
    expect(propertiesOf(suite)).toEqual({ run_id: "run-1", pass_rate: "0.4", error_rate: "0.5" });
    const bodies = suite?.children.slice(1).map((test) => test.children.map(({ name }) => name).join());
    expect(bodies).toEqual(["", "", ...Array(3).fill("failure"), ...Array(5).fill("error")]);
  });

  it("has a suite for each scorer, and adds them up", async () => {
    const samples = [answerOf(0, { scores: { a: pass, b: fail } }), answerOf(1, { scores: { a: skipped, b: broken } })];
    const root = readXml(await exportText("junit", sourceOf(samples, { scorers: ["b", "a"] })));
    expect(root.attributes).toMatchObject({ tests: "4", failures: "1", errors: "1", skipped: "1" });
    expect(root.children.map(({ attributes }) => attributes)).toMatchObject([
      { name: "b", tests: "2", failures: "1", errors: "1", skipped: "0" },
      { name: "a", tests: "2", failures: "0", errors: "0", skipped: "1" },
    ]);
  });

  it("tells in a failure what was judged, what was expected, and by which rule", async () => {
    const [test] = await exportCases(scored(fail));
    expect(test?.attributes).toEqual({ name: "row-1", classname: "support-bot.answer" });
    const [failure] = test?.children ?? [];
    expect(failure?.attributes).toEqual({ type: "mismatch", message: "mismatch: answered 41, expected 42" });
    expect(failure?.text).toBe("reason: mismatch\nanswer: 41\nexpected: 42\ntrace: exact_match: 41 is not 42");
  });

  it.each<{ why: string; eval: Json; row: Json; expected: string | null }>([
    { why: "the row's label", eval: {}, row: { label: "L" }, expected: "L" },
    { why: "the target before the label", eval: {}, row: { ground_truth: "T", label: "L" }, expected: "T" },
    { why: "the mapped target", eval: { fields: { target: "a.b" } }, row: { a: { b: 7 }, label: "L" }, expected: "7" },
    {
      why: "the scorer's own field",
      eval: { scorers: [{ type: "x", name: "answer", reference_field: "mine" }] },
      row: { mine: ["a", "b"], target: "T" },
      expected: "a | b",
    },
    {
      why: "a scorer without a name goes by its type",
      eval: { scorers: [{ type: "answer", referenceField: "mine" }] },
      row: { mine: "M", target: "T" },
      expected: "M",
    },
    { why: "an object as JSON", eval: {}, row: { target: { a: 1 } }, expected: '{"a":1}' },
    { why: "no target at all", eval: {}, row: {}, expected: null },
    { why: "an empty list", eval: {}, row: { target: [] }, expected: null },
    { why: "no row", eval: {}, row: null, expected: null },
    { why: "a configuration that cannot be read", eval: [1], row: { label: "L" }, expected: "L" },
  ])("expects $why", async ({ eval: config, row, expected }) => {
    const samples = [answerOf(0, { row, scores: { answer: fail } })];
    const [test] = await exportCases(samples, { run: runOf({ config: { eval: config } }) });
    const line = /^expected: (.*)$/m.exec(test?.children[0]?.text ?? "")?.[1] ?? null;
    expect(line).toBe(expected);
  });

  it("says that no answer was found", async () => {
    const score = { value: 0, pass: false, confident: false, reason: "no_answer", answer: null };
    const [test] = await exportCases(scored(score));
    expect(test?.children[0]?.attributes["message"]).toBe("no_answer: no answer, expected 42");
    expect(test?.children[0]?.text).toContain("answer: (none found)");
  });

  it("keeps broken, skipped and absent scores apart", async () => {
    const tests = await exportCases(scored(broken, skipped, undefined));
    expect(tests.map(({ children }) => children.map(({ name, attributes }) => ({ name, ...attributes })))).toEqual([
      [{ name: "error", type: "judge:timeout", message: "judge:timeout: no reply in 60 s" }],
      [{ name: "skipped", message: "no reference" }],
      [
        {
          name: "error",
          type: "store:missing_score",
          message: "store:missing_score: the run has no score for this answer",
        },
      ],
    ]);
  });

  it("shows a judge's unreadable reply with the error", async () => {
    const [test] = await exportCases(scored({ ...(broken as object), raw: "looks <fine>" } as Json));
    expect(test?.children[0]?.text).toBe("no reply in 60 s\ntrace: looks <fine>");
  });

  it("neither passes nor fails a score that declares no pass, and shows it", async () => {
    const samples = scored({ value: 0.25, pass: null, confident: true, reason: "similarity" });
    const [suite] = await exportSuites(samples);
    expect(suite?.attributes).toMatchObject({ tests: "1", failures: "0", errors: "0", skipped: "0" });
    expect(propertiesOf(suite)).toEqual({ run_id: "run-1", error_rate: "0" });
    const [out] = suite?.children[1]?.children ?? [];
    expect([out?.name, out?.text]).toEqual(["system-out", "score: 0.25\nreason: similarity"]);
  });

  it("has no rate of nothing", async () => {
    const [suite] = await exportSuites([]);
    expect(suite?.attributes).toMatchObject({ tests: "0", failures: "0", errors: "0", skipped: "0" });
    expect(propertiesOf(suite)).toEqual({ run_id: "run-1" });
    const [unscored] = await exportSuites(scored(broken, skipped));
    expect(propertiesOf(unscored)).toEqual({ run_id: "run-1", error_rate: "0.5" });
  });

  it("names epochs where there are several, and takes the pass rate from the summary, which reduces them", async () => {
    const samples = [answerOf(0, { scores: { answer: pass } }), answerOf(0, { epoch: 2, scores: { answer: fail } })];
    const run = runOf({ summary: { scorers: { answer: { pass_rate: 1 } } } });
    const [suite] = await exportSuites(samples, { run });
    expect(suite?.children.slice(1).map(({ attributes }) => attributes["name"])).toEqual([
      "row-1 [epoch 1]",
      "row-1 [epoch 2]",
    ]);
    expect(propertiesOf(suite)["pass_rate"]).toBe("1");
    expect(propertiesOf((await exportSuites(samples))[0])["pass_rate"]).toBe("0.5");
    const stale = await exportSuites(scored(pass, fail), { run });
    expect(propertiesOf(stale[0])["pass_rate"]).toBe("0.5");
  });

  it.each(texts)("stays well-formed and keeps what XML can hold: $why", async ({ text }) => {
    const name = `n${text}`;
    const score = { value: 0, pass: false, confident: true, reason: text, answer: text, raw: text, explanation: text };
    const samples = [
      answerOf(0, { sampleId: text, row: { label: text }, output: text, scores: { [name]: score } }),
      answerOf(1, { scores: { [name]: { value: null, skipped: text } } }),
      answerOf(2, { scores: { [name]: { value: 0.5, pass: null, reason: text } } }),
      answerOf(3, {
        scores: { [name]: { value: null, error: { stage: "judge", code: text, message: text, retryable: false } } },
      }),
    ];
    const [suite] = await exportSuites(samples, { scorers: [name], run: runOf({ name, id: text, model: text }) });
    expect(suite?.attributes["name"]).toBe(asXml(name));
    expect(propertiesOf(suite)).toMatchObject({ run_id: asXml(text), model: asXml(text) });
    const [failed, left, open, fault] = suite?.children.slice(1) ?? [];
    expect(failed?.attributes).toEqual({ name: asXml(text), classname: asXml(`${name}.${name}`) });
    expect(failed?.children[0]?.text).toContain(`answer: ${asXml(text)}\nexpected: ${asXml(text)}\n`);
    expect(left?.children[0]?.attributes["message"]).toBe(asXml(text));
    expect(open?.children[0]?.text).toBe(`score: 0.5\nreason: ${asXml(text)}`);
    expect(fault?.children[0]?.attributes["type"]).toBe(asXml(`judge:${text}`));
  });

  it("stays well-formed for any text, and any JSON as a score", async () => {
    const anyText = fc.string({ unit: "binary" });
    await fc.assert(
      fc.asyncProperty(anyText, fc.jsonValue(), fc.jsonValue(), async (text, one, other) => {
        const scores = { [text]: one as Json, b: { value: null, error: other as Json, answer: other as Json } };
        const samples = [answerOf(0, { sampleId: text, output: text, scores })];
        const suites = await exportSuites(samples, { scorers: [text, "b"] });
        expect(suites.map((suite) => suite.attributes["tests"])).toEqual(["1", "1"]);
      }),
    );
  });

  it.each<{ why: string; score: Json }>([
    { why: "a text", score: "1" },
    { why: "a text for a number", score: { value: "1", pass: true } },
    { why: "null without a reason", score: { value: null } },
    { why: "an error that is no error", score: { value: null, error: true } },
    {
      why: "parts of an error that cannot be made text by the language",
      score: { value: null, error: { stage: { toString: 1 }, code: [], message: { valueOf: null } } },
    },
    { why: "a list", score: [1] },
  ])("counts what is no score as broken: $why", async ({ score }) => {
    const [suite] = await exportSuites(scored(score));
    expect(suite?.attributes).toMatchObject({ tests: "1", failures: "0", errors: "1", skipped: "0" });
  });

  it("refuses to give totals that its rows do not have", async () => {
    const before = scored(pass);
    const after = scored(pass, fail);
    let reads = 0;
    const samples = async function* (): AsyncGenerator<StoredSample> {
      yield* reads++ === 0 ? before : after;
    };
    await expect(exportText("junit", sourceOf([], { samples }))).rejects.toThrow(/run-1 changed while it was exported/);
  });

  it("shortens what stands in attributes, and keeps the whole of a megabyte in the text", async () => {
    const answer = "\u0000<😀".repeat(250_000);
    const score = { value: 0, pass: false, confident: true, reason: "mismatch", answer };
    const [test] = await exportCases(scored(score));
    expect(test?.children[0]?.attributes["message"]?.length).toBeLessThan(300);
    expect(test?.children[0]?.text).toContain(asXml(answer));
  });

  const python = spawnSync("python3", ["-c", "import xml.etree.ElementTree"]).status === 0;
  it.skipIf(!python)("is read by another parser (needs python3)", async () => {
    const samples = texts.map(({ text }, index) => {
      const score = { value: 0, pass: false, confident: true, reason: text, answer: text, raw: text };
      return answerOf(index, { sampleId: text, row: { label: text }, output: text, scores: { answer: score } });
    });
    const xml = await exportText("junit", sourceOf(samples));
    const program =
      "import sys,json,xml.etree.ElementTree as e\n" +
      "r=e.fromstring(sys.stdin.buffer.read())\n" +
      "print(json.dumps([t.get('name') for t in r.iter('testcase')]))";
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { input: xml, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(texts.map(({ text }) => asXml(text)));
  });
});
