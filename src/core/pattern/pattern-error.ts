/** A pattern that cannot be used, as a sentence for whoever wrote it. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  /** `invalid_pattern`: no engine reads it. `needs_backtracking`: it could run, but was not allowed to. */
  readonly code: "invalid_pattern" | "needs_backtracking";

  constructor(code: PatternError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** One match took longer than its time budget. The text may or may not match: nothing is known. */
export class PatternTimeout extends Error {
  override readonly name = "PatternTimeout";
  readonly code = "timeout";

  constructor(source: string, milliseconds: number) {
    const shown = source.length > 60 ? `${source.slice(0, 57)}…` : source;
    super(`the pattern ${JSON.stringify(shown)} did not finish within ${milliseconds} ms`);
  }
}
