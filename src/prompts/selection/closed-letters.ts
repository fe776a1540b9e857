/**
 * Whether a reply ends where the form that a judge is asked for ends: with its JSON, or with one of the tags of this call.
 * Then nothing is missing, whatever is said of why it ended.
 */
export function endsClosed(reply: string, tags: readonly string[]): boolean {
  const text = reply.trimEnd();
  // JSON is often fenced.
  const end = text.endsWith("```") ? text.slice(0, -3).trimEnd() : text;
  if (end.endsWith("}")) return true;
  return tags.some((tag) => end.slice(-tag.length - 3).toLowerCase() === `</${tag}>`.toLowerCase());
}
