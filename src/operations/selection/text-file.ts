import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { missingFile } from "../../evals/datasets/files.ts";

/**
 * The bytes of a candidate's or an evidence's file, at most so many. Throws a `ConfigError` for `place` where it cannot be
 * read, in the words that evals have for it: with the nearest name where there is no such file.
 */
export async function readText(
  path: string,
  maxBytes: number,
  { folder, place }: { readonly folder: string; readonly place: string },
): Promise<Uint8Array> {
  try {
    return await readAtMost(resolve(folder, path), maxBytes);
  } catch (cause) {
    throw unreadable(path, folder, place, cause);
  }
}

function unreadable(path: string, folder: string, place: string, cause: unknown): ConfigError {
  switch (codeOf(cause)) {
    case "EISDIR":
      return new ConfigError("not_a_file", `"${path}" is a folder`, { place, expected: "a file of text", cause });
    case "ENAMETOOLONG":
      // Not quoted: it is most likely the text itself.
      return new ConfigError("unreadable_file", `no file has a name of ${path.length} characters`, {
        place,
        hint: "a text itself is given as content",
        cause,
      });
    default:
      return missingFile(path, folder, cause, place);
  }
}

/** The beginning of a file: what is larger than anybody accepts need not fill the memory. */
async function readAtMost(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(maxBytes);
    let filled = 0;
    while (filled < maxBytes) {
      const { bytesRead } = await file.read(bytes, filled, maxBytes - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function codeOf(cause: unknown): unknown {
  return typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
}
