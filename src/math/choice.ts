/** An option of a question as it is quoted: its letter, and what it says. */
export interface Choice {
  readonly label: string;
  readonly body: string;
}

const QUOTED = /^\s*(?:\\(?:textbf|text|mathrm|textrm|mathbf)\s*\{\s*)?\(([A-H])\)\s*\}?(?:\s|~|\\[ ,;:]|[:.])*(?=\S)/;

/** Splits `(B) 15` and `\textbf{(B)}\ 15`; null where nothing follows the letter, or the letter is not in brackets. */
export function choiceOf(text: string): Choice | null {
  const match = QUOTED.exec(text.slice(0, 60));
  if (match?.[1] === undefined) return null;
  const body = text.slice(match[0].length);
  return body.trim() === "" || body.trim() === "$" ? null : { label: match[1], body };
}
