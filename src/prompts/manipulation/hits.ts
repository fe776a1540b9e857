import type { Span } from "./concealed.ts";
import type { PlainForm } from "./plain-form.ts";
import type { Rule } from "./rule.ts";

/** A place of the source that a rule points at. */
export interface Hit extends Span {
  readonly flag: string;
  readonly weak: boolean;
}

/** All that the rules find in a plain form, as places of the source. */
export function hitsIn(source: string, { text, origin }: PlainForm, rules: readonly Rule[]): Hit[] {
  const hits: Hit[] = [];
  for (const { flag, pattern, weak = false, confirm, followedBy } of rules) {
    for (const [start, end] of followedBy === undefined ? matches(text, pattern) : pairs(text, pattern, followedBy)) {
      const from = origin[start] ?? 0;
      const to = (origin[end - 1] ?? from) + 1;
      if (confirm === undefined || confirm(source.slice(from, to))) hits.push({ flag, weak, from, to });
    }
  }
  return hits;
}

type Range = readonly [start: number, end: number];

function* matches(text: string, pattern: RegExp): Generator<Range> {
  for (const match of text.matchAll(pattern)) yield [match.index, match.index + match[0].length];
}

const SENTENCE_END = /[.!?。！？\v]/;

/** Each first part with the nearest second part behind it, where that is near enough. */
function* pairs(text: string, first: RegExp, { pattern, within }: NonNullable<Rule["followedBy"]>): Generator<Range> {
  const seconds = matches(text, pattern);
  let second = seconds.next();
  for (const [start, end] of matches(text, first)) {
    while (second.done !== true && second.value[0] < end) second = seconds.next();
    if (second.done === true) return;
    const [from, to] = second.value;
    if (from - end <= within && !SENTENCE_END.test(text.slice(end, from))) yield [start, to];
  }
}

/** Spans that touch made into one, in order. */
export function mergedSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Whether one of the merged spans has a unit in common with this one. Binary search. */
export function touches(merged: readonly Span[], { from, to }: Span): boolean {
  let [low, high] = [0, merged.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return (merged[low]?.from ?? Number.POSITIVE_INFINITY) < to;
}
