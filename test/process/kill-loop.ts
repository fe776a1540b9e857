import { expect } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { type Folder, type Started, startProgram } from "./program.ts";
import { lookInto, reached } from "./stored-run.ts";

/** When a process is killed; pauses in milliseconds. */
type Moment =
  | { readonly when: "scanning"; readonly pause: number }
  /** The run has begun, and nothing new is written yet. */
  | { readonly when: "begun" }
  /** This row has been written, or one behind it. */
  | { readonly when: "writing"; readonly index: number; readonly pause: number }
  /** Every answer is written, and the summary is being made. */
  | { readonly when: "summing"; readonly pause: number };

export interface KillLoop {
  readonly folder: Folder;
  readonly store: string;
  readonly rows: number;
  /** At least 7. */
  readonly kills: number;
  readonly seed: number;
  /** Milliseconds that a process takes until its run has begun. */
  readonly scanMs: number;
}

/**
 * Moments in the order of the run: while the data set is looked over, three times at the beginning (so twice without a
 * new row between), at random rows with a scan cut short now and then, and twice in the summary.
 */
function momentsOf({ rows, kills, seed, scanMs }: KillLoop): readonly Moment[] {
  const random = createRandom(seed);
  const scanning = (): Moment => ({ when: "scanning", pause: random.fraction() * scanMs });
  const places = Array.from({ length: kills - 6 }, () => random.below(rows - 1)).sort((a, b) => a - b);
  return [
    scanning(),
    { when: "begun" },
    { when: "begun" },
    { when: "begun" },
    ...places.map(
      (index, at): Moment => (at % 5 === 3 ? scanning() : { when: "writing", index, pause: random.below(40) }),
    ),
    { when: "summing", pause: random.below(30) },
    { when: "summing", pause: random.below(30) },
  ];
}

/**
 * Kills `eval`, and then `runs resume`, at every moment, and looks into the store each time. At the end one run to its
 * end is left. Gives how many processes the signal reached before they had ended.
 */
export async function killLoop(loop: KillLoop): Promise<number> {
  const { folder, store } = loop;
  const path = folder.at(store);
  let killed = 0;
  let runs = 0;
  let scores = 0;
  for (const moment of momentsOf(loop)) {
    const started = startProgram(
      [...(runs > 0 ? ["runs", "resume", "latest"] : ["eval", "eval.json"]), "--store", store],
      {
        folder: folder.path,
      },
    );
    started.process.stdin.end();
    await waitFor(moment, started, path, loop.rows);
    started.process.kill("SIGKILL");
    const { code, err } = await started.ended;
    if (code === null) killed++;
    expect(err).not.toMatch(/error|\n\s+at /);
    const held = await lookInto(path);
    if (held === null) continue;
    expect(held.integrity).toBe("ok");
    // A batch is written whole, and what was written stays.
    expect(held.scores).toBe(held.outputs);
    expect(held.scores).toBeGreaterThanOrEqual(scores);
    ({ runs, scores } = held);
    expect(runs).toBeLessThanOrEqual(1);
  }
  const last = startProgram(["runs", "resume", "latest", "--store", store, "--json"], { folder: folder.path });
  last.process.stdin.end();
  const { code, out } = await last.ended;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ status: "complete", samples: loop.rows });
  expect(await lookInto(path)).toEqual({ integrity: "ok", runs: 1, outputs: loop.rows, scores: loop.rows });
  return killed;
}

async function waitFor(moment: Moment, started: Started, path: string, rows: number): Promise<void> {
  const over = () => started.process.exitCode !== null;
  switch (moment.when) {
    case "scanning":
      return pause(moment.pause);
    case "begun":
      return started.said("run ");
    case "writing":
      await started.said("run ");
      await reached(path, moment.index, over);
      return pause(moment.pause);
    case "summing":
      await started.said("run ");
      await reached(path, rows - 1, over);
      return pause(moment.pause);
    default:
      return moment satisfies never;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((later) => setTimeout(later, ms));
}
