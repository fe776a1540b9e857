import * as v from "valibot";
import { failure } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import type { ProgramVerdict, Sandbox } from "../core/sandbox.ts";
import { broken, missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import type { Attempt, Metadata, Score } from "../core/types.ts";
import { programOf } from "./code/program.ts";

const field = (what: string) => v.pipe(v.optional(v.string()), v.description(what));

const options = v.object({
  language: v.pipe(v.optional(v.picklist(["python"]), "python"), v.description("What the programs are written in.")),
  entryPoint: v.pipe(
    v.optional(v.string()),
    v.description("The function that the tests call; absent: `entry_point_field` of the row names it."),
  ),
  entryPointField: v.pipe(
    v.optional(v.string(), "entry_point"),
    v.description("The field of the row's metadata that names the function, or lists several."),
  ),
  testsField: field("The field of the row's metadata that holds the tests, or lists them; absent: the target does."),
  setupField: field("The field of the row's metadata that holds code to run before the tests, such as imports."),
  fenced: v.pipe(
    v.optional(v.boolean(), true),
    v.description("Take the program out of the fenced blocks of a reply; false: all of the answer is the program."),
  ),
});

/**
 * Runs the answer as a program against tests, each in a sandbox of its own. The tests are trusted, fail by raising, and
 * exchange plain data alone with the program. Reasons: `passed`; `timeout`, never confident; how it failed: `assertion`,
 * `exception`, `load`, `missing`, `unsupported`, `exit`, `cpu`, `memory`, `output`, `killed`, `protocol`; `no_answer`.
 * Where the sandbox or the tests do not work the score is broken, never 0.
 */
export const code = defineVerifier({
  type: "code",
  summary: "The answer is a program that passes the tests, run in a sandbox.",
  options,
  create: ({ entryPoint, entryPointField, testsField, setupField, fenced }, { usesSandbox }) => {
    usesSandbox?.();
    return async (attempt, context) => {
      const tests = testsOf(attempt, testsField);
      if (typeof tests !== "string") return tests;
      const entryPoints = entryPoint === undefined ? textsOf(attempt.metadata, entryPointField) : [entryPoint];
      const [first] = entryPoints;
      if (first === undefined) {
        return broken("sample", "missing_entry_point", `the sample does not name the function in "${entryPointField}"`);
      }
      if (attempt.answer === null) return noAnswer();
      if (context.sandbox === undefined) {
        return broken("sandbox", "no_sandbox", "programs cannot be run here: no sandbox was given");
      }
      let sandbox: Sandbox;
      try {
        sandbox = await context.sandbox();
      } catch (thrown) {
        return failure("sandbox", thrown);
      }
      const { text, rule } = fenced ? programOf(attempt.answer, first) : { text: attempt.answer, rule: "whole" };
      const setup = setupField === undefined ? "" : textsOf(attempt.metadata, setupField).join("\n");
      const verdict = await sandbox.judgeProgram({ program: text, entryPoints, setup, tests }, context.signal);
      return scoreOf(verdict, { program_rule: rule, sandbox: sandbox.kind, calls: verdict.calls });
    };
  },
});

function scoreOf(verdict: ProgramVerdict, metadata: Metadata): Score {
  const notes = { raw: `code: ${verdict.message}`, metadata };
  switch (verdict.outcome) {
    case "pass":
      return right("passed", true, notes);
    case "fail":
      return wrong(verdict.kind, true, notes);
    case "timeout":
      return wrong("timeout", false, notes);
    case "error":
      return broken("sandbox", verdict.code, verdict.message, { notes: { metadata } });
    default:
      return verdict satisfies never;
  }
}

/** All tests of a field must hold. Targets are alternatives, so of several of them nobody can tell what is meant. */
function testsOf({ targets, metadata }: Attempt, testsField: string | undefined): string | Score {
  if (testsField !== undefined) {
    const tests = textsOf(metadata, testsField);
    return tests.length > 0 ? tests.join("\n") : missingTarget();
  }
  const [first] = targets;
  if (first === undefined) return missingTarget();
  if (targets.length === 1) return first;
  return unusableTarget(
    "several targets are alternatives: put the tests into one text, or name a field by tests_field",
  );
}

/** A text, or a list of texts, of the metadata; blank ones and other values are none. */
function textsOf(metadata: Metadata, name: string): readonly string[] {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one): one is string => typeof one === "string" && one.trim() !== "");
}
