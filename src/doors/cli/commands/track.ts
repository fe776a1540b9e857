import { Command } from "commander";
import { given, money, severalOrCommas, wholeNumber, withOutput, withStore } from "../options.ts";
import { followSelection, followSelectionForecast, type SelectionCommandOptions } from "../selection-command.ts";
import type { Session } from "../session.ts";

interface TrackOptions extends SelectionCommandOptions {
  readonly stepwise?: boolean;
}

export function trackCommand(session: Session): Command {
  const command = new Command("track")
    .description("Judges how far a task is done after each step of a trajectory.")
    .option("-i, --input <file>", "the input: task and steps, as JSON or YAML")
    .option("-o, --output <file>", "write the result here as JSON, an error too")
    .option("--models <names>", "the judges, as provider:model, with commas or repeated", severalOrCommas)
    .option("-n, --verifications <n>", "how often each checkpoint is judged (default: once by each judge)", wholeNumber)
    .option("--stepwise", "a call for each step, with no later step in sight")
    .option("--mock", "ask no model and count words: a smoke test")
    .option("--concurrency <n>", "calls under way at once (default: 8)", wholeNumber)
    .option("--max-calls <n>", "end with what there is after so many requests to models", wholeNumber)
    .option("--max-cost <usd>", "end with what there is when models have cost so much", money)
    .option("--dry-run", "tell the calls, tokens and price of what would be sent, and send nothing")
    .option("--resume <run>", "go on with a run that was stopped: an id, the beginning of one, or latest");
  return withOutput(withStore(command))
    .addHelpText(
      "after",
      `
Examples:
  veridic track --input steps.json
  veridic track --input steps.json --stepwise --models openai:gpt-5.5
  veridic track --resume latest`,
    )
    .action(async (options: TrackOptions) => {
      const { environment } = session.terminal;
      const { input: file, output, store, concurrency, maxCalls, maxCost, resume } = options;
      const { models, verifications, stepwise, mock } = options;
      const asked = given({ models, n_verifications: verifications, stepwise, mock });
      const input = Object.keys(asked).length === 0 ? undefined : asked;
      const flags = given({ file, input, output, store, concurrency, maxCalls, maxCost, resume }) as never;
      const { forecastTrack, trackProgress } = await import("../../../operations/selection/track.ts");
      if (options.dryRun === true) {
        await followSelectionForecast(forecastTrack(flags, environment), session, options);
        return;
      }
      const { progressText } = await import("../track-text.ts");
      await followSelection(trackProgress(flags, environment), session, options, {
        text: progressText,
        failed: () => null,
      });
    });
}
