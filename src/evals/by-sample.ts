import type { StoredSample } from "../store/types.ts";

/** The epochs of each sample together, in the order of the rows. */
export async function* bySample(
  stored: AsyncIterable<StoredSample>,
): AsyncGenerator<readonly StoredSample[], void, void> {
  let sample: StoredSample[] = [];
  for await (const epoch of stored) {
    const [first] = sample;
    if (first !== undefined && first.index !== epoch.index) {
      yield sample;
      sample = [];
    }
    sample.push(epoch);
  }
  if (sample.length > 0) yield sample;
}
