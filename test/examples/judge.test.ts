import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { workplace } from "../doors/cli/command-line.ts";

const FOLDER = "examples/judge";
const FILES = ["eval.yaml", "rows.jsonl", "replies.jsonl"];

interface ExportedRow {
  readonly sample_id: string;
  readonly row: { readonly expected_outcome: string; readonly expected_decision: string };
  readonly scores: {
    readonly answer: {
      readonly value: number | null;
      readonly error?: { readonly code: string };
      readonly metadata: { readonly decided_by: string };
    };
  };
}

function read(name: string): string {
  return readFileSync(resolve(FOLDER, name), "utf8");
}

/** Runs the example as its page says, in a folder that looks like the checkout. */
async function run() {
  await using place = workplace();
  await place.write(Object.fromEntries(FILES.map((name) => [join(FOLDER, name), read(name)])));
  const json = await place.run(["eval", `${FOLDER}/eval.yaml`, "--json"]);
  const shown = await place.run(["runs", "show", "latest"]);
  const exported = await place.run(["runs", "export", "latest", "--format", "jsonl"]);
  const rows = exported.out
    .trimEnd()
    .split("\n")
    .map((line): ExportedRow => JSON.parse(line));
  return { exitCode: json.exitCode, summary: JSON.parse(json.out), text: shown.out, rows };
}

const ran = run();

test("each row ends as the hand that wrote it expected, by whom it expected", async () => {
  const { rows } = await ran;
  expect(rows.length).toBeGreaterThanOrEqual(30);
  const told = rows.map(({ sample_id: id, scores: { answer } }) => {
    const outcome = answer.value === null ? "error" : answer.value === 1 ? "right" : "wrong";
    // Replies are found by the judge's prompt: `npx jiti scripts/demo-replies.ts` writes them anew where that changed.
    expect([id, answer.error?.code ?? "none"]).not.toEqual([id, "no_recording"]);
    return `${id}: ${outcome} by ${answer.metadata.decided_by === "llm_judge" ? "judge" : "rule"}`;
  });
  expect(told).toEqual(
    rows.map(({ sample_id: id, row }) => `${id}: ${row.expected_outcome} by ${row.expected_decision}`),
  );
});

test("the summary tells how many answers the rules kept from the judge, and that nothing was paid for", async () => {
  const { exitCode, summary, text, rows } = await ran;
  const judged = rows.filter(({ row }) => row.expected_decision === "judge").length;
  expect(exitCode).toBe(0);
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThan(rows.length / 2);
  expect(summary.scorers.answer.epochs.judged).toBe(judged);
  expect(text).toContain(
    `judge of answer: asked for ${judged} of ${rows.length} answers, ${rows.length - judged} settled without it\n`,
  );
  // One more than the rows: the reply that is no verdict is asked about again.
  expect(summary.usage.judge).toMatchObject({ calls: 0, input_tokens: 0, cached_replies: judged + 1 });
  expect(summary.scorers.answer.errors).toEqual({ "judge:unparsable": 1 });
});

test("every judgment belongs to a row, and every row for the judge has one", async () => {
  const { rows } = await ran;
  const judgments = read("judgments.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(judgments).toEqual(rows.filter(({ row }) => row.expected_decision === "judge").map(({ sample_id: id }) => id));
});
