import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Processes on this machine that a sandbox of this test started and that are still there, by what they run. */
export async function sandboxProcesses(): Promise<readonly string[]> {
  const found = look();
  if (found.length === 0) return found;
  // The kernel takes a moment to clear away what it has killed.
  await wait(200);
  return look();
}

function look(): readonly string[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      if (!command.includes("import marshal, posix, sys")) return [];
      return isOurs(Number(name)) ? [`${name}: ${command.slice(0, 80)}`] : [];
    } catch {
      // It ended while it was looked at.
      return [];
    }
  });
}

/** Started by this process, or left without a parent; other runs on the same machine have theirs. */
function isOurs(id: number): boolean {
  for (let process_ = id; ; ) {
    if (process_ === process.pid || process_ === 1) return true;
    const status = readFileSync(`/proc/${process_}/status`, "utf8");
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    const command = readFileSync(`/proc/${parent || 1}/comm`, "utf8").trim();
    if (parent !== process.pid && command.startsWith("node")) return false;
    if (parent === 0) return true;
    process_ = parent;
  }
}
