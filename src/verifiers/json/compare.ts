import { canonicalDecimal } from "./decimal.ts";
import type { JsonNode } from "./reader.ts";

/** Where two JSON values differ first. `close` where readers that use doubles would see no difference. */
export interface JsonDifference {
  readonly path: string;
  readonly told: string;
  readonly close: boolean;
}

interface Place {
  readonly key: string;
  readonly parent: Place | null;
}

/**
 * The first difference of two JSON values, or null. The order of keys does not count, that of lists does; numbers are
 * equal by value, texts in Unicode form NFC. With `coerce` a number or a truth value equals the text that spells it.
 */
export function firstDifference(answer: JsonNode, target: JsonNode, coerce: boolean): JsonDifference | null {
  const todo: { readonly a: JsonNode; readonly b: JsonNode; readonly place: Place | null }[] = [
    { a: answer, b: target, place: null },
  ];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { a, b, place } = next;
    const different = (told: string, close = false): JsonDifference => ({ path: pathOf(place), told, close });
    if (a.kind === "array" && b.kind === "array") {
      if (a.items.length !== b.items.length) return different(`${a.items.length} items, not ${b.items.length}`);
      // Backwards, so that the first item is compared first.
      for (let index = a.items.length - 1; index >= 0; index--) {
        const [left, right] = [a.items[index], b.items[index]];
        if (left !== undefined && right !== undefined) {
          todo.push({ a: left, b: right, place: { key: `[${index}]`, parent: place } });
        }
      }
    } else if (a.kind === "object" && b.kind === "object") {
      for (const key of b.members.keys()) if (!a.members.has(key)) return different(`the key ${show(key)} is missing`);
      for (const [key, left] of a.members) {
        const right = b.members.get(key);
        if (right === undefined) return different(`there is a key ${show(key)} too many`);
        todo.push({ a: left, b: right, place: { key: `.${key}`, parent: place } });
      }
    } else if (!isSameScalar(a, b, coerce)) {
      const close = a.kind === "number" && b.kind === "number" && Number(a.text) === Number(b.text);
      return different(`${tell(a)} is not ${tell(b)}`, close);
    }
  }
  return null;
}

function isSameScalar(a: JsonNode, b: JsonNode, coerce: boolean): boolean {
  if (a.kind === "number" && b.kind === "number") return isSameNumber(a.text, b.text);
  if (a.kind === "string" && b.kind === "string") return a.value.normalize("NFC") === b.value.normalize("NFC");
  if (a.kind === "literal" && b.kind === "literal") return a.value === b.value;
  if (!coerce) return false;
  const [text, other] = a.kind === "string" ? [a, b] : [b, a];
  if (text.kind !== "string") return false;
  if (other.kind === "number") return isSameNumber(text.value.trim(), other.text);
  return other.kind === "literal" && other.value !== null && text.value.trim() === String(other.value);
}

function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [canonicalDecimal(a), canonicalDecimal(b)];
  return left !== null && left === right;
}

function tell(node: JsonNode): string {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return node.text.length > 40 ? `${node.text.slice(0, 39)}…` : node.text;
    case "string":
      return show(node.value);
    case "array":
      return "a list";
    case "object":
      return "an object";
  }
}

function show(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

/** `$.a[2]`; of a deep place only the innermost steps. */
function pathOf(place: Place | null): string {
  const steps: string[] = [];
  let step = place;
  for (; step !== null && steps.length < 12; step = step.parent) steps.push(step.key.slice(0, 40));
  return `$${step === null ? "" : "…"}${steps.reverse().join("")}`;
}
