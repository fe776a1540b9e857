import { stripReasoning } from "../extractors/strip-reasoning.ts";
import { fencedBlocks } from "./fenced-blocks.ts";

/** What a reply to "complete this function" holds. */
export interface PythonReply {
  readonly code: string;
  /**
   * `block`: the last fenced block that defines the function; `first_block`: none does; `whole`: there is no block;
   * `unfenced`: the same, cut out of the prose around it.
   */
  readonly rule: "block" | "first_block" | "whole" | "unfenced";
  /** Whether the code defines the function at its top level, instead of being the rest of it. */
  readonly defines: boolean;
}

const withoutReasoning = stripReasoning().run;

/**
 * Takes the code out of a reply: reasoning goes; of the fenced blocks the last one that defines the function counts, for
 * usage examples stand before or behind it; else the first block; else the whole reply. Null where nothing is left.
 * Linear in the length of the reply.
 */
export function readPythonReply(reply: string, name: string): PythonReply | null {
  const text = withoutDrafts(reply.replaceAll("\r\n", "\n"));
  if (text.trim() === "") return null;
  const blocks = fencedBlocks(text);
  const defining = blocks.findLast((block) => definesName(block, name));
  if (defining !== undefined) return { code: defining, rule: "block", defines: true };
  const [first] = blocks;
  if (first !== undefined) return { code: first, rule: "first_block", defines: false };
  if (!definesName(text, name)) return { code: text, rule: "whole", defines: false };
  const code = withoutProse(text, name);
  return { code, rule: code === text ? "whole" : "unfenced", defines: true };
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

const CODE_BEGINS = /^(?:import |from [\w.]{1,200} import |def |async def |class |@|#)/;
const CODE_GOES_ON =
  /^(?:\s|$|import |from [\w.]{1,200} import |(?:async )?(?:def|for|with) |(?:class|if|while|assert|del|global|return|raise) |(?:else|try|finally|except|elif)\b|@|#|["')\]}]|[A-Za-z_][\w.]{0,200}\s*(?:[-+*/|&%]?=|[(:[]))/;

/** Cuts code out of prose that has no fence: from its first line, to the first line behind the function that is none. */
function withoutProse(text: string, name: string): string {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => CODE_BEGINS.test(line) || definitionIn(line, name));
  const defined = lines.findIndex((line) => definitionIn(line, name));
  const end = lines.findIndex((line, index) => index > defined && defined >= 0 && !CODE_GOES_ON.test(line));
  if (begin <= 0 && end < 0) return text;
  return lines.slice(Math.max(0, begin), end < 0 ? lines.length : end).join("\n");
}
