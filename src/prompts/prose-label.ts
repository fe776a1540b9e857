import type { Menu, MenuLabel } from "./menu.ts";

/** What the closing sentence of a reply says: labels, or that it leaves the matter open. */
export interface ProseLabels {
  readonly labels: readonly MenuLabel[];
  readonly hedged: boolean;
}

/** Turns the label behind it round, perhaps with an adverb between. */
const DENIAL =
  /(?:^|[^\p{L}])(?:not|n't|never|isn't|wasn't|aren't)\s{1,4}(?:(?:actually|really|at all|simply|a|an|the)\s{1,4}){0,2}$/iu;

/** A word before a label in its clause after which the label no longer is what the sentence says. */
const OPEN =
  /(?:^|[^\p{L}])(?:not|never|no|neither|nor|none|hardly|barely|scarcely|without|unlikely|cannot|\p{L}{2,8}n't|if|whether|unless|would|should|could|might|may|must|can|perhaps|maybe|possibly|probably|partially|partly|mostly|largely|almost|nearly|somewhat|half|far from|anything but|fails?|failed|claims?|claimed|says|said|unclear|unsure|uncertain|either|rather than|instead of|doubt)(?![\p{L}])/iu;

/** What may follow a word that stands alone; before anything else it belongs to a noun: "the correct answer". */
const STANDS =
  /^["'*_`)\]]{0,8}(?:$|\s{0,4}$|\s{0,4}[.,;:!?()–—]|\s{1,4}-\s|\s{1,4}(?:and|or|but|because|since|as|for|here|overall|in|with|when|per|given|according|based|by|on|to)(?![\p{L}]))/iu;

/** The longest closing sentence that is looked at; a longer one is no verdict. */
const LONGEST = 4_000;

/** The labels that stand alone in the closing sentence of a text in which nothing is declared. */
export function proseLabels(text: string, menu: Menu): ProseLabels {
  const sentence = deciding(text, menu);
  const labels: MenuLabel[] = [];
  let hedged = /\?[*_]{0,4}$/.test(sentence);
  let carried = false;
  const mentioned = new Set<MenuLabel>();
  for (const match of sentence.matchAll(menu.anywhere)) {
    const [said] = match;
    const label = menu.exactly(said);
    if (label === null) continue;
    const phrase = /\s/.test(said);
    const behind = sentence.slice(match.index + said.length, match.index + said.length + 40);
    if (!phrase && !STANDS.test(behind) && !(menu.polar && beginsWithLabel(behind, menu))) {
      // "B is better than A": where another label is spoken of, the one that stands alone is not the verdict.
      if (!menu.polar && isMention(said, behind, menu)) mentioned.add(label);
      continue;
    }
    const counts = menu.countsInProse(said);
    // Digits and a lone letter of another case are words of the sentence. A loose word is no verdict by itself, but a
    // doubt about another one.
    if (!counts && /^(?:\p{N}+|\p{L})$/u.test(said)) continue;
    const before = clauseBefore(sentence, match.index);
    const denied = menu.polar && DENIAL.test(before);
    if (OPEN.test(denied ? before.replace(DENIAL, " ") : before)) {
      hedged = true;
      continue;
    }
    labels.push(denied ? menu.opposite(label) : label);
    carried ||= counts;
  }
  if (labels.some((label) => [...mentioned].some((other) => other !== label))) hedged = true;
  return { labels: carried ? labels : [], hedged };
}

/** "CORRECT INCORRECT" belongs to no noun: the reply says both. */
function beginsWithLabel(behind: string, menu: Menu): boolean {
  const gap = /^["'*_`)\]]{0,8}\s{1,4}["'*_`([]{0,8}/.exec(behind);
  if (gap === null) return false;
  menu.sticky.lastIndex = gap[0].length;
  return menu.sticky.test(behind);
}

/** Whether a label is spoken of; A and I are also words of their own. */
function isMention(said: string, behind: string, menu: Menu): boolean {
  if (!menu.countsInProse(said)) return false;
  return (
    !/^[AI]$/.test(said) ||
    /^(?:\s{1,4}(?:is|was|wins|beats|and|or|over|does|has|seems)(?!\p{L})|["'*_`)\].,;:])/u.test(behind)
  );
}

/** The words between a label and the punctuation before it. */
function clauseBefore(sentence: string, index: number): string {
  const before = sentence.slice(Math.max(0, index - 200), index);
  return before.slice(Math.max(...[...",;:()–—"].map((mark) => before.lastIndexOf(mark))) + 1);
}

/**
 * The sentence that counts: the closing one. A label of three words or more is a statement by itself ("Output (a) is
 * better"), and judges give their reasons behind it, so there the last sentence that holds one counts.
 */
function deciding(text: string, menu: Menu): string {
  const closing = closingSentence(text);
  const holds = [...closing.matchAll(menu.anywhere)].length > 0;
  if (holds || !menu.labels.some(({ label }) => isStatement(label))) return closing;
  let end = -1;
  for (const match of text.matchAll(menu.anywhere)) {
    if (isStatement(match[0])) end = match.index + match[0].length;
  }
  if (end < 0) return closing;
  const rest = /[.!?\n]/g;
  rest.lastIndex = end;
  return closingSentence(text.slice(Math.max(0, end - LONGEST), (rest.exec(text)?.index ?? text.length) + 1));
}

function isStatement(label: string): boolean {
  return label.trim().split(/[\s_]+/).length >= 3;
}

/** The last sentence with a letter or digit in it, of the last line that has any. */
function closingSentence(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\p{L}\p{N}]/u.test(text[end - 1] ?? "")) end--;
  const from = Math.max(0, end - LONGEST);
  const tail = text.slice(from, end);
  let start = 0;
  for (const match of tail.matchAll(/[.!?]["'*_`)\]]{0,4}\s|\n/g)) start = match.index + match[0].length;
  return (tail.slice(start) + text.slice(end, end + 8)).trim();
}
