export interface FencedBlock {
  readonly text: string;
  /** Whether a fence ends it. A block that was cut, or that another one begins in, has none. */
  readonly closed: boolean;
}

/**
 * The fenced blocks of a text, of back quotes or tildes, in any language or none. A fence that is never closed runs to
 * the end, as in a reply that was cut. A fence may stand at the end of a line of text. Lines lose the indent of their
 * fence. With `begun` the text begins within a block. Linear: each line is looked at once.
 */
export function fencedBlocks(text: string, { begun = false } = {}): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: Fence | null = begun ? { letter: "`", length: 3, indent: 0, bare: true, before: "" } : null;
  let lines: string[] = [];
  const end = (closed: boolean): void => {
    blocks.push({ text: lines.join("\n"), closed });
    lines = [];
  };
  for (const line of text.split("\n")) {
    const fence = fenceOf(line) ?? fenceBehindText(line);
    if (open === null) {
      open = fence;
    } else if (fence !== null && closes(fence, open)) {
      if (fence.before !== "") lines.push(withoutIndent(fence.before, open.indent));
      end(true);
      open = null;
    } else if (fence !== null && opensAnother(fence, open)) {
      end(false);
      open = fence;
    } else {
      lines.push(withoutIndent(line, open.indent));
    }
  }
  if (open !== null) end(false);
  return blocks;
}

interface Fence {
  readonly letter: string;
  readonly length: number;
  readonly indent: number;
  /** Nothing behind the fence: only such a one closes. */
  readonly bare: boolean;
  /** The text on its line before it. */
  readonly before: string;
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.letter === open.letter && fence.length >= open.length && fence.bare;
}

/**
 * A fence with a language never closes, so where one stands no deeper than the open fence, that one was no opening, or
 * its end was forgotten. A deeper one belongs to a docstring.
 */
function opensAnother(fence: Fence, open: Fence): boolean {
  const alike = fence.letter === open.letter && fence.length >= open.length;
  return alike && !fence.bare && fence.before === "" && fence.indent <= open.indent;
}

function fenceOf(line: string): Fence | null {
  const start = line.trimStart();
  const letter = start.charAt(0);
  if (letter !== "`" && letter !== "~") return null;
  let length = 0;
  while (start[length] === letter) length++;
  if (length < 3) return null;
  const rest = start.slice(length);
  // Three back quotes in the middle of a sentence are a code span, which ends on its line.
  if (letter === "`" && rest.includes("`")) return null;
  return { letter, length, indent: line.length - start.length, bare: rest.trim() === "", before: "" };
}

/** "Here it is: ```python", and "return 1```". An even number of them are code spans. */
function fenceBehindText(line: string): Fence | null {
  if (!line.includes("```")) return null;
  const runs = [...line.matchAll(/`{3,}/g)];
  const last = runs.at(-1);
  if (last === undefined || runs.length % 2 === 0) return null;
  const [{ length }] = last;
  const language = line.slice(last.index + length).trim();
  if (!/^[\w+.#-]{0,40}$/.test(language)) return null;
  const indent = line.length - line.trimStart().length;
  return { letter: "`", length, indent, bare: language === "", before: line.slice(0, last.index) };
}

function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && (line[at] === " " || line[at] === "\t")) at++;
  return line.slice(at);
}
