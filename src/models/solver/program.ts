import { type ChildProcess, spawn } from "node:child_process";
import { ModelError } from "../../core/model.ts";
import { onAbort } from "../traffic/abort.ts";

export interface ProgramOptions {
  readonly command: readonly [program: string, ...words: string[]];
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** A running program that answers a line of its input with a line of its output. */
export interface Program {
  /** Whether it may be asked again; never again after a failure. */
  readonly usable: boolean;
  /** One line for one line. Rejects with a `ModelError` where none comes, and with the signal's reason. */
  ask(line: string, signal: AbortSignal): Promise<string>;
  /** Kills it with all that it started. */
  kill(): void;
}

/** A longer line is no answer, and must not fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;
const STDERR_KEPT = 4_096;

interface Waiting {
  readonly answer: (line: string) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Starts a program in a process group of its own, without a shell. Its lines are told apart by their order alone, so
 * whatever disturbs that order (a line too many, an answer nobody waits for any more) is the end of the program:
 * otherwise one row would be scored with another row's answer.
 */
export function startProgram({ command: [name, ...words], folder, variables }: ProgramOptions): Program {
  const child = spawn(name, words, { cwd: folder, env: { ...variables }, stdio: "pipe", detached: true });
  const lines = createLines();
  let errors = "";
  let waiting: Waiting | null = null;
  let over: ModelError | null = null;

  const end = (error: ModelError) => {
    if (over !== null) return;
    over = error;
    killAll();
    const asked = waiting;
    waiting = null;
    asked?.fail(error);
  };
  // Once it has ended and its group was killed, the number may be another program's.
  let ended = false;
  const killAll = () => {
    if (!ended) killGroup(child);
  };
  const told = (): string => {
    const tail = errors.trim().slice(-600);
    return tail === "" ? "" : `; it said: ${tail}`;
  };
  child.on("error", (cause) => end(new ModelError("exited", `${name} cannot be started: ${cause.message}`, { cause })));
  // What it started and left behind would hold its output open.
  child.on("exit", () => {
    killAll();
    ended = true;
  });
  // `close` comes when the last of its output has been read, so nothing that it said is lost.
  child.on("close", (code, signal) => {
    const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    end(new ModelError("exited", `${name} ${how} before it answered${told()}`));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-STDERR_KEPT);
  });
  // A program that is gone does not read: its end says more than the broken pipe.
  child.stdin.on("error", () => {});
  child.stdout.on("data", (bytes: Buffer) => {
    for (const line of lines.add(bytes)) {
      if (line.trim() === "") continue;
      const asked = waiting;
      waiting = null;
      if (asked === null) {
        end(new ModelError("bad_reply", `${name} said a line that nobody had asked for`));
        return;
      }
      asked.answer(line);
    }
    if (lines.pending > LONGEST_LINE) end(new ModelError("bad_reply", `${name} said a line that does not end`));
  });

  return {
    get usable() {
      return over === null;
    },
    ask: (line, signal) =>
      new Promise((resolve, reject) => {
        if (over !== null) {
          reject(over);
          return;
        }
        let forget = () => {};
        waiting = {
          answer: (text) => {
            forget();
            resolve(text);
          },
          fail: (error) => {
            forget();
            reject(signal.aborted ? signal.reason : error);
          },
        };
        forget = onAbort(signal, () => end(new ModelError("exited", `${name} was stopped`)));
        if (over === null) child.stdin.write(`${line}\n`);
      }),
    kill: () => end(new ModelError("exited", `${name} was stopped`)),
  };
}

/** The group is the program with all that it started; it is gone when the last of them is. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // There is no such group any more, or no groups on this system: then the program alone.
    child.kill("SIGKILL");
  }
}

interface Lines {
  /** The lines that are whole now, without their ends. */
  add(bytes: Buffer): readonly string[];
  /** Bytes of a line that has not ended. */
  readonly pending: number;
}

/** Decodes whole lines only, so that no character is cut; each byte is looked at once. */
function createLines(): Lines {
  let pieces: Buffer[] = [];
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    add: (bytes) => {
      const whole: string[] = [];
      let from = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
        whole.push(Buffer.concat([...pieces, bytes.subarray(from, at)]).toString("utf8"));
        pieces = [];
        pending = 0;
        from = at + 1;
      }
      if (from < bytes.length) {
        pieces.push(bytes.subarray(from));
        pending += bytes.length - from;
      }
      return whole;
    },
  };
}
