import { ModelError, type ModelReply } from "../../core/model.ts";
import { onAbort } from "./abort.ts";
import { checkNumber } from "./check-number.ts";
import { createWaitingLine } from "./waiting-line.ts";

export interface BudgetOptions {
  /** Requests that may be sent, retries included; null or absent for no limit. */
  readonly maxCalls?: number | null;
  /** US dollars; null or absent for no limit. */
  readonly maxCostUsd?: number | null;
  /** Told once a model whose price is not known: its calls are counted and its cost is not. */
  readonly onUnpriced?: (model: string) => void;
}

export interface Spending {
  readonly calls: number;
  /** Of the calls whose price is known. */
  readonly costUsd: number;
  /** Replies whose price is not known. */
  readonly unpricedCalls: number;
}

/** What may be spent by everything that shares it, models of several providers included. */
export interface Budget {
  readonly spent: Spending;
  /** Throws the `budget` error where nothing more may be sent. */
  check(): void;
  /**
   * Sends one call of that model if there is money for it. While calls under way might use the rest up, it waits for
   * them. `estimateUsd` is what the call costs at most, if that is known.
   */
  run(
    model: string,
    work: () => Promise<ModelReply>,
    signal: AbortSignal,
    estimateUsd?: number | null,
  ): Promise<ModelReply>;
}

interface Price {
  calls: number;
  costUsd: number;
  unpriced: number;
}

interface Waiter {
  readonly model: string;
  readonly estimateUsd: number | null;
  readonly go: (reserved: number) => void;
  readonly refuse: (error: ModelError) => void;
}

/**
 * Calls are counted as they are sent, so their limit is exact. What a call costs is known only when it is over: until
 * then it is taken to cost its estimate, else the mean of that model so far; of a model that has not answered yet, one
 * call goes first alone. So the limit is passed by no more than one call costs beyond what was expected of it, for each
 * call under way.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { maxCalls = null, maxCostUsd = null, onUnpriced } = options;
  if (maxCalls !== null) checkNumber("max_calls", maxCalls, { least: 0, whole: true });
  if (maxCostUsd !== null) checkNumber("max_cost", maxCostUsd, { least: 0, whole: false });
  const prices = new Map<string, Price>();
  const line = createWaitingLine<Waiter>();
  let calls = 0;
  let running = 0;
  let costUsd = 0;
  let reserved = 0;
  let unpricedCalls = 0;

  const refusal = (): ModelError | null => {
    if (maxCalls !== null && calls >= maxCalls) return over(`all ${maxCalls} calls of the budget are made`);
    if (maxCostUsd !== null && costUsd >= maxCostUsd) return tooDear(costUsd, maxCostUsd, unpricedCalls, null);
    return null;
  };
  const expected = ({ model, estimateUsd }: Waiter): number | null => {
    if (estimateUsd !== null) return estimateUsd;
    const price = prices.get(model);
    if (price === undefined) return null;
    if (price.calls > 0) return price.costUsd / price.calls;
    return price.unpriced > 0 ? 0 : null;
  };
  /** What to reserve for the call, an error when it may not be sent, or null when that is not known yet. */
  const decide = (waiter: Waiter): number | ModelError | null => {
    const refused = refusal();
    if (refused !== null) return refused;
    if (maxCostUsd === null) return 0;
    const cost = expected(waiter);
    if (cost === null) return running === 0 ? 0 : null;
    // A sum of many prices is off by a hair.
    if (costUsd + reserved + cost <= maxCostUsd * (1 + 1e-9)) return cost;
    return running === 0 ? tooDear(costUsd, maxCostUsd, unpricedCalls, cost) : null;
  };
  const serve = () => {
    for (let waiter = line.first(); waiter !== undefined; waiter = line.first()) {
      const decision = decide(waiter);
      if (decision === null) return;
      line.serve();
      if (typeof decision !== "number") {
        waiter.refuse(decision);
        continue;
      }
      calls++;
      running++;
      reserved += decision;
      waiter.go(decision);
    }
  };
  const admitted = (model: string, estimateUsd: number | null, signal: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      let forget = () => {};
      const leave = line.join({
        model,
        estimateUsd,
        go: (reserve) => {
          forget();
          resolve(reserve);
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      });
      forget = onAbort(signal, () => {
        leave();
        reject(signal.reason);
        serve();
      });
      serve();
    });
  const charge = (model: string, reply: ModelReply) => {
    // A recorded reply was paid for when it was recorded.
    if (reply.cached) return;
    const price = prices.get(model) ?? { calls: 0, costUsd: 0, unpriced: 0 };
    prices.set(model, price);
    const cost = reply.usage.costUsd;
    if (cost === null) {
      unpricedCalls++;
      price.unpriced++;
      if (price.unpriced === 1) onUnpriced?.(model);
      return;
    }
    costUsd += cost;
    price.calls++;
    price.costUsd += cost;
  };

  return {
    get spent() {
      return { calls, costUsd, unpricedCalls };
    },
    check: () => {
      const refused = refusal();
      if (refused !== null) throw refused;
    },
    run: async (model, work, signal, estimateUsd = null) => {
      signal.throwIfAborted();
      const reserve = await admitted(model, estimateUsd, signal);
      try {
        const reply = await work();
        charge(model, reply);
        return reply;
      } finally {
        running--;
        // Sums of fractions drift; with nothing under way nothing is reserved.
        reserved = running === 0 ? 0 : reserved - reserve;
        serve();
      }
    },
  };
}

function tooDear(spent: number, limit: number, unpriced: number, next: number | null): ModelError {
  const parts = [`${dollars(spent)} of the budget of ${dollars(limit)} are spent`];
  if (next !== null) parts.push(`and the next call may cost ${dollars(next)}`);
  if (unpriced > 0) parts.push(`(not counting ${unpriced} calls whose price is not known)`);
  return over(parts.join(" "));
}

function over(message: string): ModelError {
  return new ModelError("budget", message, { retryable: false });
}

function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(4))}`;
}
