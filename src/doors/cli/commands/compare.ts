import { Command } from "commander";
import { given } from "../options.ts";
import {
  flagsOf,
  followSelection,
  followSelectionForecast,
  outcomes,
  type SelectionCommandOptions,
  withSelectionOptions,
} from "../selection-command.ts";
import type { Session } from "../session.ts";

interface CompareOptions extends SelectionCommandOptions {
  readonly control?: boolean;
  readonly allowMany?: boolean;
}

export function compareCommand(session: Session): Command {
  const command = new Command("compare")
    .description("Picks the best of several candidates, or says that it is too close to call.")
    .argument("[candidates...]", "files to compare, instead of those of an input file");
  withSelectionOptions(command)
    .option("--control", "put an empty answer to the judges too, and say whether they fall for it")
    .option("--allow-many", "more than 6 candidates: a tournament, not every pair")
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
      const { control, allowMany } = options;
      const { environment } = session.terminal;
      const flags = given({ ...flagsOf(options, paths, environment.folder), control, allowMany });
      const { compareCandidates, forecastCompare } = await import("../../../operations/selection/compare.ts");
      if (options.dryRun === true) {
        await followSelectionForecast(forecastCompare(flags as never, environment), session, options);
        return;
      }
      const { selectionText } = await import("../selection-text.ts");
      await followSelection(compareCandidates(flags as never, environment), session, options, {
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
