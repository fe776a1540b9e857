/** What the rest of veridic knows of the sandbox: the kinds of questions and of verdicts. Nothing here runs. */

/** A program to be judged by tests. The two never share a process: only plain data crosses between them. */
export interface ProgramTask {
  /** The candidate's whole program, which may be hostile. */
  readonly program: string;
  /** The functions of the program that the tests call. */
  readonly entryPoints: readonly string[];
  /** Trusted code that runs before the tests, such as a benchmark's prompt with its imports; default none. */
  readonly setup?: string | undefined;
  /** Trusted code that fails by raising: `assert add(1, 2) == 3`, or a `check` function and a call of it. */
  readonly tests: string;
  /** Milliseconds for program and tests together, where that is less than the sandbox allows. */
  readonly wallMs?: number | undefined;
}

/**
 * Why a program failed. `assertion`: a test said no. `exception`: the program raised, or a test could not deal with what
 * it returned. `load`: it does not compile, or raised while it was loaded. `missing`: it does not define what the tests
 * call. `unsupported`: it returned what is no plain data. `exit`: it ended itself. `cpu`, `memory`, `output`, `killed`: it
 * was ended by that limit or by a signal. `protocol`: it wrote to the channel that is not its own.
 */
export type FailKind =
  | "assertion"
  | "exception"
  | "load"
  | "missing"
  | "unsupported"
  | "exit"
  | "cpu"
  | "memory"
  | "output"
  | "killed"
  | "protocol";

interface ProgramNotes {
  /** One line for people; of a failure it may quote the program, so it is not to be trusted. */
  readonly message: string;
  /** Calls of the program that were answered. */
  readonly calls: number;
  /** From the start of the last try to the end of its processes. */
  readonly milliseconds: number;
}

/**
 * `fail` and `timeout` are the program's fault. `error` is not: the sandbox or the tests did not work, so nothing is
 * known about the program. A wall timeout is given only after a second try alone.
 */
export type ProgramVerdict = ProgramNotes &
  (
    | { readonly outcome: "pass" }
    | { readonly outcome: "fail"; readonly kind: FailKind }
    | { readonly outcome: "timeout" }
    | { readonly outcome: "error"; readonly code: string }
  );

/** Where programs run that nobody has read. It was tried before it was handed out. */
export interface Sandbox {
  /** What holds the programs, for reports: `bubblewrap`, `docker`, `podman`, or `none` where that was demanded. */
  readonly kind: string;
  /** Never rejects but for an abort; waits until a place is free. */
  judgeProgram(task: ProgramTask, signal?: AbortSignal): Promise<ProgramVerdict>;
}
