const MIB = 1024 ** 2;

/** What one sandboxed process may use. A program and its tests are two processes, each with these limits. */
export interface Limits {
  /** Address space in bytes. It bounds memory, as no process can make another one. */
  readonly memoryBytes: number;
  /** CPU seconds until SIGXCPU; one second later the kernel kills. */
  readonly cpuSeconds: number;
  /** Milliseconds from the moment both processes are ready. */
  readonly wallMs: number;
  /** Milliseconds until a process must say that it is ready. What is slower is the machine's fault. */
  readonly startMs: number;
  /** Bytes of what a program prints, and of one answer. */
  readonly outputBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  readonly openFiles: number;
  /** Bytes of the scratch folder `/tmp`, and of `/dev/shm`; both are memory, and gone at the end. */
  readonly scratchBytes: number;
  readonly sharedMemoryBytes: number;
}

/**
 * Ample for short functions: the slowest of HumanEval's own solutions takes 0.8 s of CPU, and none needs 64 MiB. The
 * wall limit is twice the CPU limit, so that a busy machine does not fail a program.
 */
export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 512 * MIB,
  cpuSeconds: 5,
  wallMs: 10_000,
  startMs: 20_000,
  outputBytes: MIB,
  fileBytes: 8 * MIB,
  openFiles: 64,
  scratchBytes: 16 * MIB,
  sharedMemoryBytes: MIB,
};

/**
 * The limits that the kernel keeps, as arguments of `prlimit` (util-linux). One process: a limit counts for each process
 * by itself, so with two of them the memory would be twice as much. It is kept for ordinary users alone, never for root.
 */
export function prlimitArguments(limits: Limits): readonly string[] {
  return [
    `--as=${limits.memoryBytes}`,
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    "--nproc=1",
    `--fsize=${limits.fileBytes}`,
    `--nofile=${limits.openFiles}`,
    "--core=0",
  ];
}
