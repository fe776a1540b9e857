import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** SHA-256 of a file's content in hexadecimal, read piece by piece. Rejects with the error of the file system. */
export async function fileHash(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, signal === undefined ? {} : { signal })) hash.update(piece);
  return hash.digest("hex");
}
