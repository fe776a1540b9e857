/** The program that a reply holds, and how it was found. */
export interface FoundProgram {
  readonly text: string;
  /** `block`: the last block that defines the function; `first_block`: none does; `whole`: there is no block. */
  readonly rule: "block" | "first_block" | "whole";
}

/**
 * Takes the program out of a reply: of its fenced blocks the last one that defines the function, for a usage example
 * often stands before or behind the solution; else the first block, else all of it. A fence that is never closed runs to
 * the end, as in a reply that was cut. Linear: each line is looked at once.
 */
export function programOf(reply: string, name: string): FoundProgram {
  const blocks = fencedBlocks(reply.replaceAll("\r\n", "\n"));
  const defines = definitionOf(name);
  const defining = blocks.findLast((block) => block.split("\n").some((line) => defines(line)));
  if (defining !== undefined) return { text: defining, rule: "block" };
  const [first] = blocks;
  return first === undefined ? { text: reply, rule: "whole" } : { text: first, rule: "first_block" };
}

function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let fence: string | null = null;
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const mark = fenceOf(line);
    if (fence === null) {
      if (mark !== null) fence = mark;
    } else if (mark !== null && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) {
      blocks.push(lines.join("\n"));
      fence = null;
      lines = [];
    } else {
      lines.push(line);
    }
  }
  if (fence !== null) blocks.push(lines.join("\n"));
  return blocks;
}

/** The run of back quotes or tildes, three at least, that a line begins with. */
function fenceOf(line: string): string | null {
  const text = line.trimStart();
  const [letter] = text;
  if (letter !== "`" && letter !== "~") return null;
  let length = 0;
  while (text[length] === letter) length++;
  return length >= 3 ? text.slice(0, length) : null;
}

/** Whether a line begins to define a name: `def`, `async def`, `class`, or an assignment. */
function definitionOf(name: string): (line: string) => boolean {
  const openings = [`def ${name}`, `async def ${name}`, `class ${name}`, name];
  return (line) => {
    const text = line.trimStart();
    return openings.some((opening) => {
      if (!text.startsWith(opening)) return false;
      const rest = text.slice(opening.length).trimStart();
      return opening === name ? /^(?:=(?!=)|:)/.test(rest) : /^[(:[]/.test(rest);
    });
  };
}
