import type { ModelError } from "../core/model.ts";
import { ENOUGH_REFUSALS } from "../models/traffic/refusals.ts";

/**
 * Rows of which it is not known yet whether a refusal was their own. They are errors once their model is heard again; where
 * the run ends because that model refuses everything, they are still to be had. There are few of them: after some refusals
 * in a row a model is heard, or nothing more is sent to it.
 */
export interface HeldRows<Row> {
  hold(model: string, refusal: ModelError, row: Row): void;
  /** The model answered, or failed in another way. */
  heard(model: string, how: "answer" | "failure"): void;
  /** Rows that are errors, each once. */
  released(): readonly Row[];
  /**
   * When there is no more to ask: what ends the run, where a model refused all that it was asked and that was enough to
   * tell; else null, and all rows are released.
   */
  end(): ModelError | null;
}

interface Held<Row> {
  readonly rows: Row[];
  refusal: ModelError;
}

export function createHeldRows<Row>(): HeldRows<Row> {
  const held = new Map<string, Held<Row>>();
  const answered = new Set<string>();
  let free: Row[] = [];
  const release = (model: string): void => {
    const known = held.get(model);
    if (known === undefined) return;
    free.push(...known.rows);
    held.delete(model);
  };
  return {
    hold: (model, refusal, row) => {
      const known = held.get(model);
      if (known === undefined) held.set(model, { rows: [row], refusal });
      else {
        known.rows.push(row);
        known.refusal = refusal;
      }
    },
    heard: (model, how) => {
      if (how === "answer") answered.add(model);
      release(model);
    },
    released: () => {
      if (free.length === 0) return NONE;
      const rows = free;
      free = [];
      return rows;
    },
    end: () => {
      for (const [model, { rows, refusal }] of held) {
        if (answered.has(model) || rows.length < ENOUGH_REFUSALS) release(model);
        else return refusal.of("run", `all ${rows.length} calls of ${model} were refused`);
      }
      return null;
    },
  };
}

const NONE: readonly never[] = [];
