import type { ReasoningEffort } from "../core/model.ts";

/**
 * Tokens of thinking for models that want a budget instead of a word. The steps are those of Google's own translation
 * of OpenAI's words (ai.google.dev/gemini-api/docs/openai); 1,024 is also the least that Anthropic takes.
 */
const BUDGETS: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
};

export function thinkingBudget(effort: ReasoningEffort): number {
  return BUDGETS[effort];
}
