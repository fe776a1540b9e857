import { type Account, type Container, PYTHON_FLAGS } from "./container.ts";
import { type Limits, prlimitArguments } from "./limits.ts";

export interface UnprotectedParts {
  readonly python: string;
  /** Null where the machine has none: then only time and output are limited. */
  readonly prlimit: string | null;
  readonly account: Account | null;
  readonly limits: Limits;
}

/**
 * No sandbox at all, only limits: a program can read and delete what this user can, and use the network. For programs
 * that somebody has read, and only where it was asked for by its frightening name.
 */
export function unprotected({ python, prlimit, account, limits }: UnprotectedParts): Container {
  const [file = python, ...first] = prlimit === null ? [python] : [prlimit, ...prlimitArguments(limits), python];
  return {
    kind: "none",
    command: (source) => ({
      file,
      args: [...first, ...PYTHON_FLAGS, source],
      ...(account === null ? {} : { account }),
    }),
  };
}
