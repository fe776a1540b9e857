/**
 * Whether a reply ends where the form that a judge is asked for ends: with its JSON, with the tag of the call, or with a
 * label in double brackets. Then nothing is missing, whatever is said of why it ended.
 */
export function isClosed(reply: string, tag: string): boolean {
  const text = reply.trimEnd();
  // JSON is often fenced.
  const end = text.endsWith("```") ? text.slice(0, -3).trimEnd() : text;
  return end.endsWith("}") || end.endsWith("]]") || end.endsWith(`</${tag}>`);
}
