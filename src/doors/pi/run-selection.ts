import { ConfigError, messageOf, StoreError } from "../../core/errors.ts";
import { type Environment, type OperationEvent, systemEnvironment } from "../../operations/environment.ts";
import type { SelectionOutcome } from "../../operations/selection/outcome.ts";
import type { Audit } from "../../select/audit-types.ts";
import type { Selection } from "../../select/types.ts";
import { givenMode, type Input, oneOf } from "./given-input.ts";
import type { AskPi, PiContext } from "./host.ts";
import { openJudges } from "./judges.ts";
import { chooseJudges } from "./menu.ts";
import { piName } from "./routes.ts";

/** What a selection is about, and where Pi comes in. */
export interface SelectionCall {
  /** An input file, with `input` over it. */
  readonly file?: string;
  readonly input: Input;
  readonly store?: string;
  readonly context: PiContext;
  readonly ask: AskPi;
  readonly signal: AbortSignal;
  readonly onEvent: (event: OperationEvent) => void;
}

export interface SelectionEnd {
  readonly outcome: SelectionOutcome<Selection | Audit>;
  readonly notes: readonly string[];
  readonly outputPath: string | null;
}

/**
 * Compares or audits with the judges that can be asked from Pi. Rejects with an error in one sentence for whatever ended
 * it without a verdict; what an `outputPath` is named for holds that error as JSON.
 */
export async function runSelection(call: SelectionCall): Promise<SelectionEnd> {
  const { context, ask, signal } = call;
  const system = { ...systemEnvironment(signal), folder: context.cwd };
  const outputPath = outputOf(call.input);
  try {
    const choice = await chooseJudges(call.input, context, system.variables, signal);
    const powers = { registry: context.modelRegistry, ask, variables: system.variables, folder: context.cwd };
    const judges = await openJudges(choice.input, powers);
    try {
      const outcome = await follow(call, judges.input, { ...system, variables: judges.variables });
      if (outcome.verdict !== null) throw new UnjudgedError(outcome.verdict, outputPath);
      return { outcome, notes: [...choice.notes, ...judges.notes], outputPath };
    } finally {
      await judges.close();
    }
  } catch (thrown) {
    if (thrown instanceof UnjudgedError) throw thrown;
    throw await reported(thrown, outputPath, system, context);
  }
}

async function follow(
  { file, store, onEvent }: SelectionCall,
  input: Input,
  environment: Environment,
): Promise<SelectionOutcome<Selection | Audit>> {
  const flags = { ...(file === undefined ? {} : { file }), input, ...(store === undefined ? {} : { store }) };
  const operation =
    givenMode(input) === "audit"
      ? (await import("../../operations/selection/audit.ts")).auditCandidate(flags, environment)
      : (await import("../../operations/selection/compare.ts")).compareCandidates(flags, environment);
  let step = await operation.next();
  while (!step.done) {
    onEvent(step.value);
    step = await operation.next();
  }
  return step.value;
}

/** It ran to its end, or was stopped, and nothing was judged. Its artefact says the same. */
class UnjudgedError extends Error {
  override readonly name = "UnjudgedError";
  constructor(verdict: string, outputPath: string | null) {
    super(`${verdict}${outputPath === null ? "" : ` (what there is was saved to ${outputPath})`}`);
  }
}

/** The error for the agent, which stands in the output file as well. */
async function reported(
  thrown: unknown,
  outputPath: string | null,
  environment: Environment,
  { model }: PiContext,
): Promise<Error> {
  const { reportFailure } = await import("../../operations/selection/failure.ts");
  const { place } = await reportFailure(thrown, outputPath === null ? {} : { output: outputPath }, environment);
  const known = thrown instanceof ConfigError || thrown instanceof StoreError;
  const told = known ? `${thrown.code}: ${thrown.message}` : messageOf(thrown);
  const keyless = thrown instanceof ConfigError && thrown.code === "missing_key" && model !== undefined;
  const own = keyless ? `; in Pi, this session's own model is ${piName(model)}` : "";
  const where = place === "file" ? ` (this error as JSON: ${outputPath})` : "";
  return new Error(`${told}${own}${where}`, { cause: thrown });
}

function outputOf(input: Input): string | null {
  const path = oneOf(input, "outputPath", "output_path");
  return typeof path === "string" && path.trim() !== "" ? path.trim() : null;
}
