import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Batch, OutputRecord, ScoreRecord, Store } from "../store/types.ts";

/** Writes a batch; resolves when it is committed, rejects with the `StoreError` that kept it from being. */
export type Commit = (batch: Batch) => Promise<void>;

interface Group {
  readonly outputs: OutputRecord[];
  readonly scores: ScoreRecord[];
  readonly committed: Promise<void>;
}

/** Milliseconds between two commits: few beside any call of a model, and many beside a transaction. */
const APART_MS = 2;

/**
 * Commits what comes in one turn of the event loop in one transaction, and soon after a commit what comes in the next
 * milliseconds. Replies of a fast provider come many at a time, and a transaction for each would cost more than reading
 * them. Each caller waits until its own part is committed. `clock` gives milliseconds.
 */
export function groupCommit(store: Pick<Store, "write">, runId: string, clock: () => number): Commit {
  let open: Group | null = null;
  let last = Number.NEGATIVE_INFINITY;
  const begin = (): Group => {
    const outputs: OutputRecord[] = [];
    const scores: ScoreRecord[] = [];
    const wait = Math.ceil(last + APART_MS - clock());
    const committed = (wait > 0 ? sleep(wait) : nextTurn()).then(() => {
      open = null;
      last = clock();
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
