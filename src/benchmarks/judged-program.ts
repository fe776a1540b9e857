import { failure } from "../core/boundary.ts";
import type { ProgramTask, Sandbox } from "../core/sandbox.ts";
import { broken, right, wrong } from "../core/score.ts";
import type { Context, Metadata, Score } from "../core/types.ts";

/**
 * Runs a program against tests in the sandbox. Reasons: `passed`, `timeout`, and how it failed. Where the sandbox does
 * not work the score is broken: that says nothing about the program.
 */
export async function judgedProgram(task: ProgramTask, context: Context, metadata: Metadata): Promise<Score> {
  if (context.sandbox === undefined) {
    return broken("sandbox", "no_sandbox", "programs cannot be run here: no sandbox was given");
  }
  let sandbox: Sandbox;
  try {
    sandbox = await context.sandbox();
  } catch (thrown) {
    return failure("sandbox", thrown);
  }
  const verdict = await sandbox.judgeProgram(task, context.signal);
  const notes = { raw: verdict.message, metadata: { ...metadata, sandbox: sandbox.kind, calls: verdict.calls } };
  switch (verdict.outcome) {
    case "pass":
      return right("passed", true, notes);
    case "fail":
      return wrong(verdict.kind, true, notes);
    case "timeout":
      return wrong("timeout", false, notes);
    case "error":
      return broken("sandbox", verdict.code, verdict.message, { notes });
    default:
      return verdict satisfies never;
  }
}
