/** Milliseconds for people, in seconds to the tenth. */
export function inSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
