import type { Usage } from "./types.ts";

export const noUsage: Usage = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
};

/** Both together. A cost that is not known makes the sum not known; nothing asked for has none. */
export function addUsage(a: Usage, b: Usage): Usage {
  const known = a.calls === 0 ? b.costUsd : b.calls === 0 ? a.costUsd : sum(a.costUsd, b.costUsd);
  const cachedReplies = (a.cachedReplies ?? 0) + (b.cachedReplies ?? 0);
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    costUsd: known,
    ...(cachedReplies === 0 ? {} : { cachedReplies }),
  };
}

/** What is to be paid for a reply: its usage, and for one from a cache or a recording nothing. */
export function chargedUsage({ usage, cached }: { readonly usage: Usage; readonly cached: boolean }): Usage {
  return cached ? { ...noUsage, cachedReplies: 1 } : usage;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
