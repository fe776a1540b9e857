/**
 * Whether a text asserts what it mentions: "It is not Paris" and "Either Paris or Lyon" mention Paris without saying
 * that it is Paris. A look at the words around, not a reading: it errs towards doubt, which costs a second opinion.
 */

/** UTF-16 units that are read on each side. Bounded, so that many mentions in a long text stay linear. */
const REACH = 90;
/** Words that are read back from a mention for a negation, and on from it. */
const WORDS_BEFORE = 6;
const WORDS_BEHIND = 5;

const NEGATION = new Set(
  (
    "not no never neither nor cannot without except unlike wrong incorrect false isnt wasnt arent werent " +
    "doesnt didnt dont cant couldnt wont wouldnt shouldnt aint hardly " +
    "nicht kein keine keinen keiner nie pas jamais aucun ni nunca tampoco non não nem ikke inte niet geen не"
  ).split(" "),
);
/** Behind a mention "no" is left out: it begins something new ("Paris no doubt"). */
const DENIAL = new Set(
  (
    "not never cannot wrong incorrect false isnt wasnt arent werent doesnt didnt cant couldnt wont wouldnt aint " +
    "nicht falsch pas faux non não ikke inte niet не"
  ).split(" "),
);
const HEDGE = new Set(
  (
    "either or o maybe perhaps possibly might could unsure guess whether unlikely doubt doubtful " +
    "oder vielleicht entweder ou soit peut-être peut quizás quizá talvez forse eller misschien или"
  ).split(" "),
);
/** What follows these speaks of something else. */
const TURN = new Set(
  (
    "but and because since as which who that so while whereas although though " +
    "sondern aber und weil mais et parce sino pero y porque"
  ).split(" "),
);
/** Between commas these do not end what was being said: "is not, however, Paris". */
const ASIDE = new Set("however therefore though indeed surprisingly actually fact course then".split(" "));

const NEGATED_BEFORE = /(?:不是|并非|並非|不|没有|沒有|非|ไม่ใช่)\s?$/;
const NEGATED_BEHIND =
  /^\s?(?:では(?:ない|ありません|なく)|じゃ(?:ない|ありません|なく)|でない|不是|不对|不對|ไม่ใช่|[이가]?\s?아니|错误|錯誤)/;
const HEDGED_AROUND = /(?:或者|或|还是|還是|かもしれ|または|หรือ|또는|아마)/;

/** The mention `from..to` of `text`, which may hold line breaks, is neither negated nor hedged. */
export function isAsserted(text: string, from: number, to: number): boolean {
  const before = sentenceBefore(text.slice(Math.max(0, from - REACH), from).toLowerCase());
  const { sentence: behind, question } = sentenceBehind(text.slice(to, to + REACH).toLowerCase());
  if (question) return false;
  if (NEGATED_BEFORE.test(before) || NEGATED_BEHIND.test(behind)) return false;
  if (HEDGED_AROUND.test(before.slice(-6)) || HEDGED_AROUND.test(behind.slice(0, 8))) return false;
  return !isNegatedBefore(words(before)) && !isHedged(words(before), words(behind)) && !isDeniedBehind(words(behind));
}

function isNegatedBefore(all: readonly string[]): boolean {
  const near = all.slice(-WORDS_BEFORE);
  for (let at = near.length - 1; at >= 0; at--) {
    const word = near[at] ?? "";
    if (NEGATION.has(word)) return true;
    if (word === "of" && near[at - 1] === "instead") return true;
    if (word === "than" && (near[at - 1] === "rather" || near[at - 1] === "other")) return true;
    // "not Lyon but Paris", "not Lyon, Paris".
    if (word === "but" || word === "sondern" || word === "mais" || word === "sino") return false;
    if (
      word === "," &&
      !ASIDE.has(near[at - 1] ?? "") &&
      !(NEGATION.has(near[at - 1] ?? "") && near[at - 1] !== "no")
    ) {
      return false;
    }
  }
  return false;
}

function isHedged(before: readonly string[], behind: readonly string[]): boolean {
  return before.slice(-WORDS_BEFORE).some((word) => HEDGE.has(word)) || hedgedBehind(behind.slice(0, WORDS_BEHIND));
}

function hedgedBehind(near: readonly string[]): boolean {
  for (const word of near) {
    if (HEDGE.has(word)) return true;
    if (TURN.has(word)) return false;
  }
  return false;
}

function isDeniedBehind(all: readonly string[]): boolean {
  for (const word of all.slice(0, WORDS_BEHIND)) {
    if (DENIAL.has(word)) return true;
    if (word === "," || TURN.has(word)) return false;
  }
  return false;
}

/** Words and commas. An apostrophe is dropped, so that "isn't" is one word however it is typed. */
function words(text: string): readonly string[] {
  return text.replace(/['’]/g, "").match(/[\p{L}\p{M}\p{N}]+(?:-\p{L}+)*|,/gu) ?? [];
}

function sentenceBefore(text: string): string {
  let from = 0;
  for (const end of text.matchAll(/[.!?;:](?=\s)|[\n。！？；：、]/g)) from = end.index + 1;
  return text.slice(from);
}

function sentenceBehind(text: string): { readonly sentence: string; readonly question: boolean } {
  const end = /[.!?;](?=\s|$|["'”’)*_])|[\n。！？；]/.exec(text);
  if (end === null) return { sentence: text, question: false };
  return { sentence: text.slice(0, end.index), question: end[0] === "?" || end[0] === "？" };
}
