/**
 * Spearman's rank correlation: Pearson's of the ranks, equal values sharing the mean of theirs. Null for fewer than two
 * pairs, and where one side is constant: then there is no order to agree with.
 */
export function rankCorrelation(pairs: readonly (readonly [x: number, y: number])[]): number | null {
  const xs = ranksOf(pairs.map(([x]) => x));
  const ys = ranksOf(pairs.map(([, y]) => y));
  const mean = (pairs.length + 1) / 2;
  let [both, ofX, ofY] = [0, 0, 0];
  for (const [index, x] of xs.entries()) {
    const y = ys[index] ?? mean;
    both += (x - mean) * (y - mean);
    ofX += (x - mean) ** 2;
    ofY += (y - mean) ** 2;
  }
  return ofX > 0 && ofY > 0 ? Math.min(1, Math.max(-1, both / Math.sqrt(ofX * ofY))) : null;
}

function ranksOf(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let place = from; place < to; place++) ranks[order[place] ?? 0] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}
