import { trimText } from "../core/text.ts";
import { plainKey } from "./answer.ts";
import type { Span } from "./box.ts";
import { separatorOf } from "./gap.ts";

/**
 * The contents of spans as one list. What is said twice counts once, and a formula that was broken behind an operator
 * goes on in the next.
 */
export function listed(text: string, spans: readonly Span[]): { readonly content: string; readonly count: number } {
  const seen = new Set<string>();
  let content = "";
  let last: Span | null = null;
  for (const span of spans) {
    const part = trimText(text.slice(span.from, span.to));
    const key = plainKey(part);
    if (seen.has(key)) continue;
    if (last !== null) content += BROKEN.test(content.slice(-8)) ? " " : separatorOf(text, last, span);
    seen.add(key);
    content += part;
    last = span;
  }
  return { content, count: seen.size };
}

const BROKEN = /[-+=*/,]\s*$/;
