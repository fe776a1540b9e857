import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rescore, runEval, summarize } from "../../../src/eval.ts";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly run_id: string;
  readonly status: string;
  readonly samples: number;
  readonly parent: string | null;
  readonly duration_s: number;
  readonly scorers: Readonly<
    Record<string, { readonly mean: number | null; readonly count: number; readonly error_count: number }>
  >;
}

const data = jsonl(
  Array.from({ length: 30 }, (_, index) => ({
    id: `s${index}`,
    output: index % 3 === 0 ? "Blue" : "red",
    label: "blue",
  })),
);
const config = JSON.stringify({ dataset: "rows.jsonl", scorers: [{ type: "exact_match", name: "answer" }] });

function parse(out: string): Summary {
  return JSON.parse(out) as Summary;
}

/** A summary without what differs between two equal runs. */
function figures(out: string): object {
  const { run_id: _id, duration_s: _duration, parent: _parent, ...rest } = parse(out);
  return rest;
}

describe("resume", () => {
  test("an interrupted run goes on where it stopped and ends with the same figures", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": data, "eval.yaml": config });
    const whole = await place.run(["eval", "eval.yaml", "--json"]);
    const stop = new AbortController();
    const stopped = await place.run(["eval", "eval.yaml", "--json"], {
      signal: stop.signal,
      onErr: (text) => {
        if (text.startsWith("run ")) stop.abort();
      },
    });
    expect(stopped.exitCode).toBe(130);
    const { run_id: id, status } = parse(stopped.out);
    expect(status).toBe("interrupted");
    expect(stopped.err).toContain(`veridic runs resume ${id}`);
    const resumed = await place.run(["runs", "resume", id, "--json"]);
    expect(resumed.exitCode).toBe(0);
    expect(figures(resumed.out)).toEqual(figures(whole.out));
    expect(parse(resumed.out).run_id).toBe(id);
  });

  test("a complete run has nothing left to do", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": data, "eval.yaml": config });
    const first = await place.run(["eval", "eval.yaml", "--json"]);
    const again = await place.run(["runs", "resume", "latest", "--json"]);
    expect(figures(again.out)).toEqual(figures(first.out));
  });

  test.each([
    [
      "changed data",
      { "rows.jsonl": `${data}${jsonl([{ id: "new", output: "x", label: "y" }])}` },
      ["rows.jsonl", "has changed"],
    ],
    [
      "a changed eval file",
      { "eval.yaml": config.replace("answer", "other") },
      ["eval.yaml", "has changed", "rescore"],
    ],
  ])("%s are refused, and the run stays as it is", async (_, files, says) => {
    await using place = workplace();
    await place.write({ "rows.jsonl": data, "eval.yaml": config });
    const before = await place.run(["eval", "eval.yaml", "--json"]);
    await place.write(files);
    const { exitCode, err } = await place.run(["runs", "resume", "latest"]);
    expect(exitCode).toBe(2);
    for (const part of says) expect(err).toContain(part);
    const after = await place.run(["runs", "show", "latest", "--json"]);
    expect(after.out).toBe(before.out);
  });
});

test("retry asks only what broke, and keeps what was scored", async () => {
  await using place = workplace();
  const index = new URL("../../../src/index.ts", import.meta.url).pathname;
  const plugin = `
    import { appendFileSync, existsSync } from "node:fs";
    import { defineVerifier } from "${index}";
    export default defineVerifier({ type: "acme/flaky", summary: "Fails at first.", create: () => ({ output }) => {
      appendFileSync(new URL("./asked.txt", import.meta.url), output + "\\n");
      if (output === "b" && existsSync(new URL("./outage", import.meta.url))) throw new Error("outage");
      return true;
    } });`;
  await place.write({
    "rows.jsonl": jsonl(["a", "b", "c"].map((output) => ({ id: output, output, label: output }))),
    outage: "",
    "flaky.ts": plugin,
    "eval.yaml": JSON.stringify({
      dataset: "rows.jsonl",
      plugins: ["./flaky.ts"],
      scorers: [
        { type: "acme/flaky", name: "flaky" },
        { type: "exact_match", name: "answer" },
      ],
    }),
  });
  const first = await place.run(["eval", "eval.yaml", "--json"]);
  expect(parse(first.out).scorers["flaky"]).toMatchObject({ count: 2, error_count: 1 });
  await place.write({ "asked.txt": "" });
  rmSync(join(place.folder, "outage"));
  const retried = await place.run(["runs", "retry", "latest", "--json"]);
  expect(retried.exitCode).toBe(0);
  expect(parse(retried.out).scorers["flaky"]).toMatchObject({ count: 3, error_count: 0, mean: 1 });
  expect(parse(retried.out).run_id).toBe(parse(first.out).run_id);
  expect(await place.read("asked.txt")).toBe("b\n");
});

test("retry keeps the scores of scorers that are named like parts of every object", async () => {
  await using place = workplace();
  const scorers = ["__proto__", "constructor", "toString"].map((name) => ({ type: "exact_match", name }));
  await place.write({
    "rows.jsonl": jsonl([
      { id: "a", output: "Blue", label: "blue" },
      { id: "b", label: "blue" },
    ]),
    "eval.yaml": JSON.stringify({ dataset: "rows.jsonl", scorers }),
  });
  const first = await place.run(["eval", "eval.yaml", "--json"]);
  const retried = await place.run(["runs", "retry", "latest", "--json"]);
  expect(Object.keys(parse(retried.out).scorers)).toEqual(scorers.map((scorer) => scorer.name));
  expect(figures(retried.out)).toEqual(figures(first.out));
  const rows = (await place.run(["runs", "export", "latest"])).out.trim().split("\n");
  expect(rows.map((row) => Object.keys((JSON.parse(row) as { scores: object }).scores))).toEqual([
    ["__proto__", "constructor", "toString"],
    ["__proto__", "constructor", "toString"],
  ]);
});

describe("rescore", () => {
  test("gives new scores to the old outputs, without the data set, and leaves the old run alone", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": data,
      "eval.yaml": config,
      "strict.json": JSON.stringify([{ type: "exact_match", name: "answer", case_sensitive: true }]),
    });
    const old = await place.run(["eval", "eval.yaml", "--json"]);
    await place.write({ "rows.jsonl": "gone" });
    const rescored = await place.run(["runs", "rescore", "latest", "--scorers", "strict.json", "--json"]);
    expect(parse(rescored.out)).toMatchObject({
      parent: parse(old.out).run_id,
      samples: 30,
      scorers: { answer: { mean: 0, count: 30 } },
    });
    const shown = await place.run(["runs", "show", parse(old.out).run_id, "--json"]);
    expect(shown.out).toBe(old.out);
    const again = await place.run(["runs", "rescore", "latest", "--scorers", "eval.yaml", "--json"]);
    expect(parse(again.out).scorers["answer"]?.mean).toBeCloseTo(1 / 3);
  });
});

describe("the list of runs", () => {
  test("shows the newest first; a run goes with rm, unless another one reads its outputs", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": data,
      "eval.yaml": config,
      "s.json": JSON.stringify([{ type: "contains", name: "c" }]),
    });
    const { run_id: id } = parse((await place.run(["eval", "eval.yaml", "--json"])).out);
    const child = parse((await place.run(["runs", "rescore", id.slice(0, 11), "--scorers", "s.json", "--json"])).out);
    const list = JSON.parse((await place.run(["runs", "list", "--json"])).out) as { run_id: string }[];
    expect(list.map((run) => run.run_id)).toEqual([child.run_id, id]);
    const refused = await place.run(["runs", "rm", id]);
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain(child.run_id);
    expect((await place.run(["runs", "rm", child.run_id])).exitCode).toBe(0);
    expect((await place.run(["runs", "rm", id])).exitCode).toBe(0);
    expect((await place.run(["runs", "list"])).out).toContain("no runs yet");
  });
});

describe("diff", () => {
  test("two runs of other data are matched by sample id, and say so", async () => {
    await using place = workplace();
    await place.write({
      "a.jsonl": jsonl([
        { id: 1, output: "x", label: "x" },
        { id: 2, output: "x", label: "y" },
        { id: 3, output: "x", label: "x" },
      ]),
      "b.jsonl": jsonl([
        { id: 2, output: "y", label: "y" },
        { id: 3, output: "z", label: "x" },
        { id: 4, output: "x", label: "x" },
      ]),
      "a.yaml": JSON.stringify({ dataset: "a.jsonl", scorers: [{ type: "exact_match", name: "answer" }] }),
      "b.yaml": JSON.stringify({ dataset: "b.jsonl", scorers: [{ type: "exact_match", name: "answer" }] }),
    });
    const a = parse((await place.run(["eval", "a.yaml", "--json"])).out).run_id;
    const b = parse((await place.run(["eval", "b.yaml", "--json"])).out).run_id;
    const { out } = await place.run(["runs", "diff", a, b, "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      same_data: false,
      scorers: {
        answer: {
          difference: { count: 2, mean: 0 },
          a: { unpaired_count: 1 },
          b: { unpaired_count: 1 },
          passes: { only_a: 1, only_b: 1, p: 1, gained: { ids: ["2"] }, lost: { ids: ["3"] } },
        },
      },
    });
    expect((await place.run(["runs", "diff", a, b])).out).toContain("matched by sample id");
  });

  test("runs without a common scorer are refused", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": data,
      "eval.yaml": config,
      "s.json": JSON.stringify([{ type: "contains", name: "c" }]),
    });
    const { run_id: id } = parse((await place.run(["eval", "eval.yaml", "--json"])).out);
    await place.run(["runs", "rescore", id, "--scorers", "s.json"]);
    const { exitCode, err } = await place.run(["runs", "diff", id, "latest"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("no scorer in common");
  });
});

test("functions given in code are not kept, so such a run can be shown and rescored but not resumed", async () => {
  await using place = workplace();
  const store = join(place.folder, "veridic.db");
  const verifier = ({ output }: { readonly output: string }) => output === "a";
  const config = {
    data: [
      { output: "a", label: "a" },
      { output: "b", label: "b" },
    ],
    scorers: [{ type: "pipeline", name: "own", verifier }],
  };
  const { runId, scorers } = await runEval(config, { store });
  expect(scorers.get("own")?.mean).toBe(0.5);
  expect((await summarize(runId, { store })).scorers.get("own")?.mean).toBe(0.5);
  const rescored = await rescore(runId, [{ type: "exact_match", name: "answer" }], { store });
  expect(rescored.scorers.get("answer")?.mean).toBe(1);
  const { exitCode, err } = await place.run(["runs", "resume", runId, "--store", store]);
  expect(exitCode).toBe(2);
  expect(err).toContain("functions that were given in code");
});

test("a run can be shown, compared and exported when its plug-in is gone", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": data,
    "own.ts": `
      import { defineVerifier } from "veridic";
      export default defineVerifier({ type: "acme/any", summary: "Anything.", create: () => () => true });`,
    "eval.yaml": JSON.stringify({
      dataset: "rows.jsonl",
      plugins: ["./own.ts"],
      scorers: [{ type: "acme/any", name: "any" }],
    }),
  });
  const before = await place.run(["eval", "eval.yaml", "--json"]);
  expect(before.exitCode).toBe(0);
  rmSync(join(place.folder, "own.ts"));
  expect((await place.run(["runs", "show", "latest", "--json"])).out).toBe(before.out);
  expect((await place.run(["runs", "export", "latest"])).out.split("\n")).toHaveLength(31);
  expect((await place.run(["runs", "diff", "latest", "latest"])).exitCode).toBe(0);
});

test("an export to a folder that is not there says so, and makes none", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": data, "eval.yaml": config });
  await place.run(["eval", "eval.yaml"]);
  const { exitCode, err } = await place.run(["runs", "export", "latest", "--format", "junit", "-o", "out/report.xml"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("out/report.xml: there is no folder out to write the export to; make the folder");
});

test("a summary with errors names the command that shows them row by row", async () => {
  await using place = workplace();
  const broken = jsonl([{ id: "silent", output: null, label: "blue" }]);
  await place.write({ "rows.jsonl": `${data}${broken}`, "eval.yaml": config });
  const { out } = await place.run(["eval", "eval.yaml"]);
  const [, command = ""] = /which rows, and why: veridic (.*)$/m.exec(out) ?? [];
  const exported = await place.run(command.split(" "));
  expect(exported.out).toMatch(/^silent,.*sample:missing_output/m);
  await place.write({ "rows.jsonl": data });
  expect((await place.run(["eval", "eval.yaml"])).out).not.toContain("which rows");
});

test("a retry of a run without errors says that there was nothing to do", async () => {
  await using place = workplace();
  const data = [{ output: "a", label: "a" }];
  await place.write({ "eval.json": JSON.stringify({ data, scorers: [{ type: "exact_match", name: "answer" }] }) });
  await place.run(["eval", "eval.json"]);
  const { exitCode, err } = await place.run(["runs", "retry", "latest"]);
  expect(exitCode).toBe(0);
  expect(err).toContain("had errored, so nothing was asked again");
});
