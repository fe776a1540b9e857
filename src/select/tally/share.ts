import { wilsonInterval } from "../../core/stats/wilson.ts";
import type { Share } from "../types.ts";

/** So many of so many, with its interval; nothing of nothing is no share. */
export function shareOf(count: number, of: number): Share {
  return { count, of, value: of === 0 ? null : count / of, ci: wilsonInterval({ successes: count, n: of }) };
}
