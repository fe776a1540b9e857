import { defineVerifier } from "../core/define.ts";
import { type LabelSet, parseGlued, parseLabels } from "../core/letters.ts";
import { missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { foldCase, shorten } from "../core/text.ts";
import type { Score } from "../core/types.ts";
import { foldOption, type Menu, menuReader, positionOf } from "../extractors/mcq/menu.ts";

/**
 * The answer names the same option, or the same set of options, as a target. Both sides may be decorated, `(A)` or
 * `**A.** Paris`; with choices, the text of an option stands for its label. Glued letters, `AC`, are a list only where the
 * target is a list, for elsewhere they may be a word. A clean label that is not the target's is surely wrong.
 *
 * Reasons: `match`; `mismatch`, not confident where several labels meet a single one, where digits meet digits, or where
 * another target cannot be used; `no_answer` where the answer names no label. Error `unusable_target`: no target is a
 * label of the menu or the text of one option.
 */
export const mcqMatch = defineVerifier({
  type: "mcq_match",
  needsTarget: true,
  summary: "The answer names the option of the target, by its label or by its text.",
  create: () => {
    const menuOf = menuReader();
    return ({ answer, extraction, targets, choices }) => {
      if (targets.length === 0) return missingTarget();
      if (answer === null) return noAnswer();
      const menu = menuOf(choices);
      const sure = extraction?.ambiguous !== true;
      let best: Score | null = null;
      let unusable = false;
      for (const target of targets) {
        const score = compare(answer, target, menu, sure);
        if (score.value === 1) return score;
        unusable ||= score.value === null;
        if (best === null || best.value === null) best = score;
      }
      if (best !== null && best.value !== null && unusable) return { ...best, confident: false };
      return best ?? missingTarget();
    };
  },
});

function compare(answer: string, target: string, menu: Menu | null, sure: boolean): Score {
  const expected = readTarget(target, menu);
  const given = readAnswer(answer, menu, expected !== null && expected.labels.length > 1);
  const raw = `mcq_match: ${shorten(answer)} against ${shorten(target)}`;
  if (expected === null || (given !== null && isDigits(given) !== isDigits(expected))) {
    if (sameText(answer, target) || (given !== null && sameText(given.rest, target)))
      return right("match", sure, { raw });
    return unusableTarget("the target is no label, no list of labels such as `A, C`, and not the text of one option", {
      raw,
    });
  }
  if (given === null) {
    return parseGlued(answer) === null ? noAnswer({ raw }) : wrong("mismatch", false, { raw });
  }
  if (sameLabels(given, expected)) return right("match", sure, { raw });
  const clean = given.labels.length === 1 || expected.labels.length > 1;
  return wrong("mismatch", sure && clean && (menu !== null || !isDigits(given)), { raw });
}

function readTarget(target: string, menu: Menu | null): LabelSet | null {
  const stated = menu === null ? null : positionOf(menu, target);
  if (stated !== null && menu !== null) return stated === "unclear" ? null : labelAt(menu, stated);
  const parsed = parseLabels(target);
  // A target that is not on the menu would make every answer wrong.
  if (menu !== null && parsed?.labels.some((label) => !menu.positions.has(foldCase(label)))) return null;
  return parsed;
}

function readAnswer(answer: string, menu: Menu | null, listWanted: boolean): LabelSet | null {
  const stated = menu === null ? null : positionOf(menu, answer);
  if (stated !== null && menu !== null) return stated === "unclear" ? null : labelAt(menu, stated);
  const parsed = parseLabels(answer);
  if (parsed !== null || !listWanted) return parsed;
  const glued = parseGlued(answer);
  return glued === null ? null : { labels: glued, rest: "" };
}

function labelAt(menu: Menu, position: number): LabelSet {
  return { labels: [menu.labels[position] ?? ""], rest: "" };
}

function isDigits({ labels }: LabelSet): boolean {
  return /^\d/.test(labels[0] ?? "");
}

function sameText(one: string, other: string): boolean {
  const folded = foldOption(one);
  return folded === foldOption(other) && /[\p{L}\p{N}]/u.test(folded);
}

function sameLabels(one: LabelSet, other: LabelSet): boolean {
  const [first] = one.labels;
  const [second] = other.labels;
  if (one.labels.length === 1 && other.labels.length === 1) return foldCase(first ?? "") === foldCase(second ?? "");
  const these = new Set(one.labels.map(foldCase));
  const those = new Set(other.labels.map(foldCase));
  return these.size === those.size && [...these].every((label) => those.has(label));
}
