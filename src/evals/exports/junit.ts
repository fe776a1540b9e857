import { ConfigError } from "../../core/errors.ts";
import { shorten, toText } from "../../core/text.ts";
import type { Json } from "../../core/types.ts";
import type { RunRecord, StoredSample } from "../../store/types.ts";
import { addScore, type Counts, countAnswers, equalCounts, noCounts, passRate, sumCounts } from "./junit-counts.ts";
import { type RowParts, rowPartsOf, withRows } from "./row-parts.ts";
import type { ExportFormat, ExportSource } from "./source.ts";
import { faultLine, type StoredScore, storedScore } from "./stored-score.ts";
import { inPieces } from "./text-pieces.ts";
import { xmlAttribute, xmlText } from "./xml.ts";

/**
 * A test suite for each scorer, with a test case for each answer: wrong is a failure, broken an error, left out on
 * purpose is skipped, and a score that declares no pass is none of these. The file begins with totals, so the samples
 * are read once to count and once for each scorer.
 */
export const junit: ExportFormat = { extension: "xml", write: (source) => inPieces(document(source)) };

async function* document(source: ExportSource): AsyncGenerator<string, void, void> {
  const { run, scorers } = source;
  const { byScorer, epochs } = await countAnswers(source);
  const parts = rowPartsOf(run);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${xmlAttribute("name", run.name)}${totals(sumCounts(byScorer.values()))}>\n`;
  for (const scorer of scorers) {
    const counted = byScorer.get(scorer) ?? noCounts;
    yield suiteHead(run, scorer, counted, epochs);
    let written = noCounts;
    for await (const sample of withRows(source.samples())) {
      const score = storedScore(sample, scorer);
      written = addScore(written, score);
      yield testCase({ run, scorer, sample, score, epochs, parts });
    }
    // Totals that do not agree with their rows would be a wrong report, and nobody would see it.
    if (!equalCounts(written, counted)) {
      throw new ConfigError("run_changed", `run ${run.id} changed while it was exported`, {
        hint: "export it when the run has ended",
      });
    }
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

function suiteHead(run: RunRecord, scorer: string, counts: Counts, epochs: number): string {
  const rate = passRate(run, scorer, counts, epochs);
  const properties: readonly (readonly [string, string | number | null])[] = [
    ["run_id", run.id],
    ["model", run.model],
    ["pass_rate", rate],
    ["error_rate", counts.tests === 0 ? null : counts.errors / counts.tests],
  ];
  const known = properties.flatMap(([name, value]) =>
    value === null ? [] : [`      <property${xmlAttribute("name", name)}${xmlAttribute("value", value)}/>\n`],
  );
  // The format's schema wants whole seconds without a zone.
  const started = xmlAttribute("timestamp", run.createdAt.slice(0, 19));
  return (
    `  <testsuite${xmlAttribute("name", scorer)}${totals(counts)}${started}>\n` +
    `    <properties>\n${known.join("")}    </properties>\n`
  );
}

function totals({ tests, failures, errors, skipped }: Counts): string {
  return (
    xmlAttribute("tests", tests) +
    xmlAttribute("failures", failures) +
    xmlAttribute("errors", errors) +
    xmlAttribute("skipped", skipped)
  );
}

interface Case {
  readonly run: RunRecord;
  readonly scorer: string;
  readonly sample: StoredSample;
  readonly score: StoredScore;
  readonly epochs: number;
  readonly parts: RowParts;
}

function testCase(one: Case): string {
  const { run, scorer, sample, epochs } = one;
  const name = epochs > 1 ? `${sample.sampleId} [epoch ${sample.epoch}]` : sample.sampleId;
  const head = `    <testcase${xmlAttribute("name", name)}${xmlAttribute("classname", `${run.name}.${scorer}`)}`;
  const body = caseBody(one);
  return body === null ? `${head}/>\n` : `${head}>\n      ${body}\n    </testcase>\n`;
}

/** What is to be said of an answer; null for a plain pass. */
function caseBody({ score, scorer, sample, parts }: Case): string | null {
  switch (score.state) {
    case "broken": {
      const details = lines({ answer: score.answer, trace: score.trace, explanation: score.explanation });
      const text = [score.message, ...details].join("\n");
      return element("error", score.kind, faultLine(score), text);
    }
    case "skipped":
      return `<skipped${xmlAttribute("message", shorten(score.why, 200))}/>`;
    case "scored": {
      const { reason, trace, explanation, answer } = score;
      if (score.pass === false) {
        const expected = expectedText(parts.expected(sample.row, scorer));
        const told = lines({ reason, answer: answer ?? "(none found)", expected, trace, explanation });
        return element("failure", reason, failureMessage(reason, answer, expected), told.join("\n"));
      }
      if (score.pass === true) return null;
      // Neither passed nor failed: the figure is all there is to tell.
      const told = lines({ score: String(score.value), reason, trace, explanation });
      return `<system-out>${xmlText(told.join("\n"))}</system-out>`;
    }
  }
}

function element(name: string, type: string, message: string, text: string): string {
  const attributes = xmlAttribute("type", type) + xmlAttribute("message", shorten(message, 200));
  return `<${name}${attributes}>${xmlText(text)}</${name}>`;
}

function failureMessage(reason: string, answer: string | null, expected: string | null): string {
  const answered = answer === null ? "no answer" : `answered ${shorten(answer)}`;
  return `${reason}: ${answered}${expected === null ? "" : `, expected ${shorten(expected)}`}`;
}

function lines(values: Readonly<Record<string, string | null>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
}

/** A list is any-of. */
function expectedText(target: Json | undefined): string | null {
  if (!Array.isArray(target)) return toText(target);
  return target.length === 0 ? null : target.map((one) => toText(one) ?? "null").join(" | ");
}
