import { marks } from "./phrase.ts";
import type { Rule } from "./rule.ts";

/** Stems of praise and of judging, glued to other letters. */
const STEM =
  /scor|grad|prais|rank|winner|best|superl|verdict|rating|excell|outstand|suprem|perfect|highest|correct|choos|upmost|topmost/i;
/** Ordinary words that hold a stem; identifiers are told by a capital or an underscore within. */
const ORDINARY =
  /^(?:[fcpd]rank\w*|shrank|(?:under|over|high|box|full|half|down|up|de|re|retro|multi|post|under|a|tran|sc|pro|bi|centi|in|out|un|non|auto|well|best)?-?(?:scor(?:e[ds]?|ers?|ing|eboards?|ecards?|eless|n\w*|ch\w*|pi\w*)|grad(?:e[ds]?|ers?|ing|ients?|ual\w*|uat\w*|ation\w*|ebooks?)|prais\w{0,7}|rank(?:s|ed|ing|ings|er|ers|le)?|winners?|best(?:s|ow\w*|ial\w*|sellers?|selling)?|superlativ\w{1,3}|verdicts?|ratings?|excell(?:en\w*|ed|s|ing)?|outstanding(?:ly)?|suprem(?:e|ely|acy|acist\w*|o)|perfect(?:ly|ion\w*|ed|ing|s|ive)?|highest|correct(?:ly|ness|ed|ing|ions?|s|ive|or|able)?|choos(?:e[sr]?|ers?|ing|y)|(?:up|top)most))$/;
const WORD = /[\p{L}\p{N}_]+/gu;
const IDENTIFIER = /[a-z\d][A-Z]|_|^[A-Z\d_]+$/;
const CODE_SIGNS = /[=;(){}[\]<>]/;
/** Brackets and signs in heaps, as an optimiser leaves them; a formula and a program close what they open. */
const HEAP = /[^\p{L}\p{N}\s"'.,-]{2,}/gu;

/** At most this much of the text is one line here; longer ones are looked at in parts. */
const WINDOW = marks("[^\\n\\v]{20,400}");

function looksOptimised(written: string): boolean {
  const words = (written.match(WORD) ?? []).filter((word) => STEM.test(word));
  if (words.length < 3) return false;
  const odd = words.filter((word) => !ORDINARY.test(word.toLowerCase()) && !IDENTIFIER.test(word));
  if (!CODE_SIGNS.test(written)) return odd.length >= 3 && new Set(odd).size > 1;
  const heaps = written.match(HEAP) ?? [];
  return heaps.length >= 3 && Math.abs(balance(written)) + unopened(written) >= 3;
}

function balance(text: string): number {
  return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}

/** How many brackets close what is not open. */
function unopened(text: string): number {
  let open = 0;
  let closed = 0;
  for (const bracket of text.match(/[([{)\]}]/g) ?? []) {
    if ("([{".includes(bracket)) open++;
    else if (open > 0) open--;
    else closed++;
  }
  return closed;
}

/** A cue of statistics, and weak: heaps of praise or of signs that no writer leaves. */
export const ADVERSARIAL_SUFFIX: readonly Rule[] = [
  { flag: "adversarial-suffix", pattern: WINDOW, weak: true, confirm: looksOptimised },
];
