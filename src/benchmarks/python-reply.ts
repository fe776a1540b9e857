import { stripReasoning } from "../extractors/strip-reasoning.ts";
import { fencedBlocks } from "./fenced-blocks.ts";

/** What a reply to "complete this function" holds. */
export interface PythonReply {
  readonly code: string;
  /**
   * `block`: the last fenced block that defines the function; `first_block`: none does; `begun`: what stands before a
   * fence that only closes, for the prompt had opened it; `whole`: there is no block; `unfenced`: the same, cut out of
   * the prose around it.
   */
  readonly rule: "block" | "first_block" | "begun" | "whole" | "unfenced";
  /** Whether the code defines the function at its top level, instead of being the rest of it. */
  readonly defines: boolean;
}

const withoutReasoning = stripReasoning().run;

/**
 * Takes the code out of a reply: reasoning goes; of the fenced blocks the last one that defines the function counts, for
 * usage examples stand before or behind it, and one that was cut counts only where no whole one does; else the first
 * block; else the whole reply. Null where nothing is left. Linear in the length of the reply.
 */
export function readPythonReply(reply: string, name: string): PythonReply | null {
  const text = withoutDrafts(withPlainLines(reply));
  if (text.trim() === "") return null;
  const blocks = fencedBlocks(text);
  const defining = blocks.filter((block) => definesName(block.text, name));
  const whole = defining.findLast(({ closed }) => closed);
  if (whole !== undefined) return { code: whole.text, rule: "block", defines: true };
  const [first] = blocks;
  // What stands before a fence may be a mere signature; the function right behind the fence is the answer then.
  const begun = first === undefined || defining[0] === first ? null : readBegun(text, name);
  if (begun !== null) return begun;
  const cut = defining.at(-1);
  if (cut !== undefined) return { code: cut.text, rule: "block", defines: true };
  if (first !== undefined) return { code: first.text, rule: "first_block", defines: false };
  if (!definesName(text, name)) return { code: text, rule: "whole", defines: false };
  const code = withoutProse(text, name);
  return { code, rule: code === text ? "whole" : "unfenced", defines: true };
}

/**
 * A reply that goes on within a fence: its first fence closes, and all fences behind it pair the other way. Null where
 * the text before that fence is no code.
 */
function readBegun(text: string, name: string): PythonReply | null {
  const blocks = fencedBlocks(text, { begun: true });
  const [first] = blocks;
  if (first?.closed !== true) return null;
  const defines = definesName(first.text, name);
  if (!defines && !isBody(first.text)) return null;
  const last = blocks.findLast((block) => block !== first && block.closed && definesName(block.text, name));
  if (last !== undefined) return { code: last.text, rule: "block", defines: true };
  return { code: defines ? withoutProse(first.text, name) : first.text, rule: "begun", defines };
}

/** One kind of line end, no marks of a quotation around fences, and indents that Python reads. */
function withPlainLines(reply: string): string {
  const text = reply.replaceAll(/\r\n?/g, "\n");
  const unquoted = /^> ?```/m.test(text) ? text.replaceAll(/^>(?: |$)/gm, "") : text;
  return unquoted.includes("\u00a0")
    ? unquoted.replaceAll(/^[ \t\u00a0]+/gm, (indent) => indent.replaceAll("\u00a0", " "))
    : unquoted;
}

/** Without reasoning. The indent of the first line is kept: a reply may go on in the middle of a function. */
function withoutDrafts(text: string): string {
  const kept = withoutReasoning(text, {});
  if (kept === null || typeof kept === "string" || kept.rule === "whole") return text;
  const from = kept.span?.[0];
  if (from === undefined) return kept.text;
  return text.slice(text.lastIndexOf("\n", from - 1) + 1, from).trim() === ""
    ? text.slice(text.lastIndexOf("\n", from - 1) + 1)
    : text.slice(from);
}

/** Whether code defines a name at its top level: a function, a class with that method, or an assignment. */
function definesName(code: string, name: string): boolean {
  return code.split("\n").some((line) => definitionIn(line, name)) || methodClass(code, name) !== null;
}

function definitionIn(line: string, name: string): boolean {
  const rest = ["def ", "async def ", ""].find((word) => line.startsWith(word + name));
  if (rest === undefined) return false;
  const after = line.slice(rest.length + name.length).trimStart();
  return rest === "" ? /^=(?!=)/.test(after) || /^:[^=]{1,200}=(?!=)/.test(after) : /^[([]/.test(after);
}

/** The class at the top level that has the name as a method; null where a function has it, or nothing. */
export function methodClass(code: string, name: string): string | null {
  let inside: string | null = null;
  let found: string | null = null;
  for (const line of code.split("\n")) {
    if (definitionIn(line, name)) return null;
    const [, opened] = /^class\s+([A-Za-z_]\w{0,200})\s*[:(]/.exec(line) ?? [];
    if (opened !== undefined) inside = opened;
    else if (/^[^\s#)\]}]/.test(line)) inside = null;
    if (inside !== null && found === null && /^\s/.test(line) && definitionIn(line.trimStart(), name)) found = inside;
  }
  return found;
}

const CODE_BEGINS = /^(?:import [\w.]{1,200}\s*(?:$|[,;#]|as )|from [\w.]{1,200} import |def |async def |class |@|#)/;
const CODE_GOES_ON =
  /^(?:\s|$|import [\w.]{1,200}\s*(?:$|[,;#]|as )|from [\w.]{1,200} import |(?:async )?(?:def|for|with) |(?:class|if|while|assert|del|global|nonlocal|return|raise|yield) |(?:else|try|finally|except|elif|pass|return)\b|@|#|["')\]}])/;
/**
 * An assignment, to names or to a thing with a type, or a call. A bare `name: type` is no line of code here, for a
 * sentence that begins "Note: this" looks the same; nor is `name (`, which is a word before a bracket.
 */
const ASSIGNS_OR_CALLS =
  /^(?:[A-Za-z_][\w.]{0,200}(?:\s*(?:[-+*/|&%@^]|\*\*|\/\/|<<|>>)?=|[([])|[A-Za-z_][\w.]{0,200}\s*:\s*[\w.]{1,200}\s*(?:\[[^=]{0,200}\])?\s*=|[A-Za-z_*][\w.]{0,80}(?:,\s?[A-Za-z_*][\w.]{0,80}){1,9},?\s*=)/;

function isCode(line: string): boolean {
  return CODE_GOES_ON.test(line) || ASSIGNS_OR_CALLS.test(line);
}

/** Cuts code out of prose that has no fence: from its first line, to the first line behind the function that is none. */
function withoutProse(text: string, name: string): string {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => CODE_BEGINS.test(line) || definitionIn(line, name));
  const defined = lines.findIndex((line) => definitionIn(line, name));
  const end = lines.findIndex((line, index) => index > defined && defined >= 0 && !isCode(line));
  if (begin <= 0 && end < 0) return text;
  return lines.slice(Math.max(0, begin), end < 0 ? lines.length : end).join("\n");
}

/**
 * Whether a text is the rest of a function, and not a sentence before a block: each line is code or deeper than the
 * margin, and it ends with no colon, as a sentence before a block does and no body can.
 */
function isBody(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (!isCode(first.trimStart()) || lines.at(-1)?.trimEnd().endsWith(":") !== false) return false;
  return lines.slice(1).every(isCode);
}
