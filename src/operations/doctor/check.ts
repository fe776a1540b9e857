/** `missing` is what veridic can do without; a `problem` is something that it needs, or that is there and broken. */
export type CheckState = "ok" | "missing" | "problem";

export interface Check {
  readonly name: string;
  readonly state: CheckState;
  /** What was found. */
  readonly found: string;
  /** What to do; null where nothing is to be done. */
  readonly next: string | null;
  /** Whether veridic cannot work without it. */
  readonly needed: boolean;
}
