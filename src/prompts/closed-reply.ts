/**
 * Whether a reply ends where the form that a judge is asked for ends: with its JSON, also in a fence, or with one of the
 * endings. Then nothing is missing, whatever is said of why it ended. Letter case does not matter.
 */
export function isClosed(reply: string, endings: readonly string[]): boolean {
  const text = reply.trimEnd();
  const end = text.endsWith("```") ? text.slice(0, -3).trimEnd() : text;
  return ["}", ...endings].some((ending) => end.slice(-ending.length).toLowerCase() === ending.toLowerCase());
}
