import { type Check, countIn, holds, textIn } from "./instruction.ts";
import { countSentences } from "./sentences.ts";

const WORDS = /[\p{L}\p{N}_]+/gu;
/** What ends the first word of a paragraph. */
const ENDS_WORD = /[.,?!'"]/;

/** How long a response is, and how it is divided. */
export const lengths: Readonly<Record<string, Check>> = {
  "length_constraints:number_words": (response, values) =>
    holds([...response.matchAll(WORDS)].length, countIn(values, "num_words"), values["relation"]),
  "length_constraints:number_sentences": (response, values) =>
    holds(countSentences(response), countIn(values, "num_sentences"), values["relation"]),
  "length_constraints:number_paragraphs": (response, values) => {
    const parts = response.split("***");
    const blank = parts.map((part) => part.trim() === "");
    // Blank before the first and behind the last divider is no paragraph; between two dividers it is a fault.
    if (blank.slice(1, -1).includes(true)) return false;
    return blank.filter((one) => !one).length === countIn(values, "num_paragraphs");
  },
  "length_constraints:nth_paragraph_first_word": (response, values) => {
    const parts = response.split("\n\n");
    const count = parts.filter((part) => part.trim() !== "").length;
    const place = countIn(values, "nth_paragraph");
    const paragraph = place <= count ? (parts[place - 1]?.trim() ?? "") : "";
    if (paragraph === "") return false;
    return (
      count === countIn(values, "num_paragraphs") && firstWord(paragraph) === textIn(values, "first_word").toLowerCase()
    );
  },
};

function firstWord(paragraph: string): string {
  const [token = ""] = paragraph.split(/\s/, 1);
  const word = token.replace(/^'+/, "").replace(/^"+/, "");
  const end = word.search(ENDS_WORD);
  return (end < 0 ? word : word.slice(0, end)).toLowerCase();
}
