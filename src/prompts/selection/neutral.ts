/** What a judge is shown of a candidate: its words without marks of ours, and nothing that names its author. */

/** Tags that a judge of ours writes, in a candidate's hands. Other tags with such a beginning stay: `<score-partwise>`. */
const JUDGE_TAG =
  /[<＜](?=[\s\u200b-\u200f]{0,8}[/／]?[\s\u200b-\u200f]{0,8}(?:scores?|evidence|rating|candidate|c\d{1,3})(?:[_ ]?[ab12])?(?:-[0-9a-f]{1,32})?[\s\u200b-\u200f]{0,8}[>＞])/giu;
/** Some servers read the special tokens of their chat template in any text. */
const CHAT_TOKEN = /<\|(?=[\w ]{1,40}\|>)/g;
/** A black flag takes tag characters as the flag of a region; elsewhere they are words that nobody sees. */
const HIDDEN = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|[\u{e0001}\u{e0020}-\u{e007f}]+|[\u202d\u202e]/gu;

/** Look-alikes of a judge's marks made harmless, hidden words replaced by a mark that shows them to be there. */
export function neutralText(text: string): string {
  return text
    .replace(JUDGE_TAG, "‹")
    .replace(CHAT_TOKEN, "‹|")
    .replace(HIDDEN, (run) => (run.startsWith("\u{1f3f4}") ? run : "\ufffd"));
}

const BRANDS =
  /(?<![\p{L}\p{N}])(?:(?:chat)?gpt|claude|gemini|kimi|minimax|glm|llama|qwen|deepseek|grok|mistral|codex|openai|anthropic|google|zai|moonshot|opus|sonnet|haiku|copilot)(?:[-.:/ ]?(?:v?\d[\w.]{0,8}|for|coding|pro|flash|mini|turbo|opus|sonnet|haiku|codex)){0,4}(?![\p{L}\p{N}])/giu;

/** A label of evidence as a judge may see it: one short line; null where it names a candidate or a maker of models. */
export function neutralLabel(label: string, ids: readonly string[]): string | null {
  const line = label.replace(/[\s<>＜＞]+/g, " ").trim();
  if (line === "" || line.search(BRANDS) >= 0) return null;
  const folded = line.toLowerCase();
  const names = ids.map((id) => id.trim()).filter((id) => id !== "");
  // A single letter is found in any word, and "B" as a word would say which of the slots it belongs to.
  const isNamed = (id: string) => (id.length > 1 ? folded.includes(id.toLowerCase()) : replaceWord(line, id) !== line);
  if (names.some(isNamed)) return null;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** A summary without the names of models and candidates, which would be reputation. */
export function neutralSummary(summary: string, ids: readonly string[]): string {
  // The longer ids first, and ids before makers: a part of a name must not be left over.
  const names = ids.map((id) => id.trim()).filter((id) => id.length > 1);
  const anonymous = names.sort((one, other) => other.length - one.length).reduce(replaceWord, summary);
  return anonymous.replace(BRANDS, "[name]");
}

function replaceWord(text: string, word: string): string {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "giu"), "[name]");
}
