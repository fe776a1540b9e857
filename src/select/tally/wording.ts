/** Figures as people read them. */

export function percent(share: number | null): string {
  return share === null ? "none" : `${Math.round(share * 100)} %`;
}

export function score(value: number | null): string {
  return value === null ? "none" : value.toFixed(2);
}

/** `1 look`, `2 looks`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
