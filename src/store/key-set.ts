import type { KeySet, SampleKey } from "./types.ts";

const BLOCK_BITS = 65_536;

/** A set of samples that grows: bitmaps of 8 kB for 65,536 indexes each, made where a sample falls into them. */
export interface GrowingKeySet extends KeySet {
  add(key: SampleKey): void;
}

export function createKeySet(): GrowingKeySet {
  const epochs = new Map<number, Map<number, Uint32Array>>();
  let size = 0;
  const bitsOf = ({ index, epoch }: SampleKey): Uint32Array => {
    const blocks = epochs.get(epoch) ?? new Map<number, Uint32Array>();
    epochs.set(epoch, blocks);
    const block = Math.floor(index / BLOCK_BITS);
    const words = blocks.get(block) ?? new Uint32Array(BLOCK_BITS / 32);
    blocks.set(block, words);
    return words;
  };
  return {
    get size() {
      return size;
    },
    has({ index, epoch }) {
      const words = epochs.get(epoch)?.get(Math.floor(index / BLOCK_BITS));
      const bit = index % BLOCK_BITS;
      return words !== undefined && ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    },
    add(key) {
      const words = bitsOf(key);
      const bit = key.index % BLOCK_BITS;
      const word = words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) === 0) size++;
      words[bit >>> 5] = word | mask;
    },
  };
}
