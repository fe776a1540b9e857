import { Command } from "commander";
import {
  flagsOf,
  followSelection,
  followSelectionForecast,
  outcomes,
  type SelectionCommandOptions,
  withSelectionOptions,
} from "../selection-command.ts";
import type { Session } from "../session.ts";

export function auditCommand(session: Session): Command {
  const command = new Command("audit")
    .description("Judges a single candidate against criteria: positive, negative or uncertain.")
    .argument("[candidates...]", "the file to judge, instead of that of an input file");
  return withSelectionOptions(command)
    .option(
      "--fail-on <verdict>",
      "exit with 1 where the verdict is so: negative, uncertain",
      outcomes(["negative", "uncertain"]),
    )
    .addHelpText(
      "after",
      `
Examples:
  veridic audit --input in.json --output result.json
  veridic audit --task "Fix the crash" --criteria "Correctness: does the fix hold?" a.patch --fail-on negative
  veridic audit --input in.json --mock

Where there are several candidates, compare tells more. Exit codes: 0 whatever the verdict, 1 with --fail-on,
2 configuration or usage, 3 nothing could be judged.`,
    )
    .action(async (paths: readonly string[], options: SelectionCommandOptions) => {
      const { environment } = session.terminal;
      const flags = flagsOf(options, paths, environment.folder);
      const { auditCandidate, forecastAudit } = await import("../../../operations/selection/audit.ts");
      if (options.dryRun === true) {
        await followSelectionForecast(forecastAudit(flags as never, environment), session, options);
        return;
      }
      const { auditText } = await import("../audit-text.ts");
      await followSelection(auditCandidate(flags as never, environment), session, options, {
        text: auditText,
        failed: ({ verdict }) => (options.failOn?.includes(verdict) ? `the verdict is ${verdict}` : null),
      });
    });
}
