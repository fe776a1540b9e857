import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startPiped } from "./program.ts";

const ROWS = 1_000_000;
/** Every so many lines one that cannot be read. */
const BAD = 100_003;

test(`verify streams ${ROWS} lines of stdin in order and in flat memory, with bad lines among them`, async () => {
  const child = startPiped(["verify", "--extractors", "number", "--verifier", "numeric", "--input", "-", "-q"]);
  const written = (async () => {
    for (let from = 1; from <= ROWS; from += 1_000) {
      let text = "";
      for (let line = from; line < from + 1_000; line++) {
        text +=
          line % BAD === 0
            ? `{"id": ${line}, oops\n`
            : `{"id":"${line}","prediction":"so it is ${line}","target":${line}}\n`;
      }
      if (!child.stdin.write(text)) await once(child.stdin, "drain");
    }
    child.stdin.end();
  })();
  let line = 0;
  let early = 0;
  const faults: string[] = [];
  for await (const text of createInterface(child.stdout)) {
    line++;
    const { id, line: told, is_correct: right, metadata } = JSON.parse(text);
    const expected = line % BAD === 0 ? [undefined, line, false, "bad_row"] : [String(line), line, true, undefined];
    const got = [id, told, right, metadata.error?.code];
    if (faults.length < 5 && got.join() !== expected.join()) faults.push(text);
    if (line === ROWS / 5) early = highestMemory(child.pid);
    if (line === ROWS - 1_000 && early !== 0) {
      const late = highestMemory(child.pid);
      expect(late).toBeLessThan(300);
      expect(late - early).toBeLessThan(60);
    }
  }
  await written;
  expect(faults).toEqual([]);
  expect(line).toBe(ROWS);
});

/** The most memory that a process has had so far, in MB; 0 where the system does not tell. */
function highestMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    // Only Linux tells; elsewhere the order and the bad lines are still looked at.
    return 0;
  }
}
