import { createHash } from "node:crypto";

/** The SHA-256 of bytes that come in pieces, and their number. */
export function createFingerprint() {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    tap: (piece: Uint8Array): void => {
      hash.update(piece);
      bytes += piece.length;
    },
    finish: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}
