import { spawn } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { pool } from "../../src/core/pool.ts";
import type { Sandbox } from "../../src/core/sandbox.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import { describeShared } from "../shared.ts";
import { HUMANEVAL, type HumanEvalRow, humanEvalRows, taskOf } from "./humaneval-rows.ts";
import { describeSandbox } from "./needs-sandbox.ts";

/** Small slips of a programmer. Each is made at the first place of a body where it fits. */
const SLIPS: readonly (readonly [from: RegExp, to: string])[] = [
  [/ \+ /, " - "],
  [/ <= /, " < "],
  [/ < /, " <= "],
  [/ == /, " != "],
  [/\bTrue\b/, "False"],
  [/\breturn (?!True|False).*/, "return None"],
  [/\b1\b/, "2"],
  [/\bnot /, ""],
];

interface Mutant {
  readonly row: HumanEvalRow;
  readonly body: string;
}

/** Up to two of each solution, of different slips for neighbours. */
function mutantsOf(row: HumanEvalRow, index: number): readonly Mutant[] {
  const turned = [...SLIPS.slice(index % SLIPS.length), ...SLIPS.slice(0, index % SLIPS.length)];
  const bodies = turned.map(([from, to]) => row.canonical_solution.replace(from, to));
  const changed = bodies.filter((body) => body !== row.canonical_solution);
  return [...new Set(changed)].slice(0, 2).map((body) => ({ row, body }));
}

describeShared("HumanEval", HUMANEVAL, () => {
  describeSandbox("in the sandbox", () => {
    const rows = humanEvalRows();
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ limits: { cpuSeconds: 3, wallMs: 8_000 } });
    });

    test("all 164 solutions of its authors pass", async () => {
      const verdicts = pool(rows, 2, async (row) => ({ row, verdict: await sandbox.judgeProgram(taskOf(row)) }));
      const others: string[] = [];
      let passed = 0;
      for await (const { row, verdict } of verdicts) {
        if (verdict.outcome === "pass") passed++;
        else others.push(`${row.task_id}: ${verdict.message}`);
      }
      expect(others).toEqual([]);
      expect(passed).toBe(164);
    });

    test("slips that tests within the process find are found here too, and no others", async () => {
      const mutants = rows.flatMap(mutantsOf);
      expect(mutants.length).toBeGreaterThan(250);
      const compared = pool(mutants, 2, async ({ row, body }) => {
        const plain = await passesPlainly(row, body);
        const verdict = await sandbox.judgeProgram(taskOf(row, body));
        return { plain, verdict, name: `${row.task_id}: ${verdict.outcome} ${verdict.message}\n${body}` };
      });
      const differing: string[] = [];
      let killed = 0;
      for await (const { plain, verdict, name } of compared) {
        if (!plain) killed++;
        if (plain !== (verdict.outcome === "pass") || verdict.outcome === "error") differing.push(name);
      }
      expect(differing).toEqual([]);
      expect(killed).toBeGreaterThan(200);
    });
  });
});

/** In one process with the tests, as other harnesses judge; these programs are harmless, but may never end. */
function passesPlainly(row: HumanEvalRow, body: string): Promise<boolean> {
  const source = `${row.prompt}${body}\n${row.test}\ncheck(${row.entry_point})\n`;
  const child = spawn("prlimit", ["--cpu=3", "--as=536870912", "/usr/bin/python3", "-"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(source);
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}
