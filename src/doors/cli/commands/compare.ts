import { Command } from "commander";
import { given } from "../options.ts";
import {
  followSelection,
  inputOf,
  namedWeight,
  outcomes,
  type SelectionCommandOptions,
  withSelectionOptions,
} from "../selection-command.ts";
import type { Session } from "../session.ts";

interface CompareOptions extends SelectionCommandOptions {
  readonly fixed?: boolean;
  readonly control?: boolean;
  readonly allowMany?: boolean;
  readonly modelWeight?: Readonly<Record<string, number>>;
  readonly criterionWeight?: Readonly<Record<string, number>>;
}

export function compareCommand(session: Session): Command {
  const command = new Command("compare")
    .description("Picks the best of several candidates, or says that it is too close to call.")
    .argument("[candidates...]", "files to compare, instead of those of an input file");
  withSelectionOptions(command)
    .option("--fixed", "make all looks, also where the outcome is clear")
    .option("--control", "put an empty answer to the judges too, and say whether they fall for it")
    .option("--allow-many", "more than 6 candidates: a tournament, not every pair")
    .option("--model-weight <name=w>", "with --from: another weight of a judge; may be repeated", namedWeight)
    .option("--criterion-weight <id=w>", "with --from: another weight of a criterion; may be repeated", namedWeight)
    .option(
      "--fail-on <outcome>",
      "exit with 1 at a tie, or where there is no winner (uncertain)",
      outcomes(["tie", "uncertain"]),
    );
  return command
    .addHelpText(
      "after",
      `
Examples:
  veridic compare --input in.json --output result.json
  veridic compare --task "Fix the crash" --criteria "Correctness: does the fix hold?" a.patch b.patch
  veridic compare --input in.json --models openai:gpt-5.5,zai:glm-5.1 --max-cost 1
  veridic compare --input in.json --mock
  veridic compare --resume latest
  veridic compare --from latest --criterion-weight safety=3

Exit codes: 0 whatever the verdict, 1 with --fail-on, 2 configuration or usage, 3 nothing could be judged.`,
    )
    .action(async (paths: readonly string[], options: CompareOptions) => {
      const { input: file, output, store, profile, concurrency, maxCalls, maxCost, runChecks } = options;
      const { manipulationPenalty, resume, from, fixed, control, allowMany, modelWeight, criterionWeight } = options;
      const asked = inputOf(options, paths, session.terminal.environment.folder);
      const flags = given({
        file,
        input: Object.keys(asked).length === 0 ? undefined : asked,
        output,
        store,
        profile,
        concurrency,
        maxCalls,
        maxCost,
        runChecks,
        manipulationPenalty,
        resume,
        from,
        fixed,
        control,
        allowMany,
        modelWeights: modelWeight,
        criterionWeights: criterionWeight,
      });
      const { compareCandidates } = await import("../../../operations/compare.ts");
      const { selectionText } = await import("../selection-text.ts");
      await followSelection(compareCandidates(flags as never, session.terminal.environment), session, options, {
        text: selectionText,
        failed: ({ winner, reason }) => {
          const { failOn = [] } = options;
          if (winner !== null) return null;
          if (failOn.includes("tie") && (reason === "tie" || reason === "cycle")) return "there is a tie";
          return failOn.includes("uncertain") ? `there is no winner: ${reason}` : null;
        },
      });
    });
}
