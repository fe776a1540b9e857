import { ConfigError } from "../../core/errors.ts";
import { readVariables } from "../../models/keys.ts";
import { BACKENDS } from "../../select/input/backends.ts";
import { givenBackend, givenNames, type Input, isMock, standardJudges } from "./given-input.ts";
import type { PiContext } from "./host.ts";
import { piName, routeOf } from "./routes.ts";

export interface Choice {
  readonly input: Input;
  readonly notes: readonly string[];
}

interface Line {
  readonly title: string;
  readonly chosen: Input;
  readonly notes: readonly string[];
}

/**
 * Asks the user who shall judge, but only where that is open: nothing was named, somebody is there to ask, and the
 * default judges cannot all be asked. Throws a `ConfigError` where the user closes the menu.
 */
export async function chooseJudges(
  given: Input,
  context: PiContext,
  variables: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Choice> {
  const named = givenNames(given) !== null || typeof given["backend"] === "string" || isMock(given);
  if (named || !context.hasUI) return { input: given, notes: [] };
  const unable = await unableOf(context, variables);
  const isAble = (name: string) => !unable.has(name);
  if (standardJudges(givenBackend(given)).judges.every(isAble)) return { input: given, notes: [] };
  const lines = [...linesOf(unable), ...sessionLine(context)];
  const title = await context.ui.select(
    "The default judges cannot all be asked. Who shall judge?",
    lines.map((line) => line.title),
    { signal },
  );
  const line = lines.find((one) => one.title === title);
  if (line === undefined) {
    throw new ConfigError("cancelled", "no judges were chosen", { hint: "name some with models, or a backend" });
  }
  return { input: { ...given, ...line.chosen }, notes: line.notes };
}

/** The judges of the menu that nobody can ask from here. */
async function unableOf(
  { modelRegistry, cwd }: PiContext,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlySet<string>> {
  const known = await readVariables(cwd, variables);
  const unable = new Set<string>();
  for (const name of [...BACKENDS["pi-model-ensemble"].models, ...BACKENDS["zai-coding-plan"].models]) {
    const { kind } = await routeOf(name, modelRegistry, known);
    if (kind === "none") unable.add(name);
  }
  return unable;
}

/** Only where the user picks it: an agent's model may favour its own work. */
function sessionLine({ model, modelRegistry }: PiContext): readonly Line[] {
  if (model === undefined || !modelRegistry.hasConfiguredAuth(model)) return [];
  const name = piName(model);
  return [
    {
      title: `This session's model: ${name}, which may favour its own work`,
      chosen: { models: [name] },
      notes: [`${name} is the model of this session, and may favour what it wrote itself`],
    },
  ];
}

function linesOf(unable: ReadonlySet<string>): readonly Line[] {
  const judges = (names: readonly string[]) =>
    names.map((name) => (unable.has(name) ? `${name} (no key)` : name)).join(", ");
  const panel = judges(BACKENDS["pi-model-ensemble"].models);
  return [
    { title: `Default compare: ${panel}`, chosen: { backend: "pi-model-ensemble" }, notes: [] },
    {
      title: `Single strong verifier: ${judges(BACKENDS["zai-coding-plan"].models)}`,
      chosen: { backend: "zai-coding-plan" },
      notes: [],
    },
    {
      title: "Fast smoke: counts words and asks no model, to test the set-up only",
      chosen: { backend: "gemini-python", mock: true },
      notes: [],
    },
    {
      title: `Delegate-output review: ${panel}, over the outputs of separate lanes`,
      chosen: { backend: "pi-model-ensemble" },
      notes: ["each lane's output is a candidate of its own; audit a synthesis of them by itself"],
    },
  ];
}
