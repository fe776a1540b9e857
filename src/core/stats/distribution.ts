import { Clusters } from "./clusters.ts";
import type { Scale } from "./constant.ts";
import type { Interval } from "./interval.ts";
import { meanInterval, type Precision, precisionOf } from "./mean-interval.ts";
import { type Statistics, statisticsOf } from "./statistics.ts";
import { Tally } from "./tally.ts";

/** Values with the clusters they belong to. Like a tally it forgets the order in which they came. */
export class Distribution {
  readonly #tally = new Tally();
  readonly #clusters: Clusters | null;
  #binary = true;

  constructor({ clustered }: { readonly clustered: boolean }) {
    this.#clusters = clustered ? new Clusters() : null;
  }

  get size(): number {
    return this.#tally.size;
  }

  /** Throws a `RangeError` for NaN and infinities. A row without a cluster stands alone. */
  add(value: number, cluster: string | null): void {
    this.#tally.add(value);
    this.#clusters?.add(value, cluster);
    if (value !== 0 && value !== 1) this.#binary = false;
  }

  statistics(): Statistics {
    return statisticsOf(this.#tally);
  }

  precision(statistics: Statistics = this.statistics()): Precision | null {
    return precisionOf(statistics, this.#clusters);
  }

  /** The interval of the mean; `meanInterval` says by which rule. */
  interval(given: {
    readonly scale: Scale;
    readonly level: number;
    readonly statistics?: Statistics;
  }): Interval | null {
    const { scale, level, statistics = this.statistics() } = given;
    // Wilson's interval is for a share, and differences that happen to be 0 and 1 are none.
    const binary = this.#binary && scale.lowest === 0 && scale.highest === 1;
    return meanInterval({ statistics, binary, clusters: this.#clusters, scale, level });
  }
}
