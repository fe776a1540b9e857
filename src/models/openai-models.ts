/**
 * OpenAI's models that reason before they answer: they take `max_completion_tokens` instead of `max_tokens`, and refuse
 * a temperature, stop sequences and log-probabilities. `gpt-5-chat` does not reason.
 */
export function isReasoningModel(model: string): boolean {
  const name = bareName(model);
  return /^(?:o[1-9]|codex)(?:-|$)/.test(name) || (/^gpt-[5-9]/.test(name) && !name.includes("-chat"));
}

/** Models of OpenAI that can be asked through its responses API alone. */
export function needsResponses(model: string): boolean {
  return /(?:-pro|-codex|^codex|deep-research|computer-use)(?:-|$)/.test(bareName(model));
}

/** Without the vendor that OpenRouter and others put in front: `openai/o3`. */
function bareName(model: string): string {
  return model.toLowerCase().slice(model.lastIndexOf("/") + 1);
}
