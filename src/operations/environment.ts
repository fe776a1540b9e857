/** What an operation may know of the world; doors make it, tests make another. */
export interface Environment {
  /** Where relative paths start. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  readonly now: () => Date;
  /** In 0..1, for ids. */
  readonly random: () => number;
}

/** What a long operation says while it works. */
export type OperationEvent =
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "warning"; readonly text: string }
  | {
      readonly type: "progress";
      readonly label: string;
      readonly done: number;
      /** Null where it is not known how much there is. */
      readonly total: number | null;
      readonly errors: number;
    };

/** Events while it works, the outcome at the end. */
export type Operation<Outcome> = AsyncGenerator<OperationEvent, Outcome, void>;

export function systemEnvironment(signal: AbortSignal): Environment {
  return {
    folder: process.cwd(),
    variables: process.env,
    signal,
    clock: () => performance.now(),
    now: () => new Date(),
    random: Math.random,
  };
}

/** The store that a command uses: `--store`, else `VERIDIC_STORE`, else a file in the working folder. */
export function storeLocation(given: string | undefined, environment: Pick<Environment, "variables">): string {
  return given ?? environment.variables["VERIDIC_STORE"] ?? ".veridic/veridic.db";
}
