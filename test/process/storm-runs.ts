import { expect } from "vitest";
import { type Folder, makeFolder, runProgram, startProgram } from "./program.ts";
import { committedRows, reached } from "./stored-run.ts";
import { expectOutcomes, keyIn, type StormRow, startStorm, straysIn } from "./storm.ts";

export interface StormRun {
  readonly rows: number;
  /** Whether a judge scores each answer too, through the same storm. */
  readonly judged: boolean;
  readonly seed: number;
}

const CONCURRENCY = 50;

/** An eval in the storm that is let go on to its end. Gives how many rows have an error. */
export async function weather({ rows, judged, seed }: StormRun): Promise<number> {
  await using folder = makeFolder();
  const storm = await startStorm(folder, { rows, judged, seed });
  try {
    const options = { folder: folder.path, variables: storm.variables };
    const argv = ["eval", "eval.json", "--store", "s.db", "--record", "replies.jsonl", "--json"];
    const ended = await runProgram([...argv, "--concurrency", String(CONCURRENCY)], options);
    expect([ended.code, JSON.parse(ended.out)]).toMatchObject([0, { status: "complete", samples: rows }]);
    const summary = JSON.parse(ended.out);
    const exported = await exportRows(folder, "s.db");
    const failed = expectOutcomes(exported, storm, rows, judged);
    expect(straysIn(storm.log)).toEqual({ needless: 0, givenUp: 0 });
    expect(summary.error_samples).toBe(failed);
    for (const [name, figures] of Object.entries<{ count: number; error_count: number }>(summary.scorers)) {
      const broken = exported.filter(({ scores }) => scores[name]?.value === null).length;
      expect(figures).toMatchObject({ count: rows - broken, error_count: broken });
    }
    expect(await keyIn(folder, [ended.out, ended.err])).toEqual([]);

    // What errored is asked again, and nothing else.
    const mark = storm.log.length;
    const retried = await runProgram(["runs", "retry", "latest", "--store", "s.db", "--json"], options);
    expect(retried.code).toBe(0);
    const errored = new Set(exported.filter(({ scores }) => !isWhole(scores)).map(({ index }) => index));
    expect(storm.log.slice(mark).filter(({ row }) => !errored.has(row))).toEqual([]);
    expectOutcomes(await exportRows(folder, "s.db"), storm, rows, judged);
    return failed;
  } finally {
    await storm.server.close();
  }
}

function isWhole(scores: StormRow["scores"]): boolean {
  return Object.values(scores).every(({ value }) => value !== null);
}

/** An eval in the storm that is stopped by Ctrl-C, and twice by kill -9, and resumed each time. */
export async function stopAndResume({ rows, judged, seed }: StormRun): Promise<void> {
  await using folder = makeFolder();
  const storm = await startStorm(folder, { rows, judged, seed });
  const printed: string[] = [];
  const stops: { readonly mark: number; readonly committed: Awaited<ReturnType<typeof committedRows>> }[] = [];
  try {
    const options = { folder: folder.path, variables: storm.variables };
    for (const [signal, share] of [
      ["SIGINT", 0.2],
      ["SIGKILL", 0.4],
      ["SIGKILL", 0.7],
    ] as const) {
      const argv = stops.length === 0 ? ["eval", "eval.json"] : ["runs", "resume", "latest"];
      const started = startProgram([...argv, "--store", "s.db", "--concurrency", String(CONCURRENCY)], options);
      started.process.stdin.end();
      await started.said("run ");
      await reached(folder.at("s.db"), Math.floor(rows * share), () => started.process.exitCode !== null);
      started.process.kill(signal);
      const { code, out, err } = await started.ended;
      // Null: the signal found it at work.
      expect(code).toBe(signal === "SIGINT" ? 130 : null);
      printed.push(out, err);
      stops.push({ mark: storm.log.length, committed: await committedRows(folder.at("s.db")) });
    }
    const resumed = await runProgram(["runs", "resume", "latest", "--store", "s.db", "--json"], options);
    printed.push(resumed.out, resumed.err);
    expect([resumed.code, JSON.parse(resumed.out)]).toMatchObject([0, { status: "complete", samples: rows }]);

    expectOutcomes(await exportRows(folder, "s.db"), storm, rows, judged);
    for (const { mark, committed } of stops) {
      expect(committed.outputs.size).toBeGreaterThan(0);
      const repeated = storm.log
        .slice(mark)
        .filter(({ model, row }) => (model === "judge" ? committed.scores : committed.outputs).has(row));
      expect(repeated).toEqual([]);
    }
    const { needless, givenUp } = straysIn(storm.log);
    expect(givenUp).toBe(0);
    // What was under way at a stop is asked anew.
    expect(needless).toBeLessThanOrEqual(stops.length * CONCURRENCY);
    expect(await keyIn(folder, printed)).toEqual([]);
  } finally {
    await storm.server.close();
  }
}

async function exportRows(folder: Folder, store: string): Promise<readonly StormRow[]> {
  const { code, out } = await runProgram(["runs", "export", "latest", "--store", store], { folder: folder.path });
  expect(code).toBe(0);
  return out
    .trimEnd()
    .split("\n")
    .map((line): StormRow => JSON.parse(line));
}
