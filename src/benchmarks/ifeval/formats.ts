import { BadInstruction, type Check, countIn, textIn } from "./instruction.ts";

const CONSTRAINED = ["My answer is yes.", "My answer is no.", "My answer is maybe."];

/** Marks, lists, sections and other things that a program can see. */
export const formats: Readonly<Record<string, Check>> = {
  "detectable_content:number_placeholders": (response, values) =>
    response.split("\n").reduce((sum, line) => sum + placeholders(line), 0) >= countIn(values, "num_placeholders"),
  "detectable_content:postscript": (response, values) => hasPostscript(response, textIn(values, "postscript_marker")),
  "detectable_format:number_bullet_lists": (response, values) =>
    response.split("\n").filter(isBullet).length === countIn(values, "num_bullets"),
  "detectable_format:constrained_response": (response) => CONSTRAINED.some((answer) => response.includes(answer)),
  "detectable_format:number_highlighted_sections": (response, values) =>
    countHighlights(response) >= countIn(values, "num_highlights"),
  "detectable_format:multiple_sections": (response, values) =>
    countSections(response, textIn(values, "section_spliter")) >= countIn(values, "num_sections"),
  "detectable_format:json_format": (response) => isJson(response),
  "detectable_format:title": (response) =>
    response.split("\n").some((line) => {
      const open = line.indexOf("<<");
      const close = line.lastIndexOf(">>");
      return open >= 0 && close > open + 2 && /[^<>\s]/.test(line.slice(open + 2, close));
    }),
  "combination:two_responses": (response) => {
    const parts = response.split("******").map((part) => part.trim());
    // Nothing may stand before the first divider and behind the last one, but not between two.
    if (parts.slice(1, -1).includes("")) return false;
    const [first, second, ...more] = parts.filter((part) => part !== "");
    return first !== undefined && second !== undefined && more.length === 0 && first !== second;
  },
  "combination:repeat_prompt": (response, values) =>
    response.trim().toLowerCase().startsWith(textIn(values, "prompt_to_repeat").trim().toLowerCase()),
  "startend:end_checker": (response, values) =>
    withoutQuotes(response.trim()).toLowerCase().endsWith(textIn(values, "end_phrase").trim().toLowerCase()),
  "startend:quotation": (response) => {
    const text = response.trim();
    return text.length > 1 && text.startsWith('"') && text.endsWith('"');
  },
  "punctuation:no_comma": (response) => !response.includes(","),
};

/** `[` to the next `]`, on one line. */
function placeholders(line: string): number {
  let count = 0;
  for (let at = line.indexOf("["); at >= 0; ) {
    const close = line.indexOf("]", at);
    if (close < 0) return count;
    count++;
    at = line.indexOf("[", close);
  }
  return count;
}

function hasPostscript(response: string, marker: string): boolean {
  const text = response.toLowerCase();
  if (marker === "P.P.S") return /p\.\s?p\.\s?s/.test(text);
  if (marker === "P.S.") return /p\.\s?s\./.test(text);
  return text.includes(marker.trim().toLowerCase());
}

/** `* ` and `- ` begin one; two stars begin bold text. */
function isBullet(line: string): boolean {
  const text = line.trimStart();
  return text.startsWith("-") || (text.startsWith("*") && text.length > 1 && text[1] !== "*");
}

/** Text between stars, or between pairs of stars, on one line. */
function countHighlights(response: string): number {
  const single = [...response.matchAll(/\*([^\n*]*)\*/g)];
  const double = [...response.matchAll(/\*\*([^\n*]*)\*\*/g)];
  return [...single, ...double].filter(([, inner = ""]) => inner.trim() !== "").length;
}

/** A divider followed by a number: `SECTION 1`. */
function countSections(response: string, divider: string): number {
  if (divider.trim() === "") throw new BadInstruction("the instruction has no divider of sections");
  const parts = response.split(divider.trim());
  return parts.slice(1).filter((part) => /^\s?\d/.test(part)).length;
}

function isJson(response: string): boolean {
  const text = response
    .trim()
    .replace(/^```(?:json|Json|JSON)?/, "")
    .replace(/```$/, "")
    .trim();
  try {
    JSON.parse(text);
    return true;
  } catch {
    // That it is none is the answer.
    return false;
  }
}

function withoutQuotes(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '"') from++;
  while (to > from && text[to - 1] === '"') to--;
  return text.slice(from, to);
}
