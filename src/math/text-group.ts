/** The content of a group in braces, and where it ends. */
export interface GroupText {
  readonly text: string;
  /** Behind the closing brace. */
  readonly to: number;
}

/**
 * The group in braces that begins at `at`, blanks aside; null where none begins or it never ends. An escaped brace
 * counts as one only where it is matched, as `\{1\}` within a group is.
 */
export function groupAt(text: string, at: number): GroupText | null {
  let from = at;
  while (text[from] === " " || text[from] === "\n") from++;
  if (text[from] !== "{") return null;
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return { text: text.slice(from + 1, index), to: index + 1 };
  }
  return null;
}
