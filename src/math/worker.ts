import { parentPort, workerData } from "node:worker_threads";
import { type CheckOptions, newCheck, type Question } from "./check.ts";

/** The entry of a worker thread: a question in, a score out, one after the other. `ready` comes before any of them. */

const check = newCheck(workerData as CheckOptions);
parentPort?.on("message", (question: Question) => parentPort?.postMessage(check(question)));
parentPort?.postMessage("ready");
