import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ConfigError, messageOf } from "../../core/errors.ts";
import type { ReadOptions } from "./dataset.ts";

export interface StoredFile {
  /** The full path. */
  readonly full: string;
  /** The path as the user wrote it, for errors. */
  readonly path: string;
  readonly gzip: boolean;
}

const BYTES_AT_ONCE = 1024 * 1024;

/** The file's content, unpacked where it is packed, in pieces of about 1 MB. */
export async function* readBytes(file: StoredFile, options: ReadOptions = {}): AsyncGenerator<Buffer, void, void> {
  if (!file.gzip) {
    yield* readStored(file, options);
    return;
  }
  const unpacked = createGunzip({ chunkSize: BYTES_AT_ONCE / 4 });
  // A failure on the way ends `unpacked`, which throws it below.
  pipeline(readStored(file, options), unpacked, () => {});
  try {
    for await (const bytes of unpacked) yield bytes;
  } catch (cause) {
    throw isDamage(cause)
      ? new ConfigError("damaged_file", `the packed data are damaged: ${messageOf(cause)}`, {
          place: file.path,
          hint: "fetch the file again",
          cause,
        })
      : cause;
  }
}

/** The bytes as they are stored. */
export async function* readStored(file: StoredFile, options: ReadOptions = {}): AsyncGenerator<Buffer, void, void> {
  const { signal, tap } = options;
  try {
    for await (const bytes of createReadStream(file.full, { highWaterMark: BYTES_AT_ONCE })) {
      signal?.throwIfAborted();
      tap?.(bytes);
      yield bytes;
    }
  } catch (cause) {
    if (cause instanceof Error && "syscall" in cause) {
      throw new ConfigError("unreadable_file", `the file cannot be read: ${cause.message}`, {
        place: file.path,
        cause,
      });
    }
    throw cause;
  }
}

/** The first bytes of the content; fewer where the file is shorter or packed data break off. */
export async function readStart(file: StoredFile, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of readBytes(file)) {
    parts.push(bytes);
    length += bytes.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

/** The whole content; a `ConfigError` where it is larger than `most` bytes. */
export async function readWhole(
  file: StoredFile,
  options: ReadOptions & { readonly most: number; readonly hint: string },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of readBytes(file, options)) {
    length += bytes.length;
    if (length > options.most) {
      throw new ConfigError("too_large", "this format is read whole, and the file is too large for that", {
        place: file.path,
        expected: `at most ${Math.floor(options.most / 1024 ** 2)} MB`,
        hint: options.hint,
      });
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function isDamage(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && cause.code.startsWith("Z_");
}
