import { randomUUID } from "node:crypto";
import { type Container, PYTHON_FLAGS } from "./container.ts";
import type { Limits } from "./limits.ts";

export interface EngineParts {
  readonly engine: "docker" | "podman";
  /** Full path of its client. */
  readonly client: string;
  /** An image that holds `python3`; it must be there, nothing is pulled. */
  readonly image: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly limits: Limits;
}

/** What a client needs to find its engine. It talks to that alone: nothing of it can be seen in the container. */
const CLIENT_VARIABLES = ["PATH", "HOME", "XDG_RUNTIME_DIR", "DOCKER_HOST", "DOCKER_CONTEXT", "CONTAINER_HOST"];

/**
 * A container of Docker or Podman for each process, with the same limits as far as the engine has them. Its memory limit
 * counts for all processes together, so a few of them do no harm; the engine's own start needs some. Never run
 * against a real engine by our own tests; the trial before each run is what vouches for it.
 */
export function engineContainer({ engine, client, image, variables, limits }: EngineParts): Container {
  const environment = Object.fromEntries(
    CLIENT_VARIABLES.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    kind: engine,
    command: (source) => {
      const name = `veridic-${randomUUID()}`;
      const args = [
        ...["run", "--rm", "--interactive", "--pull", "never", "--name", name, "--network", "none", "--ipc", "private"],
        ...["--read-only", "--tmpfs", `/tmp:rw,size=${limits.scratchBytes},nosuid,nodev`, "--workdir", "/tmp"],
        ...["--shm-size", `${limits.sharedMemoryBytes}`, "--user", "65534:65534", "--cap-drop", "ALL"],
        ...["--security-opt", "no-new-privileges", "--pids-limit", "32", "--memory", `${limits.memoryBytes}`],
        ...["--memory-swap", `${limits.memoryBytes}`, "--cpus", "1", "--ulimit", "core=0"],
        ...["--ulimit", `cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`, "--ulimit", `fsize=${limits.fileBytes}`],
        ...["--ulimit", `nofile=${limits.openFiles}`, "--entrypoint", "python3", image, ...PYTHON_FLAGS, source],
      ];
      // Killing the client leaves the container running.
      return { file: client, args, environment, cleanup: { file: client, args: ["kill", name] } };
    },
  };
}
