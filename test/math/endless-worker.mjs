import { parentPort } from "node:worker_threads";

/** A thread that never comes back from some answers, and breaks with others. */
parentPort.on("message", ({ answer, targets: [target] }) => {
  if (answer === "endless") for (;;);
  if (answer === "throws") throw new Error("broken inside");
  if (answer === "exits") process.exit(0);
  if (answer === "memory") for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length));
  const same = answer === target;
  parentPort.postMessage({ value: same ? 1 : 0, pass: same, confident: true, reason: same ? "match" : "mismatch" });
});
parentPort.postMessage("ready");
