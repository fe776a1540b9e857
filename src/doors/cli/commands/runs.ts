import { Command, Option } from "commander";
import { given, money, wholeNumber, withOutput, withStore } from "../options.ts";
import { printable } from "../printable.ts";
import { follow, followRun, type OutputOptions, printJson } from "../run-operation.ts";
import type { Session } from "../session.ts";

interface StoreOptions extends OutputOptions {
  readonly store?: string;
  readonly concurrency?: number;
  readonly maxCalls?: number;
  readonly maxCost?: number;
}

const RUN = "a run's id, the beginning of one, or latest";

export function runsCommand(session: Session): Command {
  const runs = new Command("runs").description("Lists, shows, resumes, rescores, compares and exports runs.");
  runs.addHelpText(
    "after",
    `
Examples:
  veridic runs list
  veridic runs resume latest
  veridic runs rescore latest --scorers scorers.json
  veridic runs diff 3k latest
  veridic runs export latest --format csv --output rows.csv`,
  );
  for (const make of [list, show, resume, retry, rescore, diff, exportRows, remove]) runs.addCommand(make(session));
  return runs;
}

function list(session: Session): Command {
  return withOutput(withStore(new Command("list").description("The runs of the store, newest first.")))
    .option("--limit <n>", "at most so many", wholeNumber)
    .action(async (options: StoreOptions & { readonly limit?: number }) => {
      const { listRuns } = await import("../../../operations/runs/runs.ts");
      const { runListJson, runListText } = await import("../run-list.ts");
      const { terminal } = session;
      const found = await follow(
        listRuns(given({ limit: options.limit, store: options.store }), terminal.environment),
        terminal,
        options,
      );
      if (options.json) await printJson(runListJson(found), terminal);
      else await terminal.out(runListText(found, terminal.outColors));
    });
}

function show(session: Session): Command {
  return withOutput(withStore(new Command("show").description("The summary of a run.").argument("<run>", RUN)))
    .addHelpText("after", "\nExamples:\n  veridic runs show latest\n  veridic runs show 3k9 --json")
    .action(async (run: string, options: StoreOptions) => {
      const { showAnyRun } = await import("../../../operations/runs/runs.ts");
      const { summaryText } = await import("../summary-text.ts");
      const { keptResultJson, keptResultText } = await import("../kept-result.ts");
      const { toWire } = await import("../../../core/wire.ts");
      const { terminal } = session;
      const input = { run, ...given({ store: options.store }) };
      const shown = await follow(showAnyRun(input, terminal.environment), terminal, options);
      if (shown.kind !== "eval") {
        if (options.json) await printJson(keptResultJson(shown.record), terminal);
        else await terminal.out(keptResultText(shown.kind, shown.record, terminal.outColors));
      } else if (options.json) await printJson(toWire(shown.summary), terminal);
      else await terminal.out(summaryText(shown.summary, terminal.outColors));
    });
}

function resume(session: Session): Command {
  return running(
    session,
    new Command("resume").description("Scores the rows that a stopped run did not get to, in the same run."),
    async () => (await import("../../../operations/runs/resume.ts")).resumeRun,
  );
}

function retry(session: Session): Command {
  return running(
    session,
    new Command("retry").description("Scores anew only what errored, in the same run."),
    async () => (await import("../../../operations/runs/resume.ts")).retryRun,
  );
}

type RunOperation = typeof import("../../../operations/runs/resume.ts").resumeRun;

function running(session: Session, command: Command, load: () => Promise<RunOperation>): Command {
  return withOutput(withStore(command.argument("<run>", RUN)))
    .option("--concurrency <n>", "how many answers may be under way at once (default: 16)", wholeNumber)
    .option("--max-calls <n>", "end partial, to be resumed, after so many requests to models", wholeNumber)
    .option("--max-cost <usd>", "end partial, to be resumed, when models have cost so much", money)
    .addHelpText("after", `\nExample:\n  veridic runs ${command.name()} latest`)
    .action(async (run: string, options: StoreOptions) => {
      const operation = await load();
      const { store, concurrency, maxCalls, maxCost } = options;
      const input = { run, ...given({ store, concurrency, maxCalls, maxCost }) };
      await followRun(operation(input, session.terminal.environment), session, options);
    });
}

function rescore(session: Session): Command {
  const command = new Command("rescore")
    .description("New scores for the stored outputs, under a new run that names this one as its parent.")
    .argument("<run>", RUN)
    .requiredOption("--scorers <file>", "a JSON or YAML file with a list of scorers; an eval file will do");
  return withOutput(withStore(command))
    .option("--concurrency <n>", "how many answers may be under way at once (default: 16)", wholeNumber)
    .option("--max-calls <n>", "end partial, to be resumed, after so many requests to models", wholeNumber)
    .option("--max-cost <usd>", "end partial, to be resumed, when models have cost so much", money)
    .addHelpText("after", "\nExample:\n  veridic runs rescore latest --scorers scorers.json")
    .action(async (run: string, options: StoreOptions & { readonly scorers: string }) => {
      const { rescoreRun } = await import("../../../operations/runs/rescore.ts");
      const { scorers, store, concurrency, maxCalls, maxCost } = options;
      const input = { run, scorers, ...given({ store, concurrency, maxCalls, maxCost }) };
      await followRun(rescoreRun(input, session.terminal.environment), session, options);
    });
}

function diff(session: Session): Command {
  const command = new Command("diff")
    .description("What changed from run A to run B, sample by sample, and whether it is more than chance.")
    .argument("<a>", RUN)
    .argument("<b>", RUN)
    .option("--scorer <name>", "only this scorer (default: all that both runs have)")
    .option("--flips <n>", "list at most so many flipped rows (default: 20)", wholeNumber);
  return withOutput(withStore(command))
    .addHelpText(
      "after",
      "\nExamples:\n  veridic runs diff 3k9 latest\n  veridic runs diff 3k9 3kb --scorer answer --json",
    )
    .action(
      async (a: string, b: string, options: StoreOptions & { readonly scorer?: string; readonly flips?: number }) => {
        const { diffStoredRuns } = await import("../../../operations/runs/diff.ts");
        const { diffText } = await import("../diff-text.ts");
        const { toWire } = await import("../../../core/wire.ts");
        const { terminal } = session;
        const { scorer, flips, store } = options;
        const input = { a, b, ...given({ scorer, flips, store }) };
        const result = await follow(diffStoredRuns(input, terminal.environment), terminal, options);
        if (options.json) await printJson(toWire(result), terminal);
        else await terminal.out(diffText(result, terminal.outColors));
      },
    );
}

function exportRows(session: Session): Command {
  const command = new Command("export")
    .description("The rows of a run for other tools.")
    .argument("<run>", RUN)
    .addOption(
      new Option("--format <format>", "the format").choices(["jsonl", "csv", "parquet", "junit"]).default("jsonl"),
    )
    .option("-o, --output <file>", "the file (default: stdout)");
  return withOutput(withStore(command))
    .addHelpText(
      "after",
      "\nExamples:\n  veridic runs export latest > rows.jsonl\n  veridic runs export latest --format junit -o report.xml",
    )
    .action(async (run: string, options: StoreOptions & { readonly format: string; readonly output?: string }) => {
      const { exportRun } = await import("../../../operations/runs/export.ts");
      const { terminal } = session;
      const { format, output, store } = options;
      const input = { run, format, ...given({ output, store }) };
      const { path } = await follow(
        exportRun(input as never, terminal.environment, (piece) => terminal.out(piece)),
        terminal,
        options,
      );
      if (path !== null && options.json) await printJson({ path }, terminal);
      else if (path !== null && !options.quiet) terminal.err(`wrote ${path}\n`);
    });
}

function remove(session: Session): Command {
  const command = new Command("rm").description("Removes a run with its outputs and scores.").argument("<run>", RUN);
  return withOutput(withStore(command))
    .option("--force", "also when other runs read its outputs")
    .addHelpText("after", "\nExample:\n  veridic runs rm 3k9f2m00a1bc")
    .action(async (run: string, options: StoreOptions & { readonly force?: boolean }) => {
      const { removeRun } = await import("../../../operations/runs/runs.ts");
      const { terminal } = session;
      const { force, store } = options;
      const removed = await follow(
        removeRun({ run, ...given({ force, store }) }, terminal.environment),
        terminal,
        options,
      );
      if (options.json) await printJson({ removed: removed.id }, terminal);
      else if (!options.quiet) terminal.err(`removed run ${removed.id} (${printable(removed.name)})\n`);
    });
}
