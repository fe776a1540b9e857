import type { FailKind, ProgramTask } from "../core/sandbox.ts";

/** A program whose verdict is known, to try a sandbox with. */
export interface Trial {
  readonly name: string;
  readonly task: ProgramTask;
  readonly outcome: "pass" | "fail";
  readonly kind: FailKind | null;
}

const tests = 'assert add(2, 3) == 5\nassert add("a", "b") == "ab"\nassert add([1], [(2.5, None)]) == [1, (2.5, None)]';

/** A sandbox in which nothing starts, and one in which everything passes, are both found by these. */
export const TRIALS: readonly Trial[] = [
  {
    name: "a right program",
    task: { program: "def add(a, b):\n    return a + b\n", entryPoints: ["add"], tests },
    outcome: "pass",
    kind: null,
  },
  {
    name: "a wrong program",
    task: { program: "def add(a, b):\n    return a\n", entryPoints: ["add"], tests },
    outcome: "fail",
    kind: "assertion",
  },
];
