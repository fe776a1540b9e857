import { setImmediate as nextTurn } from "node:timers/promises";
import type { Batch, OutputRecord, ScoreRecord, Store } from "../store/types.ts";

/** Writes a batch; resolves when it is committed, rejects with the `StoreError` that kept it from being. */
export type Commit = (batch: Batch) => Promise<void>;

interface Group {
  readonly outputs: OutputRecord[];
  readonly scores: ScoreRecord[];
  readonly committed: Promise<void>;
}

/**
 * Commits what comes in one turn of the event loop in one transaction. Replies of a fast provider come many at a time,
 * and a transaction for each would cost more than reading them. Nobody waits longer than until the turn is over, and
 * each caller still waits until its own part is committed.
 */
export function groupCommit(store: Pick<Store, "write">, runId: string): Commit {
  let open: Group | null = null;
  const begin = (): Group => {
    const outputs: OutputRecord[] = [];
    const scores: ScoreRecord[] = [];
    const committed = nextTurn().then(() => {
      open = null;
      return store.write(runId, { outputs, scores });
    });
    return { outputs, scores, committed };
  };
  return ({ outputs = [], scores = [] }) => {
    open ??= begin();
    open.outputs.push(...outputs);
    open.scores.push(...scores);
    return open.committed;
  };
}
