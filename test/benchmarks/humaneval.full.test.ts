import { expect, test } from "vitest";
import { humaneval } from "../../src/benchmarks/humaneval.ts";
import { pool } from "../../src/core/pool.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import { HUMANEVAL, humanEvalRows } from "../sandbox/humaneval-rows.ts";
import { describeSandbox } from "../sandbox/needs-sandbox.ts";
import { describeShared } from "../shared.ts";
import { MORE_SHAPES, SHAPES } from "./reply-shapes.ts";

describeSandbox("replies", () => {
  describeShared("of right solutions", HUMANEVAL, () => {
    const rows = humanEvalRows();
    const scoring = humaneval.scoring({ variant: "instruct" });

    test.each(Object.entries({ ...SHAPES, ...MORE_SHAPES }))("%s: all 164 pass", async (_, shape) => {
      const sandbox = await openSandbox();
      const context = { signal: new AbortController().signal, sandbox: async () => sandbox };
      const failed: string[] = [];
      const judged = pool(rows, 4, async (published) => {
        const row = humaneval.row({ ...published }, 0);
        if (row === null || typeof row === "string") throw new TypeError(`${published.task_id} was not read`);
        const { id, input, metadata = {} } = row;
        const output = shape(published);
        const score = await scoring({ input, output, answer: output, targets: [], metadata }, context);
        return { id, score };
      });
      for await (const { id, score } of judged) if (score.value !== 1) failed.push(`${id}: ${score.raw}`);
      expect(failed).toEqual([]);
      expect(rows).toHaveLength(164);
    });
  });
});
