import { foldCase } from "../core/text.ts";
import { withoutEdges } from "./edges.ts";
import type { Node } from "./node.ts";
import { DIFFERENT, different, type Outcome, SAME } from "./outcome.ts";
import { plainWords } from "./prose.ts";

/** What a node says in words: a text, letters that stand together, a single letter. Null for mathematics. */
export function labelOf(node: Node): string | null {
  switch (node.kind) {
    case "text":
    case "word":
      return node.text;
    case "symbol":
      return node.name;
    case "constant":
      return node.name === "e" || node.name === "i" ? node.name : null;
    default:
      return null;
  }
}

/** Compares words. A different wording may mean the same, so only two different letters are surely different. */
export function sameText(a: string, b: string): Outcome {
  const [one, other] = [plainLabel(a), plainLabel(b)];
  if (one === other) return SAME;
  if (one.length === 1 && other.length === 1) return foldCase(one) === foldCase(other) ? different("case") : DIFFERENT;
  return different("text_mismatch");
}

const EDGES = ' ().,:;!?"“”‘’[]-';
/** Straight quotes stand in pairs; a single one is a prime. */
const QUOTED = /^'(.*)'$/s;
const ARTICLE = /^(?:the|a|an)\s+/;
/** `option B` is B. */
const KIND = /^(?:option|choice|answer)\s+(?=\S$)/i;

/** Without marks, articles and, but for single letters, letter case. */
function plainLabel(text: string): string {
  const said = withoutEdges(plainWords(text), EDGES, EDGES).replace(KIND, "").replace(QUOTED, "$1");
  const plain = withoutEdges(said, EDGES, EDGES);
  const label = plain.length === 1 ? plain : foldCase(plain).replace(ARTICLE, "");
  return label === "dne" ? "does not exist" : label;
}
