const LETTERS = "ABCDEFGHIJKLMNOPQRST";

/**
 * A judge that sees quality as it is written: `quality 7` in a candidate is the seventh letter from below. It answers in
 * the form that the prompt asks for.
 */
export function honestJudge(prompt: string): string {
  const letters = shownTexts(prompt).map((text) => letterOf(Number(/quality (\d+)/.exec(text)?.[1] ?? 1)));
  return inForm(prompt, letters);
}

/** A judge that prefers the first slot whatever stands there. */
export function firstSlotJudge(prompt: string): string {
  return inForm(prompt, shownTexts(prompt).length > 1 ? ["A", "T"] : ["A"]);
}

/** A reply with these letters, as JSON or in the tags of the prompt. */
export function inForm(prompt: string, letters: readonly string[]): string {
  const [first = "T", second = "T"] = letters;
  if (/Reply with one JSON object/.test(prompt)) {
    return letters.length > 1
      ? JSON.stringify({ evidence_a: ["x", "y", "z"], evidence_b: ["x", "y", "z"], score_a: first, score_b: second })
      : JSON.stringify({ evidence: ["x", "y", "z"], score: first });
  }
  const tags = [...prompt.matchAll(/<(score(?:_[AB])?-[0-9a-f]+)>LETTER/g)].map((match) => match[1] ?? "");
  return tags.map((tag, index) => `<${tag}>${letters[index] ?? "T"}</${tag}>`).join("\n");
}

/** The candidates of a prompt, in the order of the slots. */
export function shownTexts(prompt: string): readonly string[] {
  return [...prompt.matchAll(/<<<BEGIN candidate(?: [AB])? [0-9a-f]+>>>\n([\s\S]*?)\n<<<END candidate/g)].map(
    (match) => match[1] ?? "",
  );
}

function letterOf(quality: number): string {
  return LETTERS[Math.max(0, LETTERS.length - quality)] ?? "T";
}
