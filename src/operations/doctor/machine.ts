import { statfs } from "node:fs/promises";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { openSandbox } from "../../sandbox/open.ts";
import { openStore } from "../../store/open.ts";
import { sandboxChoice } from "../powers/sandbox-choice.ts";

export interface ModuleFailure {
  /** Not installed, as opposed to installed and broken. */
  readonly absent: boolean;
  readonly message: string;
}

/** How the trial of a sandbox went. */
export type SandboxTrial =
  | { readonly kind: string; readonly failure: null }
  | { readonly failure: { readonly absent: boolean; readonly message: string; readonly remedy: string | null } };

/** What is asked of the machine; tests bring another one. */
export interface Machine {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly architecture: string;
  /** Bytes that this user may still write on the device of a folder; null where it does not say. */
  freeBytes(folder: string): Promise<number | null>;
  /** Loads a module of the installation; null where that works. */
  tryModule(name: string): Promise<ModuleFailure | null>;
  /** Opens a store at a full path or `:memory:`, which writes its tables, and closes it; null where that works. */
  tryStore(path: string): Promise<string | null>;
  /** Judges programs of known verdicts in the sandbox that the environment names. */
  trySandbox(variables: Readonly<Record<string, string | undefined>>): Promise<SandboxTrial>;
}

export const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  platform: process.platform,
  architecture: process.arch,
  freeBytes: async (folder) => {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch {
      // Some network devices do not tell; that is no reason to expect trouble.
      return null;
    }
  },
  tryModule: async (name) => {
    try {
      await import(name);
      return null;
    } catch (thrown) {
      const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : undefined;
      const absent = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
      return { absent, message: firstLine(messageOf(thrown)) };
    }
  },
  tryStore: async (path) => {
    try {
      const store = await openStore(path);
      await store.close();
      return null;
    } catch (thrown) {
      return firstLine(messageOf(thrown));
    }
  },
  trySandbox: async (variables) => {
    try {
      const { kind } = await openSandbox(sandboxChoice(variables));
      return { kind, failure: null };
    } catch (thrown) {
      const known = thrown instanceof ConfigError ? thrown : null;
      const message = firstLine(known?.problem ?? messageOf(thrown));
      const got = known?.got === undefined ? "" : `: ${firstLine(known.got)}`;
      // What is there and judges wrongly says what it gave; what is not there has nothing to say.
      return { failure: { absent: known !== null && got === "", message: message + got, remedy: known?.hint ?? null } };
    }
  },
};

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
