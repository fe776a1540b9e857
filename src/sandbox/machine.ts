import { accessSync, constants, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { SystemFolder } from "./bubblewrap.ts";

/** What is asked of the machine to find a sandbox for it; tests bring another one. */
export interface SandboxMachine {
  readonly platform: string;
  readonly architecture: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The effective account; undefined where the platform has none. */
  readonly uid: number | undefined;
  /** The full path of a program, looked for in these folders in order; null where there is none. */
  find(name: string, folders: readonly string[]): string | null;
  /** How `/bin`, `/lib` and the like stand beside `/usr`. */
  systemFolders(): readonly SystemFolder[];
  /** The text of a small file of the kernel's; null where there is none. */
  read(path: string): string | null;
}

/** Where distributions put programs. A caller's PATH is not asked: it may name folders that no sandbox shows. */
export const PROGRAM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/bin", "/usr/sbin"] as const;

export const thisSandboxMachine: SandboxMachine = {
  platform: process.platform,
  architecture: process.arch,
  variables: process.env,
  uid: process.geteuid?.(),
  find: (name, folders) => folders.map((folder) => join(folder, name)).find(isProgram) ?? null,
  systemFolders: () => ["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap(systemFolder),
  read: (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      // Absent on other kernels, which says as much as a content would.
      return null;
    }
  },
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for this user: either way it cannot be started.
    return false;
  }
}

function systemFolder(path: string): readonly SystemFolder[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return [{ path, link: found.isSymbolicLink() ? readlinkSync(path) : null }];
}
