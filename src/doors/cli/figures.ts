/** A figure of statistics for people; a dash for what is not known. */
export function figure(value: number | null): string {
  return value === null ? "–" : value.toFixed(4);
}

export function signed(value: number | null): string {
  return value === null ? "–" : `${value > 0 ? "+" : ""}${value.toFixed(4)}`;
}

export function interval(ci: { readonly low: number; readonly high: number } | null): string {
  return ci === null ? "–" : `${figure(ci.low)} to ${figure(ci.high)}`;
}

/** US dollars in four decimals; what is less than one of them has two digits that count, as it is not nothing. */
export function dollars(amount: number | null): string {
  if (amount === null) return "–";
  const decimals = amount > 0 && amount < 0.001 ? 1 - Math.floor(Math.log10(amount)) : 4;
  return `$${amount.toFixed(Math.min(20, decimals))}`;
}
