import { isPromise } from "./boundary.ts";

export interface PoolOptions {
  /** Results in the order of the source (default), or as they finish. */
  readonly ordered?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` on each item with at most `limit` under way, and yields the results. Memory is bounded by `limit`: the
 * source is read only as fast as results are taken. Work that is not asynchronous is passed on without a promise.
 * The first failure of `work` or of the source ends the pool.
 */
export async function* pool<T, R>(
  source: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => R | Promise<R>,
  options: PoolOptions = {},
): AsyncGenerator<R, void, void> {
  const { ordered = true, signal } = options;
  const running = new Map<number, Promise<readonly [number, R]>>();
  let next = 0;
  let oldest = 0;

  const take = async (): Promise<R> => {
    const waiting = ordered ? running.get(oldest) : Promise.race(running.values());
    if (waiting === undefined) throw new Error("the pool lost an item");
    const [index, result] = await waiting;
    running.delete(index);
    oldest = index + 1;
    return result;
  };

  for await (const item of source) {
    signal?.throwIfAborted();
    const result = work(item);
    if (!isPromise(result) && running.size === 0) {
      yield result;
      continue;
    }
    const index = next++;
    if (running.size === 0) oldest = index;
    const promise = Promise.resolve(result).then((value) => [index, value] as const);
    // A failure is seen when its turn comes; until then it must not count as unhandled.
    promise.catch(() => {});
    running.set(index, promise);
    while (running.size >= limit) yield await take();
  }
  while (running.size > 0) yield await take();
}
