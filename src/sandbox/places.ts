/** A bounded number of places. `alone` takes all of them, so that nothing else of this sandbox disturbs what runs. */
export interface Places {
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** First come, first served: who wants all places is not overtaken for ever by those who want one. */
export function createPlaces(count: number): Places {
  let free = count;
  const line: { readonly wanted: number; enter(): void }[] = [];
  const admit = () => {
    for (let first = line[0]; first !== undefined && first.wanted <= free; first = line[0]) {
      line.shift();
      free -= first.wanted;
      first.enter();
    }
  };
  const enter = (wanted: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        line.splice(line.indexOf(place), 1);
        reject(signal?.reason);
        admit();
      };
      const place = {
        wanted,
        enter: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      line.push(place);
      admit();
    });
  const within = async <T>(wanted: number, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    await enter(wanted, signal);
    try {
      return await work();
    } finally {
      free += wanted;
      admit();
    }
  };
  return {
    run: (work, signal) => within(1, work, signal),
    alone: (work, signal) => within(count, work, signal),
  };
}
