import * as v from "valibot";
import { defineExtractor } from "../core/define.ts";
import { trimText } from "../core/text.ts";
import type { Extraction, Extractor } from "../core/types.ts";

const DEFAULT_PAIRS: readonly TagPair[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
];

type TagPair = readonly [open: string, close: string];

const tag = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== "", "a tag must not be blank"),
);
const options = v.object({
  tagPairs: v.pipe(
    v.optional(v.array(v.tuple([tag, tag])), []),
    v.description("Opening and closing tags, in place of the default ones; an empty list means the defaults."),
  ),
});

/**
 * Removes a model's reasoning. Any closing tag ends any open block: models nest and mix tags without counting. A closing
 * tag without a block ends reasoning that the chat template opened, so what stands before it goes; a block that is never
 * closed was cut off, so what follows it goes. Tags are found without regard to case. Rules: `whole` where there was no
 * tag, else `closed`, `prefilled` or `truncated` by the last tag that mattered.
 */
export const stripReasoning = defineExtractor({
  type: "strip_reasoning",
  summary: "Removes blocks of reasoning such as <think>…</think>.",
  options,
  create: ({ tagPairs }) => withoutBlocks(tagPairs.length === 0 ? DEFAULT_PAIRS : tagPairs),
});

/** Not lower-cased but matched without case: lower-casing changes the length of some texts, and with it the places. */
function withoutBlocks(pairs: readonly TagPair[]): Extractor {
  const opening = new Set(pairs.map(([open]) => open.toLowerCase()));
  const closing = new Set(pairs.map(([, close]) => close.toLowerCase()));
  // The longest first, so that a tag that begins like another is not cut short.
  const tags = [...new Set([...opening, ...closing])].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(tags.map((one) => one.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "gi");

  return (text) => {
    let kept: string[] = [];
    let from = 0;
    let open = false;
    let rule = "whole";
    for (const match of text.matchAll(pattern)) {
      const found = match[0].toLowerCase();
      const end = match.index + found.length;
      // One tag may both open and close, as `%%` does: then it closes what is open.
      if (open ? closing.has(found) : !opening.has(found)) {
        if (!open) kept = [];
        rule = open ? "closed" : "prefilled";
        open = false;
        from = end;
      } else if (!open) {
        kept.push(text.slice(from, match.index));
        open = true;
      }
    }
    if (open) rule = "truncated";
    else kept.push(text.slice(from));
    return located(text, kept, from, open, rule);
  };
}

function located(text: string, kept: readonly string[], from: number, open: boolean, rule: string): Extraction {
  const answer = trimText(kept.join(""));
  // Joined pieces stand nowhere in the text; the last piece alone does.
  const alone = !open && kept.slice(0, -1).every((piece) => piece === "");
  if (!alone || answer === "") return { text: answer, rule };
  const start = text.indexOf(answer, from);
  return { text: answer, rule, span: [start, start + answer.length] };
}
