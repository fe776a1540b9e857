import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { messageOf } from "../../core/errors.ts";
import type { Check, RecordedCheck, SelectionRequest } from "../../select/input/request.ts";
import type { Environment, Operation } from "../environment.ts";

/** The end of what a check says is what tells how it went; a judge is shown so much of it. */
const SHOWN = 4_000;
/** Between asking a command that is out of time to end and ending it. */
const GRACE_MS = 2_000;

export type CheckResults = Readonly<Record<string, readonly RecordedCheck[]>>;

/**
 * Runs the commands of all candidates one after the other, with the rights of the user: only where they asked for it.
 * Exit code 0 passes; anything else, a time limit included, fails.
 */
export async function* runChecks(
  { candidates }: SelectionRequest,
  folder: string,
  environment: Environment,
): Operation<CheckResults> {
  const results: Record<string, readonly RecordedCheck[]> = {};
  for (const { id, checks } of candidates) {
    const own: RecordedCheck[] = [];
    for (const check of checks) {
      environment.signal.throwIfAborted();
      yield { type: "note", text: `check of ${id}: ${check.name}` };
      own.push(await runCheck(check, folder, environment));
    }
    if (own.length > 0) Object.defineProperty(results, id, { value: own, enumerable: true });
  }
  return results;
}

async function runCheck(
  { name, run, cwd, timeoutMs }: Check,
  folder: string,
  { signal, variables }: Pick<Environment, "signal" | "variables">,
): Promise<RecordedCheck> {
  const child = spawn(run, {
    shell: true,
    cwd: cwd === null ? folder : resolve(folder, cwd),
    env: { ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that what the shell started ends with it.
    detached: true,
  });
  let output = "";
  const hear = (piece: Buffer) => {
    output = (output + piece.toString("utf8")).slice(-2 * SHOWN);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  let why: string | null = null;
  const end = (reason: string) => {
    why ??= reason;
    endGroup(child.pid, "SIGTERM");
    setTimeout(() => endGroup(child.pid, "SIGKILL"), GRACE_MS).unref();
  };
  const timer = setTimeout(() => end(`ended after ${timeoutMs / 1_000} s`), timeoutMs);
  const stop = () => end("interrupted");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const code = await new Promise<number | null>((settle) => {
      child.once("error", (error) => {
        why = `could not be started: ${messageOf(error)}`;
        settle(null);
      });
      // `exit`, not `close`: a process left in the background may keep the pipes open for ever.
      child.once("exit", (status, killed) => {
        if (killed !== null) why ??= `ended by ${killed}`;
        settle(status);
      });
    });
    signal.throwIfAborted();
    const passed = code === 0 && why === null;
    const tail = output.length > SHOWN ? `…${output.slice(-SHOWN)}` : output;
    const told = [tail.trimEnd(), why ?? (passed ? "" : `exit code ${code}`)].filter((text) => text !== "").join("\n");
    return { name, passed, ...(told === "" ? {} : { output: told }) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    child.stdout.destroy();
    child.stderr.destroy();
    endGroup(child.pid, "SIGKILL");
  }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
