/** One measured figure beside what it may be at most or must be at least. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** As the budget says it; null where there is none and the figure is for comparison only. */
  readonly budget: string | null;
  /** Null where there is no budget. */
  readonly met: boolean | null;
}

export function atLeast(what: string, value: number, least: number, unit: string): Figure {
  return { what, measured: `${shown(value)}${unit}`, budget: `>= ${shown(least)}${unit}`, met: value >= least };
}

export function atMost(what: string, value: number, most: number, unit: string): Figure {
  return { what, measured: `${shown(value)}${unit}`, budget: `<= ${shown(most)}${unit}`, met: value <= most };
}

export function noted(what: string, value: number, unit: string): Figure {
  return { what, measured: `${shown(value)}${unit}`, budget: null, met: null };
}

/** Three digits are more than a busy machine can tell apart. */
export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, budget, met }) => {
    const verdict = met === null ? "" : met ? "met" : "**missed**";
    return `| ${what} | ${measured} | ${budget ?? ""} | ${verdict} |`;
  });
  return ["| what | measured | budget | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
