import { ConfigError, messageOf, StoreError } from "../../core/errors.ts";

/** Result codes of SQLite by their low byte, https://sqlite.org/rescode.html; the rest is detail. */
const KINDS: ReadonlyMap<number, readonly [code: string, sentence: string]> = new Map([
  [3, ["store_unwritable", "may not be written"]],
  [5, ["store_busy", "is being written by another process, and waiting took too long"]],
  [6, ["store_busy", "is being written by another process, and waiting took too long"]],
  [8, ["store_unwritable", "may not be written"]],
  [11, ["store_damaged", "is damaged"]],
  [13, ["store_full", "is full"]],
  [14, ["store_unwritable", "cannot be opened"]],
  [23, ["store_unwritable", "may not be used"]],
  [26, ["store_damaged", "is not an SQLite file"]],
]);

/** Write, fsync (of file and folder), truncate, and the shared memory file: what fails on a full or lost device. */
const IOERR = 10;
const WRITING: ReadonlySet<number> = new Set([3, 4, 5, 6, 18, 19, 20, 21]);

const NEXT: Readonly<Record<string, string>> = {
  store_full: "; what was committed is kept, make room and go on",
  store_busy: "; what was committed is kept, try again",
};

/** A failure of the engine as a `StoreError`. What is a `ConfigError` or a `StoreError` already stays as it is. */
export function toStoreError(thrown: unknown, path: string): Error {
  if (thrown instanceof StoreError || thrown instanceof ConfigError) return thrown;
  const number = numberOf(thrown);
  const kind = number & 0xff;
  const [code, sentence] =
    kind === IOERR && WRITING.has(number >> 8)
      ? (["store_full", "could not be written to its device, which may be full"] as const)
      : (KINDS.get(kind) ?? (["store_error", "failed"] as const));
  return new StoreError(code, `the store ${path} ${sentence}: ${messageOf(thrown)}${NEXT[code] ?? ""}`, thrown);
}

function numberOf(thrown: unknown): number {
  return typeof thrown === "object" && thrown !== null && "rawCode" in thrown && typeof thrown.rawCode === "number"
    ? thrown.rawCode
    : 0;
}
