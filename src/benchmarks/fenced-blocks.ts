/**
 * The contents of the fenced blocks of a text, of back quotes or tildes, in any language or none. A fence that is never
 * closed runs to the end, as in a reply that was cut. Lines lose the indent of their fence. Linear: each line is looked
 * at once.
 */
export function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let open: Fence | null = null;
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const fence = fenceOf(line);
    if (open === null) {
      open = fence;
      continue;
    }
    if (fence !== null && fence.letter === open.letter && fence.length >= open.length && fence.alone) {
      blocks.push(lines.join("\n"));
      open = null;
      lines = [];
    } else {
      lines.push(withoutIndent(line, open.indent));
    }
  }
  if (open !== null) blocks.push(lines.join("\n"));
  return blocks;
}

interface Fence {
  readonly letter: string;
  readonly length: number;
  readonly indent: number;
  /** Nothing behind the fence: only such a one closes. */
  readonly alone: boolean;
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
  return { letter, length, indent: line.length - start.length, alone: rest.trim() === "" };
}

function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && (line[at] === " " || line[at] === "\t")) at++;
  return line.slice(at);
}
