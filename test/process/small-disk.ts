import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** A disk of a few megabytes of memory, which can grow, become read-only, and is taken away at the end. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  grow(megabytes: number): void;
  lock(): void;
}

/** Why no disk can be mounted here, or null. Only the superuser may, and not in every container. */
export function whyNoDisk(path: string): string | null {
  try {
    mountDisk(path, 1)[Symbol.asyncDispose]();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.message.split("\n")[1] ?? thrown.message) : String(thrown);
  }
}

export function mountDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path, { recursive: true });
  const mount = (...options: readonly string[]) => {
    execFileSync("mount", [...options, path], { stdio: ["ignore", "ignore", "pipe"] });
  };
  mount("-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "veridic-test");
  return {
    path,
    grow: (size) => mount("-o", `remount,size=${size}m`),
    lock: () => mount("-o", "remount,ro"),
    [Symbol.asyncDispose]: async () => void execFileSync("umount", ["-l", path], { stdio: "ignore" }),
  };
}
