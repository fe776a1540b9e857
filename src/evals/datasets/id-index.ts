/** Finds repeated ids among millions in 8 bytes an id: their hashes are kept, not the ids. */
export interface IdIndex {
  add(id: string): void;
  /** Hashes met more than once, as keys of `hashKey`. Ids with such a hash are repeated, or, rarely, only look it. */
  repeated(): ReadonlySet<string>;
}

export function createIdIndex(): IdIndex {
  let words = new Uint32Array(2 * 1024);
  let length = 0;
  return {
    add: (id) => {
      if (length === words.length) {
        const larger = new Uint32Array(words.length * 2);
        larger.set(words);
        words = larger;
      }
      const [high, low] = hash(id);
      words[length++] = high;
      words[length++] = low;
    },
    repeated: () => {
      // The same memory as 64-bit numbers: a typed array sorts them without making an object of each.
      new BigUint64Array(words.buffer, 0, length / 2).sort();
      const found = new Set<string>();
      for (let at = 2; at < length; at += 2) {
        if (words[at] === words[at - 2] && words[at + 1] === words[at - 1]) {
          found.add(`${words[at]}:${words[at + 1]}`);
        }
      }
      return found;
    },
  };
}

export function hashKey(id: string): string {
  return hash(id).join(":");
}

/** Two lanes of multiply and xor over the UTF-16 units, each finished as MurmurHash3 finishes (Appleby, fmix32). */
function hash(text: string): readonly [high: number, low: number] {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0xcc9e2d51);
    low = (low << 13) | (low >>> 19);
  }
  return [finish(high ^ text.length), finish(low)];
}

function finish(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
