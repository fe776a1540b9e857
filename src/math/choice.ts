/** An option of a question as it is quoted: its letter, and what it says. */
export interface Choice {
  readonly label: string;
  readonly body: string;
}

const QUOTED =
  /^\s*(?:\\(?:textbf|text|mathrm|textrm|mathbf)\s*\{\s*)?(?:\(([A-H])\)|([A-H])(?:\)|\.(?=\s)))\s*\}?(?:\s|~|\\[ ,;:]|[:.])*(?=\S)/;

/** Splits `(B) 15`, `\textbf{(B)}\ 15`, `B) 15` and `B. 15`; null where nothing follows the letter, or no such mark. */
export function choiceOf(text: string): Choice | null {
  const match = QUOTED.exec(text.slice(0, 60));
  const label = match?.[1] ?? match?.[2];
  if (match === null || label === undefined) return null;
  const body = text.slice(match[0].length);
  return body.trim() === "" || body.trim() === "$" ? null : { label, body };
}
