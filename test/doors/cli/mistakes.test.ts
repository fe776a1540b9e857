import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonl, workplace } from "./command-line.ts";

const rows = jsonl([
  { id: "1", response: "Blue", label: "blue" },
  { id: "2", response: "Red", label: "blue" },
]);
const good = { dataset: "rows.jsonl", output_field: "response", scorers: [{ type: "exact_match", name: "answer" }] };

interface Mistake {
  readonly why: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly eval?: unknown;
  readonly argv?: readonly string[];
  /** What the sentence must hold: the place, what is wrong, the next step. */
  readonly says: readonly string[];
}

/** A list of ten times the list before it. */
function aliases(name: string): string {
  const before = String.fromCharCode(name.charCodeAt(0) - 1);
  return `${name}: &${name} [${Array(10).fill(`*${before}`).join(", ")}]`;
}

const mistakes: readonly Mistake[] = [
  {
    why: "an unknown type",
    eval: { ...good, scorers: [{ type: "exact_mach", name: "a" }] },
    says: ["eval.yaml", "scorers[0].type", "exact_mach", 'did you mean "exact_match"?'],
  },
  {
    why: "a misspelt option of a scorer",
    eval: { ...good, scorers: [{ type: "exact_match", name: "a", ignore_cas: true }] },
    says: ["scorers[0]", "ignore_cas", 'did you mean "ignore_case"?'],
  },
  {
    why: "a misspelt key of the eval",
    eval: { ...good, scorer: [] },
    says: ["eval.yaml", "scorer", 'did you mean "scorers"?'],
  },
  {
    why: "an option with a wrong value",
    eval: { ...good, scorers: [{ type: "numeric", name: "a", rel_tol: "big" }] },
    says: ["scorers[0].rel_tol", "expected", "big"],
  },
  {
    why: "a gate on a score that nothing can keep",
    eval: { ...good, gates: { answer: 80 } },
    says: ["eval.yaml", "gates.answer", "out of reach", "did you mean 80%?"],
  },
  {
    why: "a gate on errors that nothing can miss",
    eval: { ...good, gates: { errors: "<= 5" } },
    says: ["eval.yaml", "gates.errors", "out of reach", "did you mean <= 5%?"],
  },
  {
    why: "aliases within aliases that would fill the memory",
    files: { "bomb.yaml": `a: &a [1, 1]\n${["b", "c", "d", "e"].map(aliases).join("\n")}\n` },
    argv: ["eval", "bomb.yaml"],
    says: ["bomb.yaml", "cannot be read", "alias"],
  },
  {
    why: "two documents in one file",
    files: { "two.yaml": "dataset: rows.jsonl\n---\ndataset: rows.jsonl\n" },
    argv: ["eval", "two.yaml"],
    says: ["two.yaml:2:1", "second document"],
  },
  {
    why: "a missing data set",
    eval: { ...good, dataset: "row.jsonl" },
    says: ["row.jsonl", "no such file", 'did you mean "rows.jsonl"?'],
  },
  {
    why: "a missing eval file",
    argv: ["eval", "evl.yaml"],
    says: ["evl.yaml", "no such file", 'did you mean "eval.yaml"?'],
  },
  {
    why: "the rows where the eval should be",
    argv: ["eval", "rows.jsonl"],
    says: ["rows.jsonl", "this is a data set", "veridic init --dataset rows.jsonl"],
  },
  {
    why: "rows among the scorers",
    argv: ["eval", "--dataset", "rows.jsonl", "--scorers", "rows.jsonl"],
    says: ["rows.jsonl", "this is a data set", "expected a configuration"],
  },
  {
    why: "a wrong output field",
    eval: { ...good, output_field: "respons" },
    says: ["output_field", "respons", 'did you mean "response"?'],
  },
  {
    why: "a wrong reference field",
    eval: { ...good, scorers: [{ type: "exact_match", name: "a", reference_field: "lable" }] },
    says: ["scorers[0].reference_field", "lable", 'did you mean "label"?'],
  },
  {
    why: "no field that could be a target",
    files: { "rows.jsonl": jsonl([{ response: "Blue", gold: "blue" }]) },
    says: ["scorers[0].reference_field", "answer needs a target", "gold", "reference_field: my_field"],
  },
  {
    why: "no field that could be an output",
    eval: { ...good, output_field: undefined },
    files: { "rows.jsonl": jsonl([{ answer: "Blue", label: "blue" }]) },
    says: ["output_field", "no row has an output", "the fields answer, label", "output_field: my_field", "model:"],
  },
  {
    why: "extractors beside a plain verifier",
    eval: { ...good, scorers: [{ type: "numeric", name: "a", target_extractors: [{ type: "number" }] }] },
    says: ["scorers[0].target_extractors", "numeric takes no", "type: pipeline", "verifier: { type: numeric }"],
  },
  {
    why: "the parts of a pipeline without its type",
    eval: { ...good, scorers: [{ name: "a", extractors: [{ type: "number" }], verifier: { type: "numeric" } }] },
    says: ["scorers[0].type", "type: pipeline"],
  },
  {
    why: "a part that is only named",
    eval: {
      ...good,
      scorers: [{ type: "pipeline", name: "a", extractors: ["number"], verifier: { type: "numeric" } }],
    },
    says: ["scorers[0].extractors[0]", "this is no extractor", "write it as { type: number }"],
  },
  {
    why: "an extractor where the verifier should be",
    eval: { ...good, scorers: [{ type: "pipeline", name: "a", verifier: { type: "number" } }] },
    says: ["scorers[0].verifier.type", "number is an extractor, and no verifier", "numeric"],
  },
  {
    why: "a verifier where an extractor should be",
    argv: ["verify", "--extractors", "numeric", "--prediction", "4", "--ground-truth", "4"],
    says: ["extractors[0].type", "numeric is a verifier, and no extractor", "number"],
  },
  {
    why: "a file where the rows themselves should be",
    eval: { ...good, dataset: undefined, data: "rows.jsonl" },
    says: ["data", "a file of rows stands under dataset"],
  },
  {
    why: "several files of rows",
    eval: { ...good, dataset: ["rows.jsonl", "more.jsonl"] },
    says: ["eval.yaml", "dataset", "one file"],
  },
  {
    why: "another word for the path of a data set",
    eval: { ...good, dataset: { file: "rows.jsonl" } },
    says: ["dataset.file", "called path"],
  },
  {
    why: "the field of the target within a chain",
    eval: {
      ...good,
      scorers: [
        {
          type: "pipeline",
          name: "a",
          verifier: { type: "composite", verifiers: [{ type: "exact_match", reference_field: "label" }] },
        },
      ],
    },
    says: ["scorers[0].verifier.verifiers[0].reference_field", "beside the scorer's type"],
  },
  {
    why: "a range on a pipeline",
    eval: { ...good, scorers: [{ type: "pipeline", range: [0, 10], verifier: { type: "exact_match" } }] },
    says: ["scorers[0].range", "a pipeline takes no range"],
  },
  {
    why: "errors limited from below",
    argv: ["eval", "eval.yaml", "--fail-under", "errors=0.1"],
    says: ["--fail-under", "--max-errors 0.1"],
  },
  {
    why: "a slip in the name of a part",
    eval: { ...good, fields: { targte: "label" } },
    says: ["fields.targte", 'did you mean "target"?'],
  },
  {
    why: "a scorer that is called errors",
    eval: { ...good, scorers: [{ type: "exact_match", name: "errors" }] },
    says: ["scorers[0].name", "counts the rows that broke"],
  },
  {
    why: "an invalid regex in the configuration",
    eval: {
      ...good,
      scorers: [
        {
          type: "pipeline",
          name: "a",
          extractors: [{ type: "regex", pattern: "([a-" }],
          verifier: { type: "exact_match" },
        },
      ],
    },
    says: ["extractors[0].pattern", "a ] is missing"],
  },
  {
    why: "a duplicate scorer name",
    eval: {
      ...good,
      scorers: [
        { type: "exact_match", name: "a" },
        { type: "contains", name: "a" },
      ],
    },
    says: ["scorers[1].name", '"a"', "scorers[0]"],
  },
  {
    why: "duplicate ids",
    files: { "rows.jsonl": rows + jsonl([{ id: "1", response: "x", label: "y" }]) },
    says: ["rows.jsonl", '"1"', "line"],
  },
  { why: "an empty data set", files: { "rows.jsonl": "" }, says: ["rows.jsonl", "empty"] },
  { why: "no scorers", eval: { ...good, scorers: [] }, says: ["scorers", "exact_match"] },
  {
    why: "a gate on an unknown scorer",
    eval: { ...good, gates: { anser: ">= 0.5" } },
    says: ["gates.anser", 'did you mean "answer"?'],
  },
  {
    why: "a gate that cannot be read",
    eval: { ...good, gates: { answer: "about half" } },
    says: ["gates.answer", ">= 0.8"],
  },
  {
    why: "a composite without verifiers",
    eval: { ...good, scorers: [{ type: "composite", name: "a", verifiers: [] }] },
    says: ["scorers[0]", "verifiers"],
  },
  {
    why: "an unknown type deep inside a composite",
    eval: {
      ...good,
      scorers: [{ type: "composite", name: "a", verifiers: [{ type: "exact_match" }, { type: "nummeric" }] }],
    },
    says: ["scorers[0].verifiers[1].type", 'did you mean "numeric"?'],
  },
  {
    why: "YAML that is none",
    files: { "eval.yaml": "name: [a\nscorers: {" },
    argv: ["eval", "eval.yaml"],
    says: ["eval.yaml:", "not YAML"],
  },
  {
    why: "an eval that is a list",
    files: { "eval.yaml": "- a\n- b\n" },
    argv: ["eval", "eval.yaml"],
    says: ["eval.yaml", "expected a map"],
  },
  {
    why: "a data set that is not what its name says",
    files: { "rows.jsonl": "<!doctype html><html><body>Not found</body></html>" },
    says: ["rows.jsonl", "web page"],
  },
  { why: "an unknown sample", argv: ["eval", "eval.yaml", "--sample-id", "99"], says: ["99"] },
  { why: "a misspelt flag", argv: ["eval", "eval.yaml", "--limt", "3"], says: ["--limt", "--limit"] },
  { why: "a misspelt command", argv: ["evla", "eval.yaml"], says: ["evla", "eval"] },
  {
    why: "a limit that is no number",
    argv: ["eval", "eval.yaml", "--limit", "ten"],
    says: ["--limit", "whole number"],
  },
  { why: "an unknown run", argv: ["runs", "show", "zzz"], says: ["zzz"] },
  { why: "verify with nothing to verify", argv: ["verify"], says: ["--input", "--prediction"] },
  { why: "a missing plug-in file", eval: { ...good, plugins: ["./acme.ts"] }, says: ["acme.ts", "no such file"] },
];

describe("a mistake costs one sentence and nothing else", () => {
  test.each(mistakes.map((mistake) => [mistake.why, mistake] as const))("%s", async (_, mistake) => {
    await using place = workplace();
    await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(mistake.eval ?? good), ...mistake.files });
    const { exitCode, out, err } = await place.run(mistake.argv ?? ["eval", "eval.yaml"]);
    expect(err).not.toMatch(/\n\s+at /); // no stack
    for (const part of mistake.says) expect(err).toContain(part);
    expect(exitCode).toBe(2);
    expect(out).toBe("");
    expect(existsSync(join(place.folder, ".veridic"))).toBe(false);
  });

  test("with --json the mistake is a document too", async () => {
    await using place = workplace();
    await place.write({
      "eval.yaml": JSON.stringify({ ...good, scorers: [{ type: "exact_mach" }] }),
      "rows.jsonl": rows,
    });
    const { exitCode, out } = await place.run(["eval", "eval.yaml", "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { code: "unknown_type", hint: 'did you mean "exact_match"?' } });
  });

  test("looking for runs where there is no store makes none", async () => {
    await using place = workplace();
    await place.write({ "s.json": JSON.stringify([{ type: "exact_match" }]) });
    expect(await place.run(["runs", "list", "--json"])).toMatchObject({ exitCode: 0, out: "[]\n" });
    for (const argv of [["show"], ["resume"], ["retry"], ["rescore", "--scorers", "s.json"], ["export"], ["rm"]]) {
      const { exitCode, err } = await place.run(["runs", ...argv, "latest"]);
      expect(exitCode).toBe(2);
      expect(err).toContain(".veridic/veridic.db: there is no latest run");
      expect(err).toContain("there is no such file: name another store");
    }
    expect(existsSync(join(place.folder, ".veridic"))).toBe(false);
  });

  test.each([
    ["an option that is not there", ["eval", "eval.yaml", "--limt", "3"], "--limt"],
    ["a command that is not there", ["evla"], "evla"],
    ["a command group alone", ["runs", "shw"], "shw"],
    ["a value that cannot be read", ["eval", "eval.yaml", "--limit", "many"], "--limit"],
  ])("with --json %s is a document too", async (_why, argv, says) => {
    await using place = workplace();
    const { exitCode, out } = await place.run([...argv, "--json"]);
    expect(exitCode).toBe(2);
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error.code).toBe("usage");
    expect(error.message).toContain(says);
  });

  test("a store that cannot be written is refused before anything is scored", async () => {
    await using place = workplace();
    await place.write({ "eval.yaml": JSON.stringify(good), "rows.jsonl": rows, file: "in the way" });
    const { exitCode, err } = await place.run(["eval", "eval.yaml", "--store", "file/veridic.db"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("file");
    chmodSync(join(place.folder, "file"), 0o600);
  });
});
