/**
 * Servers without a reasoning parser leave the thoughts in the answer, between `<think>` tags at its very beginning.
 * A tag further on is part of what the model says. A block that is not closed was cut: then there is no answer.
 */
export function splitThinkBlock(text: string): { readonly text: string; readonly reasoning: string | null } {
  const open = /^\s*<(think|thinking|reasoning)>/.exec(text);
  if (open === null) return { text, reasoning: null };
  const close = `</${open[1]}>`;
  const end = text.indexOf(close, open[0].length);
  if (end === -1) return { text: "", reasoning: text.slice(open[0].length).trim() };
  return { text: text.slice(end + close.length).trimStart(), reasoning: text.slice(open[0].length, end).trim() };
}
