import { createRandom } from "../core/random.ts";
import type { ServedRequest } from "./served-request.ts";
import type { ServerFault } from "./server-fault.ts";

export interface FaultStorm {
  readonly seed: number;
  /** Of the requests, in 0..1. */
  readonly share: number;
  /** What happens to them, each as often as the others; default one of every kind. */
  readonly faults?: readonly ServerFault[];
}

/** One of every kind, small enough for tests. A client needs a timeout to survive the hanging ones. */
export const everyFault: readonly ServerFault[] = [
  { kind: "latency", ms: 30 },
  { kind: "rate_limit", waitMs: 20, form: "milliseconds" },
  { kind: "rate_limit", waitMs: 0, form: "seconds" },
  { kind: "rate_limit", waitMs: 0, form: "date" },
  { kind: "rate_limit", waitMs: 20, form: "body" },
  { kind: "rate_limit", waitMs: 0, form: "none" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "status", status: 529 },
  { kind: "reset" },
  { kind: "reset", midway: true },
  { kind: "hang" },
  { kind: "hang", midway: true },
  { kind: "drip", ms: 1, bytes: 100 },
  { kind: "truncated" },
  { kind: "wrong_type" },
  { kind: "empty" },
  { kind: "huge", bytes: 500_000 },
  { kind: "error_in_ok" },
];

/**
 * Faults by seed, for a server's `misbehave`. What happens to a request depends on its prompt and on how often that
 * was asked before, not on the order in which requests arrive, so two runs meet the same faults.
 */
export function faultStorm(storm: FaultStorm): (request: ServedRequest) => ServerFault | null {
  const faults = storm.faults ?? everyFault;
  const asked = new Map<string, number>();
  return ({ prompt }) => {
    const times = asked.get(prompt) ?? 0;
    asked.set(prompt, times + 1);
    const random = createRandom(hash(`${storm.seed} ${times} ${prompt}`));
    if (random.fraction() >= storm.share) return null;
    return faults[random.below(Math.max(1, faults.length))] ?? null;
  };
}

/** FNV-1a, 32 bits. http://www.isthe.com/chongo/tech/comp/fnv */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state >>> 0;
}
