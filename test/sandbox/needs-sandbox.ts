import { existsSync } from "node:fs";
import { describe } from "vitest";

/**
 * A suite that runs programs in bubblewrap. Where it is not installed the suite is skipped under a name that says so;
 * with VERIDIC_REQUIRE_ALL=1 it runs, and fails, instead.
 */
export function describeSandbox(name: string, suite: () => void): void {
  const here = existsSync("/usr/bin/bwrap") || process.env["VERIDIC_REQUIRE_ALL"] === "1";
  if (here) describe(name, suite);
  else describe.skip(`${name} (skipped: bubblewrap is not installed)`, suite);
}
