import { shorten } from "../../core/text.ts";
import { ADVERSARIAL_SUFFIX } from "./adversarial-suffix.ts";
import { CLAIMS } from "./claims.ts";
import { hiddenTexts, invisibleRun, JUDGE_TALK } from "./concealed.ts";
import { ENCODED_INSTRUCTION } from "./encoded-instruction.ts";
import { FIVE_FAMILIES } from "./five-families.ts";
import { FORGERIES } from "./forgeries.ts";
import { HIDDEN_MARKUP } from "./hidden-markup.ts";
import { type Hit, hitsIn, mergedSpans, touches } from "./hits.ts";
import { JSON_VERDICT } from "./json-verdict.ts";
import { ORDERS } from "./orders.ts";
import { OTHER_LANGUAGES, UNFOLDED_LANGUAGES } from "./other-languages.ts";
import { type PlainForm, plainForm } from "./plain-form.ts";
import { PRESSURE } from "./pressure.ts";
import { namedRules } from "./real-ids.ts";
import type { Rule } from "./rule.ts";
import { isMasterKey } from "./whole-answer.ts";

/** A place of a text that tries to steer its judge, or looks like it. */
export interface ManipulationFinding {
  readonly flag: string;
  /** Offsets into the text, in UTF-16 units, end exclusive. */
  readonly span: readonly [from: number, to: number];
  /** What stands there, at most 120 characters of it. */
  readonly excerpt: string;
  /** A cue of statistics: reported, without a penalty. */
  readonly weak: boolean;
}

export interface ManipulationScan {
  /** Sorted, each once. */
  readonly flags: readonly string[];
  /** One for each flag, in the order of the flags. */
  readonly findings: readonly ManipulationFinding[];
}

export interface ManipulationOptions {
  /** The ids of the candidates: "patch-a wins" is a sentence about this comparison only if one is called so. */
  readonly ids?: readonly string[];
}

/** Families beyond the five. */
const FURTHER_FAMILIES: readonly Rule[] = [
  ...CLAIMS,
  ...ORDERS,
  ...PRESSURE,
  ...FORGERIES,
  ...JSON_VERDICT,
  ...HIDDEN_MARKUP,
  ...ENCODED_INSTRUCTION,
  ...OTHER_LANGUAGES,
  ...ADVERSARIAL_SUFFIX,
];

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u;

/**
 * Looks for attempts to steer a judge: the five families of the reference, and the families of recorded attacks beyond
 * them. Advice, never proof: a text about such attacks holds their words too. Works on the text in plain form, with
 * invisible characters dropped and, where there are any, also taken for blanks. Time is linear in the length; never
 * throws.
 */
export function scanManipulation(text: string, { ids = [] }: ManipulationOptions = {}): ManipulationScan {
  const forms = formsOf(text);
  const core = forms.flatMap((form) => hitsIn(text, form, [...FIVE_FAMILIES, ...namedRules(ids)]));
  const covered = mergedSpans(core);
  const further = forms.flatMap((form) => hitsIn(text, form, FURTHER_FAMILIES));
  if (OTHER_SCRIPT.test(text)) {
    further.push(...hitsIn(text, plainForm(text, { invisible: "drop", latin: false }), UNFOLDED_LANGUAGES));
  }
  if (isMasterKey(forms[0]?.text ?? "")) further.push({ flag: "master-key", weak: false, from: 0, to: text.length });
  // One phrase has one name: what one of the five families explains is not reported again.
  const own = further.filter((hit) => !touches(covered, hit));
  return scanOf(text, [...core, ...own, ...concealedHits(text, core.length > 0)]);
}

function formsOf(text: string): readonly PlainForm[] {
  const dropped = plainForm(text, { invisible: "drop", latin: true });
  return INVISIBLE.test(text) ? [dropped, plainForm(text, { invisible: "blank", latin: true })] : [dropped];
}

/** Where the hidden words were read and named, the hiding of them is explained. */
function concealedHits(text: string, explained: boolean): readonly Hit[] {
  const hits: Hit[] = [];
  const run = explained ? null : invisibleRun(text);
  if (run !== null) hits.push({ flag: "invisible-unicode", weak: false, ...run });
  for (const { text: hidden, from, to } of hiddenTexts(text)) {
    const flag = /[\u{e0020}-\u{e007e}]/u.test(text.slice(from, from + 2))
      ? "invisible-unicode"
      : "encoded-instruction";
    if (JUDGE_TALK.test(hidden)) hits.push({ flag, weak: false, from, to });
  }
  return hits;
}

function scanOf(text: string, hits: readonly Hit[]): ManipulationScan {
  const first = new Map<string, Hit>();
  for (const hit of hits) {
    const before = first.get(hit.flag);
    if (before === undefined || hit.from < before.from) first.set(hit.flag, hit);
  }
  const flags = [...first.keys()].sort();
  const findings = flags.flatMap((flag) => {
    const hit = first.get(flag);
    if (hit === undefined) return [];
    const { from, to, weak } = hit;
    return [{ flag, span: [from, to] as const, excerpt: shorten(text.slice(from, to), 120), weak }];
  });
  return { flags, findings };
}
