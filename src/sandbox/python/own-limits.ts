import type { Limits } from "../limits.ts";

/**
 * A limit below what is in use already does not end a process: it would run until its first larger value, and the program
 * would be blamed. So this much must be there at the beginning.
 */
const SPARE_BYTES = 2 * 1024 ** 2;

/**
 * Python that gives its own process its limits, to stand before a program of ours: nothing unread has been loaded by
 * then, and no limit can be raised again. A launcher that sets them would be one more program to start for each process,
 * which is a tenth of what a sandbox costs. A limit that this process has already, and that is lower, stays.
 */
export function ownLimits(limits: Limits): string {
  const { cpuSeconds, fileBytes, openFiles, memoryBytes } = limits;
  const rows = [
    ["CPU", cpuSeconds, cpuSeconds + 1],
    ["FSIZE", fileBytes, fileBytes],
    ["NOFILE", openFiles, openFiles],
    ["CORE", 0, 0],
    // One process: a limit counts for each process by itself, so with two of them the memory would be twice as much.
    ["NPROC", 1, 1],
    ["AS", memoryBytes, memoryBytes],
  ];
  return `
import resource
for _kind, _soft, _hard in (${rows.map(([name, ...pair]) => `(resource.RLIMIT_${name}, ${pair.join(", ")})`).join(", ")}):
    _most = resource.getrlimit(_kind)[1]
    if _most != resource.RLIM_INFINITY:
        _soft, _hard = min(_soft, _most), min(_hard, _most)
    resource.setrlimit(_kind, (_soft, _hard))
bytes(${SPARE_BYTES})
`;
}
