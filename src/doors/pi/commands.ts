import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { auditInputOf, readAcceptance } from "./acceptance.ts";
import { trackedChange } from "./git-diff.ts";
import type { Input } from "./given-input.ts";
import type { AskPi, Pi, PiContext } from "./host.ts";
import { runSelection, type SelectionCall } from "./run-selection.ts";
import { reportOf } from "./selection-report.ts";
import { eventText } from "./tool.ts";

/** Under which the result of a command stands in the session. */
const MESSAGE = "veridic";

/** `/verify`: audits the change in the working folder against acceptance criteria. */
export function addVerifyCommand(pi: Pi, ask: AskPi): void {
  pi.registerCommand("verify", {
    description:
      "Audit the tracked git diff: [--models NAMES] [--output FILE] Acceptance: - BULLET, or @FILE with bullets",
    handler: (given, context) =>
      tellingErrors(context, async () => {
        const { rest, input } = readFlags(given);
        const text = await acceptanceText(rest, context);
        if (text === null) return;
        const acceptance = readAcceptance(text);
        const signal = signalOf(context);
        const audit = auditInputOf(acceptance, await trackedChange(context.cwd, signal));
        await runAndTell(pi, { input: { ...audit, ...input }, context, ask, signal });
      }),
  });
}

/** `/lav-smoke` and `/lav-ensemble-smoke`: run the examples of the skill without a model. `root` is the package's folder. */
export function addSmokeCommands(pi: Pi, ask: AskPi, root: string): void {
  const smokes = [
    ["lav-smoke", "code-patch-selection.json", "Compare the bundled patches without a model: tests the set-up"],
    [
      "lav-ensemble-smoke",
      "weighted-ensemble-selection.json",
      "Run the bundled weighted ensemble without a model: tests rotation and weights",
    ],
  ] as const;
  for (const [name, example, description] of smokes) {
    const file = join(root, "skills/llm-as-verifier/examples", example);
    pi.registerCommand(name, {
      description,
      handler: (_given, context) =>
        tellingErrors(context, () =>
          // Nothing of a smoke test is worth keeping.
          runAndTell(pi, {
            file,
            input: { mock: true },
            store: ":memory:",
            context,
            ask,
            signal: signalOf(context),
          }),
        ),
    });
  }
}

async function runAndTell(pi: Pi, call: Omit<SelectionCall, "onEvent">): Promise<void> {
  const { ui, hasUI } = call.context;
  try {
    const end = await runSelection({ ...call, onEvent: (event) => ui.setStatus(MESSAGE, eventText(event)) });
    const { text, details } = reportOf(end);
    pi.sendMessage({ customType: MESSAGE, content: text, display: true, details });
    // In print mode Pi shows what its model says and no more; stdout is its own.
    if (!hasUI) process.stderr.write(`${text}\n`);
  } finally {
    ui.setStatus(MESSAGE, undefined);
  }
}

/** `--models NAMES` and `--output FILE` before anything else. */
function readFlags(given: string): { readonly rest: string; readonly input: Input } {
  let rest = given.trim();
  let input: Input = {};
  for (;;) {
    const flag = /^--(models|output)[ \t]+(\S+)(?:\s+|$)/.exec(rest);
    if (flag === null) return { rest, input };
    const [whole, name, value = ""] = flag;
    input = { ...input, ...(name === "models" ? { models: value.split(",") } : { outputPath: value }) };
    rest = rest.slice(whole.length);
  }
}

/** Where nobody watches the screen, Pi reports what a command throws. */
async function tellingErrors({ hasUI, ui }: PiContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!hasUI) throw thrown;
    ui.notify(messageOf(thrown), "error");
  }
}

/** The words behind the command, a file of them, or what the user writes now; null where they close the editor. */
async function acceptanceText(given: string, { cwd, hasUI, ui }: PiContext): Promise<string | null> {
  if (given.startsWith("@")) {
    const path = given.slice(1).trim();
    try {
      return await readFile(resolve(cwd, path), "utf8");
    } catch (thrown) {
      throw new ConfigError("unreadable_file", `cannot read ${path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
  if (given !== "" || !hasUI) return given;
  return (await ui.editor("What must hold of the change?", "Acceptance:\n- ")) ?? null;
}

function signalOf({ signal }: PiContext): AbortSignal {
  return signal ?? new AbortController().signal;
}
