import { CommanderError } from "commander";
import { idleProgram } from "../../scripts/field-tables/idle-program.ts";
import type { Ran, Workplace } from "../doors/cli/command-line.ts";
import type { Block } from "./pages.ts";

/** One line of a `sh` block that calls veridic. */
export interface CommandLine {
  readonly place: string;
  readonly text: string;
  readonly argv: readonly string[];
  /** A file that is piped in. */
  readonly input: string | null;
  /** A file that the output goes to. */
  readonly output: string | null;
  /** By a comment such as `# exit 1: a gate is missed`; otherwise 0. */
  readonly exitCode: number;
}

export function commandLines({ place, text, language }: Block): readonly CommandLine[] {
  if (language !== "sh") return [];
  return text.split("\n").flatMap((line) => {
    const [, input = null, rest] = /^(?:cat (\S+) \| )?veridic (.+)$/.exec(line) ?? [];
    if (rest === undefined) return [];
    const [, command = "", comment = ""] = /^(.*?)(?:\s+# (.*))?$/.exec(rest) ?? [];
    const [, called = "", output = null] = /^(.*?)(?: > (\S+))?$/.exec(command) ?? [];
    const exitCode = Number(/^exit (\d+)/.exec(comment)?.[1] ?? 0);
    return [{ place, text: line, argv: wordsOf(called), input, output, exitCode }];
  });
}

/** Words as a shell makes them of a line without variables. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/** What is wrong with a line, before it is run: a command, an option or an argument that is not there. */
export async function parseFault({ argv }: CommandLine): Promise<string | null> {
  try {
    await idleProgram().parseAsync([...argv], { from: "user" });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return thrown.exitCode === 0 ? null : thrown.message;
  }
}

/** Runs a line in a folder. `A` stands for the oldest run of its store, `B` for the latest. */
export async function runLine(line: CommandLine, place: Workplace): Promise<Ran> {
  const input = line.input === null ? "" : await place.read(line.input);
  const ran = await place.run(await withRuns(line.argv, place), { input });
  if (line.output !== null) await place.write({ [line.output]: ran.out });
  return ran;
}

async function withRuns(argv: readonly string[], place: Workplace): Promise<readonly string[]> {
  if (!argv.includes("A")) return argv;
  const { out } = await place.run(["runs", "list", "--json"]);
  const runs = JSON.parse(out) as readonly { readonly run_id: string }[];
  return argv.map((word) => (word === "A" ? (runs.at(-1)?.run_id ?? word) : word === "B" ? "latest" : word));
}
