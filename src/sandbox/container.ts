/** What holds a process: a command line, and how to end what it started. */
export interface Container {
  readonly kind: "bubblewrap" | "docker" | "podman" | "none";
  /** The command that runs Python on this source text. Called once for each process. */
  command(source: string): ContainerCommand;
}

export interface ContainerCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The account to run as; absent where this process is an ordinary user already. */
  readonly account?: Account;
  /** The environment of the command; default empty, as a program may be able to read it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Bytes that the command reads from descriptor 3. */
  readonly descriptor?: Buffer;
  /** A command that ends what outlives the first one, where killing that is not enough. */
  readonly cleanup?: { readonly file: string; readonly args: readonly string[] };
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Belongs to no account of a usual system, so nothing of anybody's can be read or ended with it. */
const NOBODY_ELSE: Account = { uid: 65_533, gid: 65_533 };

/**
 * The account for a launcher: never root. As root the limit on processes does not count, and files of the kernel can
 * be opened for writing, so a sandbox that root starts holds nothing.
 */
export function ordinaryAccount(uid: number | undefined): Account | null {
  return uid === 0 ? NOBODY_ELSE : null;
}

/** Isolated from the environment and the working folder, without site packages, and writing no byte code. */
export const PYTHON_FLAGS = ["-I", "-S", "-B", "-c"] as const;
