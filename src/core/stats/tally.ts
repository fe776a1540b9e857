/** Distinct values up to here are counted; a scorer has few. Further ones are kept as plain numbers, 8 bytes each. */
const countedValues = 4_096;

/** Squares of larger values, summed over many rows, would overflow. */
const largestValue = 1e150;

/** Distinct values in ascending order, and how often each was seen. */
export interface Counts {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/**
 * Values as counts. Everything read from it depends on which values were added and never on their order, so a run that
 * was resumed ends in the same bytes. Memory is flat: a million rows of one scorer take a few counts, or 8 MB where
 * all values differ.
 */
export class Tally {
  readonly #counts = new Map<number, number>();
  #others = new Float64Array(0);
  #othersLength = 0;
  #size = 0;

  static of(values: Iterable<number>): Tally {
    const tally = new Tally();
    for (const value of values) tally.add(value);
    return tally;
  }

  /** How many values were added. */
  get size(): number {
    return this.#size;
  }

  /** Throws a `RangeError` for what no statistic can be made of: NaN, an infinity, a magnitude above 1e150. */
  add(value: number): void {
    if (!(Math.abs(value) <= largestValue)) {
      throw new RangeError(`expected a finite number of magnitude at most 1e150, got ${value}`);
    }
    this.#size++;
    const count = this.#counts.get(value);
    if (count !== undefined) this.#counts.set(value, count + 1);
    else if (this.#counts.size < countedValues) this.#counts.set(value, 1);
    else this.#keep(value);
  }

  sorted(): Counts {
    const counted = Float64Array.from(this.#counts.keys()).sort();
    // Which values came too late to be counted depends on the order of arrival, so the two are merged.
    const others = this.#others.slice(0, this.#othersLength).sort();
    const values = new Float64Array(counted.length + others.length);
    const counts = new Float64Array(values.length);
    let length = 0;
    let fromCounted = 0;
    let fromOthers = 0;
    while (fromCounted < counted.length || fromOthers < others.length) {
      const left = counted[fromCounted] ?? Number.POSITIVE_INFINITY;
      const right = others[fromOthers] ?? Number.POSITIVE_INFINITY;
      const value = Math.min(left, right);
      let count = 0;
      if (left < right) {
        count = this.#counts.get(left) ?? 0;
        fromCounted++;
      } else {
        for (; others[fromOthers] === value; fromOthers++) count++;
      }
      values[length] = value;
      counts[length] = count;
      length++;
    }
    return { values: values.subarray(0, length), counts: counts.subarray(0, length) };
  }

  #keep(value: number): void {
    if (this.#othersLength === this.#others.length) {
      const larger = new Float64Array(Math.max(countedValues, this.#others.length * 2));
      larger.set(this.#others);
      this.#others = larger;
    }
    this.#others[this.#othersLength++] = value + 0;
  }
}
