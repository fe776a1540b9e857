import { expect, test } from "vitest";
import { jsonl, workplace } from "../doors/cli/command-line.ts";
import { bench } from "./bench-line.ts";

const rows = jsonl([
  { id: "a", capital_of: "France", answer: "Paris", hint: "a river city" },
  { id: "b", capital_of: "Italy", answer: "Rome", hint: "seven hills" },
]);

const own = `
name: capitals
data: rows.jsonl
fields: { input: capital_of, target: answer }
prompt: "Capital of {{input}}? ({{hint}})"
variants:
  - { name: plain }
  - { name: shown, shots: [{ input: Spain, output: Madrid }] }
extractions:
  raw: []
  last: [{ type: regex, pattern: "(\\\\w+)\\\\W*$" }]
counting: last
verifier: { type: exact_match }
plausible: [{ model: a person, value: 90 }]
`;

interface Printed {
  readonly samples: number;
  readonly scorers: Readonly<
    Record<string, { readonly mean: number; readonly metrics: Readonly<Record<string, { readonly value: number }>> }>
  >;
}

test("a benchmark of one's own has prompts with fields, several extractions, and runs that are resumed without its file", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "mine/own.yaml": own.replace("rows.jsonl", "../rows.jsonl") });
  const { out, err, exitCode } = await bench(place, ["run", "mine/own.yaml", "--model", "mock:It is Rome.", "--json"]);
  expect(err).not.toContain("error");
  expect(exitCode).toBe(0);
  const printed = JSON.parse(out) as Printed;
  expect(printed.scorers["capitals"]?.mean).toBe(0.5);
  expect(printed.scorers["capitals"]?.metrics["raw"]?.value).toBe(0);
  await place.write({ "mine/own.yaml": "gone: true" });
  const resumed = await place.run(["runs", "resume", "latest", "--json"]);
  expect((JSON.parse(resumed.out) as Printed).scorers["capitals"]?.mean).toBe(0.5);
});

test("the prompt holds fields of the row, and a variant its examples", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "own.yaml": own });
  await bench(place, ["run", "own.yaml", "--model", "mock:echo", "--variant", "shown", "--limit", "1"]);
  const { out } = await place.run(["runs", "export", "latest"]);
  expect((JSON.parse(out.split("\n")[0] ?? "") as { output: string }).output).toBe("Capital of France? (a river city)");
  const { out: shown } = await bench(place, ["show", "own.yaml"]);
  for (const part of ["capitals", "plain", "shown", "90"]) expect(shown).toContain(part);
});

test("a TypeScript file makes its rows, and leaves some out", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": rows,
    "own.ts": `export default {
      data: "rows.jsonl",
      row: (raw: { capital_of: string; answer: string }, index: number) =>
        index > 0 ? null : { input: raw.capital_of, target: raw.answer },
      verifier: { type: "contains" },
    };`,
  });
  const { out, exitCode } = await bench(place, ["run", "own.ts", "--model", "mock:Paris!", "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out) as Printed).toMatchObject({ samples: 1, scorers: { own: { mean: 1 } } });
});

test("a group runs each of its benchmarks, and paths in it count from its file", async () => {
  await using place = workplace();
  await place.write({
    "mine/rows.jsonl": rows,
    "mine/own.yaml": own,
    "mine/other.yaml": own.replace("capitals", "others"),
    "mine/all.yaml": "benchmarks: [own.yaml, other.yaml]\n",
  });
  const { out, exitCode } = await bench(place, ["run", "mine/all.yaml", "--model", "mock:Rome", "--json"]);
  expect(exitCode).toBe(0);
  const { runs } = JSON.parse(out) as { readonly runs: readonly Printed[] };
  expect(runs.map(({ scorers }) => Object.keys(scorers))).toEqual([["capitals"], ["others"]]);
});

test.each([
  ["a name that is none", "gsm8", [], 'did you mean "gsm8k"?'],
  ["data that are not there", "away.yaml", [], "away.jsonl"],
  ["a variant that only the first one has", "mine.yaml", ["--variant", "short"], "short"],
])(
  "a mistake in the last benchmark of a group is told before the first one is run: %s",
  async (_, last, flags, says) => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": rows,
      "mine.yaml": own,
      "first.yaml": own.replace("name: shown", "name: short"),
      "away.yaml": own.replace("rows.jsonl", "away.jsonl"),
      "all.yaml": `benchmarks: [first.yaml, ${last}]`,
    });
    const { err, exitCode } = await bench(place, ["run", "all.yaml", "--model", "mock:x", ...flags]);
    expect(err).toContain(says);
    expect(err).not.toContain("run 1");
    expect(exitCode).toBe(2);
  },
);

test.each([
  ["no data", own.replace("data: rows.jsonl", ""), ["data", "is missing"]],
  ["an option that is none", `${own}\ncuonting: last`, ["cuonting", 'did you mean "counting"?']],
  ["a counting extraction that is none", own.replace("counting: last", "counting: lats"), ['did you mean "last"?']],
  ["several extractions of which none counts", own.replace("counting: last", ""), ["counting", "is missing"]],
  ["a verifier that is none", own.replace("exact_match", "exact"), ["verifier", "exact"]],
  ["rows that have no such field", own.replace("input: capital_of", "input: nation"), ["it has no input"]],
  ["a file that is not there", own.replace("data: rows.jsonl", "data: rwos.jsonl"), ["rwos.jsonl"]],
  ["an address that is none", own.replace("data: rows.jsonl", "data: { url: 'ftp://x' }"), ["data.url"]],
  ["rows that are there twice", own.replace("data: rows.jsonl", "data: twice.jsonl"), ["is there twice"]],
])("%s is refused with exit code 2", async (_, text, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "twice.jsonl": rows + rows, "own.yaml": text });
  const { err, exitCode } = await bench(place, ["run", "own.yaml", "--model", "mock:x"]);
  for (const part of says) expect(err).toContain(part);
  expect(exitCode).toBe(2);
});
