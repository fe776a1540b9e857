import type { CallEstimate } from "../../models/call-estimate.ts";

/** Calls that are still to be made, added up; snake_case on the wire. */
export interface CallTotal {
  readonly calls: number;
  /** About; null where nobody knows what is sent. */
  readonly inputTokens: number | null;
  /** The most that answers may have; null where a call sets no limit. */
  readonly outputTokens: number | null;
  /** US dollars for the input alone; null where a price is not known. */
  readonly lowUsd: number | null;
  /** US dollars where every answer uses its limit up; null where a limit or a price is not known. */
  readonly highUsd: number | null;
}

/** A call to a solver: what it does with it nobody knows. */
export const UNKNOWN_CALL = { inputTokens: null, outputTokens: null, lowUsd: null, highUsd: null } as const;

/** Adds up calls. One part that is not known makes its sum not known. */
export function createCallTotal(): {
  add(call: CallEstimate | typeof UNKNOWN_CALL): void;
  addTotal(total: CallTotal): void;
  finish(): CallTotal;
} {
  let calls = 0;
  let inputTokens: number | null = 0;
  let outputTokens: number | null = 0;
  let lowUsd: number | null = 0;
  let highUsd: number | null = 0;
  const addTotal = (more: CallTotal): void => {
    calls += more.calls;
    inputTokens = sum(inputTokens, more.inputTokens);
    outputTokens = sum(outputTokens, more.outputTokens);
    lowUsd = sum(lowUsd, more.lowUsd);
    highUsd = sum(highUsd, more.highUsd);
  };
  return {
    add: (call) => addTotal({ ...call, calls: 1 }),
    addTotal,
    finish: () => ({ calls, inputTokens, outputTokens, lowUsd, highUsd }),
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
