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
