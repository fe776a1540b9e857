import { ConfigError } from "../core/errors.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { type Container, ordinaryAccount } from "./container.ts";
import { engineContainer } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { PROGRAM_FOLDERS, type SandboxMachine } from "./machine.ts";
import { remedyForMissing } from "./remedy.ts";
import { seccompFilter } from "./seccomp.ts";
import { unprotected } from "./unprotected.ts";

export interface ContainerChoice {
  /** Default `bubblewrap`. Nothing is ever tried in its place. */
  readonly kind?: "bubblewrap" | "docker" | "podman" | undefined;
  /** The image for Docker and Podman; it must hold `python3`. */
  readonly image?: string | undefined;
  /** Runs programs with no sandbox at all: they can read and destroy what this user can. */
  readonly unsafeNoSandbox?: boolean | undefined;
}

/** An image of Python's own, as most machines with an engine have it or can pull it. */
const DEFAULT_IMAGE = "python:3.12-slim";

/** The container that was chosen. Throws `ConfigError` with the remedy where a part of it is not there. */
export function findContainer(choice: ContainerChoice, limits: Limits, machine: SandboxMachine): Container {
  const account = ordinaryAccount(machine.uid);
  if (choice.unsafeNoSandbox === true) {
    return unprotected({
      python: need("python3", machine, PROGRAM_FOLDERS),
      prlimit: machine.platform === "linux" ? machine.find("prlimit", PROGRAM_FOLDERS) : null,
      account,
      limits,
    });
  }
  const { kind = "bubblewrap" } = choice;
  if (kind !== "bubblewrap") {
    const client = machine.find(kind, PROGRAM_FOLDERS);
    if (client === null) {
      throw new ConfigError("no_sandbox", `there is no ${kind} on this machine`, { hint: `install ${kind}` });
    }
    return engineContainer({
      engine: kind,
      client,
      image: choice.image ?? DEFAULT_IMAGE,
      variables: machine.variables,
      limits,
    });
  }
  return bubblewrap({
    bwrap: need("bwrap", machine, PROGRAM_FOLDERS),
    python: need("python3", machine, INNER_FOLDERS),
    systemFolders: machine.systemFolders(),
    filter: seccompFilter(machine.architecture),
    account,
    limits,
  });
}

/** What is seen inside the sandbox. */
const INNER_FOLDERS = ["/usr/bin", "/usr/local/bin"] as const;

function need(part: "bwrap" | "python3", machine: SandboxMachine, folders: readonly string[]): string {
  const path = machine.platform === "win32" ? null : machine.find(part, folders);
  if (path !== null) return path;
  throw new ConfigError("no_sandbox", `programs cannot be run in a sandbox here: there is no ${part}`, {
    hint: remedyForMissing(part, machine),
  });
}
