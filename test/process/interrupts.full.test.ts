import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { makeFolder, runProgram, startProgram } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";
import { expectEqual, reached, tellRun } from "./stored-run.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ROWS = 5_000;

describe("Ctrl-C", () => {
  test("once finishes the write, exits with 130 and says how to resume; the resumed run is the whole one", async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, ROWS);
    const started = startProgram(["eval", "eval.json", "--store", "cut.db", "--json"], { folder: folder.path });
    await started.said("run ");
    await reached(folder.at("cut.db"), 0, () => started.process.exitCode !== null);
    started.process.kill("SIGINT");
    const { code, out, err } = await started.ended;
    expect(code).toBe(130);
    const summary = JSON.parse(out);
    expect(summary.status).toBe("interrupted");
    expect(summary.samples).toBeLessThan(ROWS);
    expect(err).toContain("press Ctrl-C again");
    expect(err).toContain(`veridic runs resume ${summary.run_id}`);

    const argv = ["runs", "resume", summary.run_id, "--store", "cut.db", "--json"];
    const resumed = await runProgram(argv, { folder: folder.path });
    expect([resumed.code, JSON.parse(resumed.out).status]).toEqual([0, "complete"]);
    expect((await runProgram(["eval", "eval.json", "--store", "whole.db"], { folder: folder.path })).code).toBe(0);
    expectEqual(await tellRun(folder, "cut.db"), await tellRun(folder, "whole.db"));
  });

  test("twice ends at once, also while a check takes its time; what was written stays and resumes", async () => {
    await using folder = makeFolder();
    // Ten minutes a check: only the second Ctrl-C can end it within this test's time.
    await folder.write(
      "slow.mjs",
      `import { defineVerifier } from ${JSON.stringify(pathToFileURL(resolve("dist/index.mjs")).href)};
      const later = () => new Promise((done) => setTimeout(done, 600_000));
      export default defineVerifier({ type: "acme/slow", summary: "Slow.", create: () => () => (process.env.SLOW ? later() : true) });`,
    );
    await folder.write("rows.jsonl", `{"output":"a"}\n{"output":"b"}\n`);
    const config = { dataset: "rows.jsonl", plugins: ["./slow.mjs"], scorers: [{ type: "acme/slow", name: "slow" }] };
    await folder.write("eval.json", JSON.stringify(config));
    const started = startProgram(["eval", "eval.json", "--store", "slow.db"], {
      folder: folder.path,
      variables: { SLOW: "1" },
    });
    await started.said("run ");
    started.process.kill("SIGINT");
    await started.said("press Ctrl-C again");
    started.process.kill("SIGINT");
    expect((await started.ended).code).toBe(130);
    const resumed = await runProgram(["runs", "resume", "latest", "--store", "slow.db", "--json"], {
      folder: folder.path,
    });
    expect([resumed.code, JSON.parse(resumed.out)]).toMatchObject([0, { status: "complete", samples: 2 }]);
  });
});
