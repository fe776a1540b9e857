import { messageOf } from "./errors.ts";
import { broken, toScore } from "./score.ts";
import type { Score, Stage } from "./types.ts";

const KINDS: Readonly<Record<string, readonly string[]>> = {
  pass: ["boolean", "null"],
  confident: ["boolean"],
  reason: ["string"],
  answer: ["string", "null"],
  raw: ["string"],
  explanation: ["string"],
  values: ["object"],
  usage: ["object"],
  metadata: ["object"],
};

/**
 * A score from code that is not ours. Beside what `toScore` asks of every score, its parts must be what their names
 * say, and must have a JSON form: one value that cannot be stored would cost the run and not the row. What is kept is a
 * copy, so a plug-in that goes on filling one object for all rows changes none of them later.
 */
export function toForeignScore(loose: unknown, stage: Stage): Score {
  const score = toScore(loose, stage);
  if (loose === null || typeof loose !== "object") return score;
  const copied: Record<string, unknown> = { ...score };
  for (const [name, kinds] of Object.entries(KINDS)) {
    const part = copied[name];
    if (part === undefined) continue;
    if (!kinds.includes(kindOf(part))) {
      return broken(
        stage,
        "not_a_score",
        `\`${name}\` of the score must be ${kinds.join(" or ")}, got ${kindOf(part)}`,
      );
    }
    if (typeof part !== "object" || part === null) continue;
    try {
      copied[name] = JSON.parse(JSON.stringify(part));
    } catch (thrown) {
      // A cycle, a bigint, a getter that throws, or nesting without end.
      const [why] = messageOf(thrown).split("\n");
      return broken(stage, "not_json", `\`${name}\` of the score has no JSON form: ${why}`);
    }
  }
  return copied as unknown as Score;
}

function kindOf(part: unknown): string {
  return part === null ? "null" : Array.isArray(part) ? "list" : typeof part;
}
