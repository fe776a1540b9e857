import { COMMANDS } from "./names.ts";
import { holds, type Node } from "./node.ts";
import { ORDINAL_UNIT } from "./quantity.ts";
import type { Token } from "./scan.ts";
import { readUnitText } from "./unit.ts";

/**
 * The words of an answer that is a sentence or a name and no mathematics; null for anything else. Two words of which
 * one has three letters or more are prose; a word alone may be a product or a unit, so it is left to the parser.
 */
export function proseOf(tokens: readonly Token[], text: string): string | null {
  let words = 0;
  let long = false;
  let conditions = 0;
  let separators = 0;
  let texts = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    switch (token?.kind) {
      case "letter":
        words++;
        long ||= (token.run ?? 1) > 2;
        at += (token.run ?? 1) - 1;
        break;
      case "text":
        texts++;
        break;
      case "condition":
        conditions++;
        break;
      case "separator":
        separators++;
        break;
      default:
        return null;
    }
  }
  if (separators > 0 && conditions === 0 && texts + words <= separators + 1) return null;
  if (texts === 1 && words === 0 && conditions === 0) return null;
  const prose = words + texts > 1 && (long || texts > 0);
  return prose || (conditions > 0 && words + texts > 0) ? plainWords(text) : null;
}

/** The words without commands, braces and marks. A command that is a letter is said: `plane \alpha`. */
export function plainWords(text: string): string {
  return text
    .replace(/\\([a-zA-Z]+)|\\[,;:! ]/g, (_command, name?: string) =>
      name !== undefined && COMMANDS.get(name)?.[0] === "letter" ? ` ${name} ` : " ",
    )
    .replace(/[{}$*`~_]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** True where words are a part of what was read as mathematics: it is more likely a sentence. */
export function holdsWords(node: Node): boolean {
  if (node.kind === "quantity") return holdsWords(node.of);
  return holds(node, (one) => {
    if (one.kind === "quantity") return one.unit !== ORDINAL_UNIT && readUnitText(one.unit) === null;
    return (one.kind === "word" || one.kind === "text") && one.text.length > 3;
  });
}
