import { createHash } from "node:crypto";

/**
 * A delimiter for one call. It is drawn by SHA-256 from all that the call says and from `salt` (which order, which
 * asking), so it differs from call to call, yet the same call is the same request and a recorded reply is found again.
 * Whoever writes a judged text would have to write the hash of a text that contains that hash. 96 bits, in hex.
 */
export function delimiterOf(texts: readonly string[], salt: string): string {
  for (let round = 0; ; round++) {
    const delimiter = createHash("sha256")
      .update(JSON.stringify([round, salt, texts]))
      .digest("hex")
      .slice(0, 24);
    if (!texts.some((text) => text.includes(delimiter))) return delimiter;
  }
}

/** Marks that begin like a fence, in the forms that a reader would take for one. Bounded, so runs of `<` stay linear. */
const FENCE_LIKE = /[<＜]{2,3}(?=[\s\u200b-\u200f\u2060\ufeff]{0,8}(?:BEGIN|END)(?![\p{L}\p{N}]))/giu;
const TAG_LIKE =
  /[<＜](?=[\s\u200b-\u200f\u2060\ufeff]{0,8}\/?[\s\u200b-\u200f\u2060\ufeff]{0,8}verdict(?![\p{L}]))/giu;

/** A judged text in which look-alikes of our marks are made harmless; every other text passes byte for byte. */
export function neutralized(text: string): string {
  return text.replace(FENCE_LIKE, (marks) => "‹".repeat(marks.length)).replace(TAG_LIKE, "‹");
}

/** A text between two marks that it cannot contain. */
export function fenced(name: string, text: string, delimiter: string): string {
  return `<<<BEGIN ${name} ${delimiter}>>>\n${neutralized(text)}\n<<<END ${name} ${delimiter}>>>`;
}

/** The tag between which a judge names its verdict. */
export function verdictTag(delimiter: string): string {
  return `verdict-${delimiter}`;
}
