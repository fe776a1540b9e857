import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Duplex } from "node:stream";
import { messageOf } from "../core/errors.ts";
import type { Container, ContainerCommand } from "./container.ts";
import { encodeFrame, type Frame, FrameReader } from "./frame.ts";

/** Why this side ended a process, or that it ended by itself. */
export type Cut = "output" | "flood" | "killed" | null;

export interface Ending {
  /** What the launcher exited with: 128 and the number where a signal ended the program inside. */
  readonly code: number;
  readonly cut: Cut;
  /** The last of what it printed. */
  readonly printed: string;
}

export interface SandboxedProcess {
  send(frame: Frame): void;
  /** The next frame; null once there will be none. */
  next(): Promise<Frame | null>;
  /** Frames that came and were not taken. */
  readonly waiting: number;
  /** Whether this process waits for it; true at first. */
  hold(needed: boolean): void;
  /** Ends the whole tree at once; may be called at any time. */
  kill(): void;
  /** Resolves when all of it is gone and its pipes are closed. Never rejects. */
  readonly ended: Promise<Ending>;
}

export interface ProcessCaps {
  /** Bytes that it may print. */
  readonly outputBytes: number;
  /** Bytes of one frame from it. */
  readonly frameBytes: number;
}

/** Frames that may lie unread: nobody asks two questions at once, so more is a flood. */
const MOST_WAITING = 8;
const TAIL_BYTES = 4_096;

/** As shells have it for a command that is not there. */
const NOT_STARTED = 127;

/** Milliseconds for which pipes may stay open once the launcher is gone. */
const LATE_MS = 500;

/** Starts Python on a source text in a container, with pipes to it. A launcher that cannot be started ends with code 127. */
export function startProcess(container: Container, source: string, caps: ProcessCaps): SandboxedProcess {
  const command = container.command(source);
  let child: ChildProcess;
  try {
    child = launch(command);
  } catch (thrown) {
    return notStarted(messageOf(thrown));
  }
  if (command.descriptor !== undefined) {
    // Without a descriptor left on this machine there are no pipes at all, whatever the types say.
    const pipe = child.stdio?.[3] as Duplex | null | undefined;
    pipe?.on("error", () => {});
    pipe?.end(command.descriptor);
  }

  const frames: Frame[] = [];
  let waiter: ((frame: Frame | null) => void) | null = null;
  let cut: Cut = null;
  let over = false;
  const deliver = (frame: Frame | null) => {
    const resolve = waiter;
    waiter = null;
    resolve?.(frame);
  };
  const kill = (why: Exclude<Cut, null>) => {
    if (over || cut !== null) return;
    cut = why;
    endTree(child, command);
  };

  const reader = new FrameReader(caps.frameBytes);
  child.stdout?.on("data", (piece: Buffer) => {
    if (cut === "flood") return;
    const read = reader.push(piece);
    for (const frame of read ?? []) {
      if (waiter === null) frames.push(frame);
      else deliver(frame);
    }
    if (read === null) kill("output");
    else if (frames.length > MOST_WAITING) kill("flood");
  });
  const printed = readTail(child, caps.outputBytes, () => kill("output"));
  // Writing to what has ended is no event of its own: the end is told by `ended`.
  child.stdin?.on("error", () => {});

  const ended = new Promise<Ending>((resolve) => {
    const finish = (code: number, text: string) => {
      if (over) return;
      over = true;
      resolve({ code, cut, printed: text });
      // Who waits has seen all frames; who does not will find the rest of them by `next`.
      deliver(null);
    };
    child.on("error", (error) => finish(NOT_STARTED, error.message));
    child.on("exit", () => closeLate(child));
    child.on("close", (code, signal) =>
      finish(code ?? 128 + (signal === null ? 0 : constants.signals[signal]), printed()),
    );
  });

  return {
    send: (frame) => {
      if (!over) child.stdin?.write(encodeFrame(frame));
    },
    next: () => {
      const frame = frames.shift();
      if (frame !== undefined || over) return Promise.resolve(frame ?? null);
      return new Promise((resolve) => {
        waiter = resolve;
      });
    },
    get waiting() {
      return frames.length;
    },
    hold: (needed) => holdChild(child, needed),
    kill: () => kill("killed"),
    ended,
  };
}

function launch(command: ContainerCommand): ChildProcess {
  return spawn(command.file, [...command.args], {
    // Not this process's own: a program could read its keys in the environment of its launcher.
    env: command.environment ?? {},
    cwd: "/",
    // A process group of its own, so that one signal reaches the launcher and its helpers.
    detached: true,
    stdio: ["pipe", "pipe", "pipe", command.descriptor === undefined ? "ignore" : "pipe"],
    ...command.account,
  });
}

/** For kinds of failure that are thrown in place of told: no memory, no right to become another account. */
function notStarted(printed: string): SandboxedProcess {
  const ended = Promise.resolve<Ending>({ code: NOT_STARTED, cut: null, printed });
  return { send: () => {}, next: async () => null, waiting: 0, hold: () => {}, kill: () => {}, ended };
}

/** A child keeps its parent from ending, and so does each pipe to it. */
function holdChild(child: ChildProcess, needed: boolean): void {
  for (const part of [child, ...(child.stdio ?? [])]) {
    // Pipes are sockets, which their types do not say.
    const held = part as { ref?(): void; unref?(): void } | null | undefined;
    if (needed) held?.ref?.();
    else held?.unref?.();
  }
}

/** Counts what a process prints, and keeps the end of it. */
function readTail(child: ChildProcess, mostBytes: number, tooMuch: () => void): () => string {
  let tail = Buffer.alloc(0);
  let bytes = 0;
  child.stderr?.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) tooMuch();
    tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  });
  return () => tail.toString("utf8").trim();
}

function endTree(child: ChildProcess, { cleanup, account, environment = {} }: ContainerCommand): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already, which is what was wanted.
  }
  if (cleanup === undefined) return;
  const ending = spawn(cleanup.file, [...cleanup.args], { env: environment, cwd: "/", stdio: "ignore", ...account });
  // The container may have ended by itself; there is nobody to tell.
  ending.on("error", () => {});
}

/** Without a sandbox, something that was left behind may hold the pipes open: its end is not waited for. */
function closeLate(child: ChildProcess): void {
  const timer = setTimeout(() => {
    for (const pipe of child.stdio ?? []) pipe?.destroy();
  }, LATE_MS);
  timer.unref();
  child.on("close", () => clearTimeout(timer));
}
