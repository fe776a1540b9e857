import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { ModelError } from "../../core/model.ts";
import type { Solver, SolverRequest } from "../../core/solver.ts";
import type { Json } from "../../core/types.ts";
import { toWire } from "../../core/wire.ts";
import { readAnswer } from "./answer.ts";
import type { CommandChoice } from "./choice.ts";
import { type Program, type ProgramOptions, startProgram } from "./program.ts";

/**
 * A program as a solver: a request is a line of JSON on its input, and the next line of its output is the answer. Each
 * answers one request at a time, so that a crash is the error of one row; another one is started while all are busy, so
 * there are as many as calls under way, which the caller limits. None is started before the first request.
 */
export function commandSolver(choice: CommandChoice, options: Omit<ProgramOptions, "command">): Solver {
  const idle: Program[] = [];
  const all = new Set<Program>();
  let closed = false;
  const killAll = () => {
    for (const program of all) program.kill();
  };
  const start = (): Program => {
    const program = startProgram({ ...options, command: choice.command });
    // A process that is made to exit at once ends nothing in good order; without this its programs would live on.
    if (all.size === 0) process.once("exit", killAll);
    all.add(program);
    return program;
  };
  const drop = (program: Program) => {
    all.delete(program);
    if (all.size === 0) process.off("exit", killAll);
  };
  const take = (): Program => {
    for (let program = idle.pop(); program !== undefined; program = idle.pop()) {
      if (program.usable) return program;
      drop(program);
    }
    return start();
  };

  return {
    id: choice.name,
    solve: async (request, signal) => {
      signal.throwIfAborted();
      if (closed) throw new ModelError("exited", `${choice.name} was stopped`);
      const program = take();
      try {
        const answer = parsed(await program.ask(JSON.stringify(toLine(request)), signal));
        if (answer === undefined) {
          // Perhaps a log line, with the answer still to come: then every later answer would be one row late.
          program.kill();
          throw new ModelError("bad_reply", `${choice.name} said a line that is not JSON`);
        }
        return readAnswer(answer, request);
      } finally {
        if (program.usable) idle.push(program);
        else drop(program);
      }
    },
    close: async () => {
      closed = true;
      killAll();
      for (const program of all) drop(program);
    },
  };
}

/** A request as it leaves the process. */
export function toLine(request: SolverRequest): Json {
  return toWire(request);
}

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    // The parser's message quotes the line; an answer has no place in an error.
    return undefined;
  }
}

/** Refuses a program that is not there with a `ConfigError`, before the first row: it would be the error of every row. */
export async function findProgram(choice: CommandChoice, options: Omit<ProgramOptions, "command">): Promise<void> {
  const [program] = choice.command;
  // Names of programs have other rules there; a start that fails says it for each row.
  if (process.platform === "win32") return;
  const paths = program.includes("/")
    ? [resolve(options.folder, program)]
    : (options.variables["PATH"] ?? "/usr/bin:/bin").split(delimiter).map((folder) => join(folder, program));
  for (const path of paths) if (await isProgram(path)) return;
  throw new ConfigError("missing_program", `there is no program "${program}"`, {
    place: "solver.command",
    expected: program.includes("/") ? "a file that may be executed" : "one in a folder of PATH",
    hint: "a path counts from the folder of the eval file; there is no shell",
  });
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there, or not to be executed: the next folder may have it.
    return false;
  }
}
