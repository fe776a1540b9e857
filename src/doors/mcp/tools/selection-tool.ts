import { ConfigError } from "../../../core/errors.ts";
import { toWire } from "../../../core/wire.ts";
import type { Environment, Operation } from "../../../operations/environment.ts";
import { reportFailure } from "../../../operations/selection/failure.ts";
import type { SelectionForecast } from "../../../operations/selection/forecast.ts";
import type { SelectionOutcome } from "../../../operations/selection/outcome.ts";
import type { SelectionFlags } from "../../../operations/selection/working.ts";
import { follow } from "../follow.ts";
import type { Answer, Call, Settings } from "../tool.ts";
import { answerSchema } from "../tool-schema.ts";
import { briefArtefact } from "./brief-artefact.ts";
import { readSelectionInput, type SelectionInput } from "./selection-input.ts";
import { checkSelectionPaths } from "./selection-paths.ts";

/** What is told of the answers of compare and audit. */
export const selectionAnswer = answerSchema({
  ok: { type: "boolean" },
  run_id: { type: "string", description: "For `resume`, `from` and the tool `runs`." },
  config: { type: "object", description: "What was asked." },
  result: {
    type: "object",
    description: "The outcome; `explanation` tells it in words, `warnings` what is doubtful.",
  },
  votes_left_out: { type: "integer", description: "Single votes that `votes: true` would bring." },
  usage: { type: "object", description: "Calls, tokens and cost." },
  duration_s: { type: "number" },
});

interface Doing {
  readonly kind: "compare" | "audit";
  readonly select: (
    flags: SelectionFlags,
    environment: Environment,
  ) => Operation<Pick<SelectionOutcome<never>, "artefact" | "exitCode">>;
  readonly forecast: (flags: SelectionFlags, environment: Environment) => Operation<SelectionForecast>;
}

/** Runs a comparison or an audit. An error goes to the output file too, where one is named that may be written. */
export async function runSelection(given: unknown, call: Call, { kind, select, forecast }: Doing): Promise<Answer> {
  const { environment, settings } = call;
  const input = readSelectionInput(kind, given);
  const filed = await checkSelectionPaths(input, settings.paths);
  if (input.flags["runChecks"] === true && !settings.runChecks) {
    throw new ConfigError("checks_refused", "this server runs no commands of candidates", {
      place: "run_checks",
      hint: "start it with --run-checks, or give recorded results",
    });
  }
  const flags = flagsOf(input, filed, settings);
  try {
    if (input.dryRun) {
      const told = toWire(await follow(forecast(flags, environment), call));
      return { structured: { ok: true, forecast: told } };
    }
    const { artefact, exitCode } = await follow(select(flags, environment), call);
    return { structured: input.votes ? artefact : briefArtefact(artefact), failed: exitCode !== 0 };
  } catch (thrown) {
    const { file } = flags;
    const output = flags.output ?? input.question["outputPath"];
    await reportFailure(thrown, { file, output: typeof output === "string" ? output : undefined }, environment);
    throw thrown;
  }
}

/** Every option of these was read by the schema of the tool, and is read once more by that of the operation. */
function flagsOf(
  { question, flags }: SelectionInput,
  filed: Readonly<Record<string, unknown>>,
  { store, deployments, prices }: Settings,
): SelectionFlags {
  const stored = flags["from"] !== undefined || flags["resume"] !== undefined;
  const ofServer = Object.fromEntries(
    Object.entries({ deployments, prices }).filter(([key, value]) => value !== undefined && !(key in filed)),
  );
  const asked = stored ? question : { ...ofServer, ...question };
  return {
    ...flags,
    ...(Object.keys(asked).length === 0 ? {} : { input: asked }),
    ...(store === null ? {} : { store }),
  };
}
