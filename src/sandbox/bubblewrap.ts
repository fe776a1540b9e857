import { type Account, type Container, PYTHON_FLAGS } from "./container.ts";
import type { Limits } from "./limits.ts";
import { ownLimits } from "./python/own-limits.ts";

export interface BubblewrapParts {
  /** Full paths on this machine; python below `/usr`, the one folder that is seen inside. */
  readonly bwrap: string;
  readonly python: string;
  /** How the machine has `/bin`, `/lib` and the like: `link` into `/usr`, or a folder of its own. */
  readonly systemFolders: readonly SystemFolder[];
  readonly filter: Buffer | null;
  readonly account: Account | null;
  readonly limits: Limits;
}

export interface SystemFolder {
  readonly path: string;
  /** Where it points to; null for a folder of its own. */
  readonly link: string | null;
}

/** The account inside: `nobody`, without any right. */
const INNER_ID = "65534";

/**
 * What Python needs of `/usr`. Not all of it: images of applications keep their work below `/usr/src` or `/usr/app`, where
 * a program would find keys, or the data with the right solutions.
 */
const PROGRAMS = ["/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"];
/** For a Python of one's own build, as official images have it. */
const LOCAL_PROGRAMS = ["/usr/local/bin", "/usr/local/lib"];

/**
 * The devices that functions may need. bubblewrap's own `--dev` has a terminal, pseudo terminals and four more devices,
 * and each is a mount that every sandbox pays for.
 */
const DEVICES = [
  ...["--tmpfs", "/dev"],
  ...["null", "zero", "urandom"].flatMap((name) => ["--dev-bind", `/dev/${name}`, `/dev/${name}`]),
  ...["--symlink", "urandom", "/dev/random", "--symlink", "/proc/self/fd", "/dev/fd"],
];

/**
 * A fresh world for each process: own user, process, network, IPC, host-name and cgroup namespaces, nothing but programs
 * and libraries to read and a small `/tmp` to write, no rights, no environment. Whatever runs in it ends with its first
 * process, and that with this one. The launcher itself must be started with an empty environment: its own can be read
 * inside.
 */
export function bubblewrap(parts: BubblewrapParts): Container {
  const { limits, filter, account } = parts;
  const local = parts.python.startsWith("/usr/local/");
  const programs = local ? [...PROGRAMS, ...LOCAL_PROGRAMS] : PROGRAMS;
  const world = [
    ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...["--disable-userns", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ...["--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "sandbox"],
    ...programs.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...parts.systemFolders.flatMap(folderArguments),
    ...["--proc", "/proc", ...DEVICES],
    ...["--size", `${limits.sharedMemoryBytes}`, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
    ...["--size", `${limits.scratchBytes}`, "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/tmp"],
    // Images of Python keep its library where only a cache in /etc would tell the linker to look.
    ...(local ? ["--setenv", "LD_LIBRARY_PATH", "/usr/local/lib"] : []),
    ...(filter === null ? [] : ["--seccomp", "3"]),
  ];
  const prelude = ownLimits(limits);
  return {
    kind: "bubblewrap",
    command: (source) => ({
      file: parts.bwrap,
      args: [...world, "--", parts.python, ...PYTHON_FLAGS, prelude + source],
      ...(account === null ? {} : { account }),
      ...(filter === null ? {} : { descriptor: filter }),
    }),
  };
}

function folderArguments({ path, link }: SystemFolder): readonly string[] {
  return link === null ? ["--ro-bind", path, path] : ["--symlink", link, path];
}
