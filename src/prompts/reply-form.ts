import type { Json } from "../core/types.ts";
import type { Menu, MenuLabel } from "./menu.ts";
import type { Scale } from "./score-reply.ts";

type JsonMap = { readonly [key: string]: Json };

/** How a judge is to name a label. */
export function labelForm(menu: Menu, tag: string): string {
  const labels = menu.labels.map((one) => explained(one, one.label)).join(", ");
  return `First explain your judgment in a few sentences. Then end your reply with one line that holds nothing but your verdict in this tag, the verdict being one of: ${labels}.\n<${tag}>…</${tag}>`;
}

export function labelJsonForm(menu: Menu): string {
  const labels = menu.labels.map((one) => explained(one, JSON.stringify(one.label))).join(", ");
  return `Reply with one JSON object: {"explanation": "…", "verdict": …}, the verdict being one of: ${labels}.`;
}

/** A letter with the word that it stands for. */
function explained({ label, aliases = [] }: MenuLabel, shown: string): string {
  const [word] = aliases;
  return label.length === 1 && word !== undefined ? `${shown} (${word})` : shown;
}

export function scoreForm({ low, high }: Scale): string {
  return `Reply with the number alone, from ${low} to ${high}, and nothing else.`;
}

export function pairForm({ low, high }: Scale): string {
  return `Reply with a first line that holds only the two scores from ${low} to ${high}, the first response's first, parted by a blank. Then explain your judgment.`;
}

/** The JSON that `readJudgment` takes. */
export function judgmentForm(scoreKey: string, { low, high }: Scale, dimensions: readonly string[]): string {
  const inner = dimensions.map((name) => `${JSON.stringify(name)}: …`).join(", ");
  const named = dimensions.length === 0 ? "" : `, "dimensions": {${inner}}`;
  const also = dimensions.length === 0 ? "" : " Score each dimension on the same scale.";
  return `Reply with one JSON object and nothing else: {"explanation": "…"${named}, ${JSON.stringify(scoreKey)}: …}, the score being a number from ${low} to ${high}.${also}`;
}

export function labelSchema(menu: Menu): JsonMap {
  return closed({
    explanation: { type: "string" },
    verdict: { type: "string", enum: menu.labels.map(({ label }) => label) },
  });
}

export function judgmentSchema(scoreKey: string, dimensions: readonly string[]): JsonMap {
  const number = { type: "number" };
  const inner = closed(Object.fromEntries(dimensions.map((name) => [name, number])));
  // The explanation comes first, so that the score follows from it.
  return closed({
    explanation: { type: "string" },
    ...(dimensions.length === 0 ? {} : { dimensions: inner }),
    [scoreKey]: number,
  });
}

function closed(properties: JsonMap): JsonMap {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
