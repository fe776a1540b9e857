/** A process of its own for tests: `<command> <path> [first] [batches] [rows]`. Run through jiti; it reports in lines. */
import { createRequire } from "node:module";
import { ConfigError } from "../../../src/core/errors.ts";
import { openStore } from "../../../src/store/open.ts";
import { aBatch, aRun } from "../records.ts";

const [command = "", path = "", first = "0", batches = "1", rows = "1"] = process.argv.slice(2);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Whether the engine has been loaded into this process. */
function engineLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("libsql"));
}

/** Opens the store and says how that went. */
async function open(): Promise<void> {
  say(engineLoaded() ? "loaded" : "not loaded");
  try {
    const store = await openStore(path);
    say(engineLoaded() ? "loaded" : "not loaded");
    await store.close();
    say("closed");
  } catch (thrown) {
    say(thrown instanceof ConfigError ? `ConfigError ${thrown.code}` : `${thrown}`);
  }
}

/** Writes batches into the run `shared`, and says the number of each when it is committed. */
async function write(): Promise<void> {
  const store = await openStore(path);
  await store.createRun(aRun("shared")).catch((thrown: unknown) => {
    if (!(thrown instanceof ConfigError && thrown.code === "run_exists")) throw thrown;
  });
  for (let batch = Number(first); batch < Number(batches); batch++) {
    await store.write("shared", aBatch(Number(rows), batch * Number(rows)));
    say(`${batch}`);
  }
  await store.close();
}

/** Keeps replies, and says the number of each when it is committed. */
async function keep(): Promise<void> {
  const store = await openStore(path);
  for (let reply = Number(first); reply < Number(batches); reply++) {
    await store.replies.put(`${reply}`, { text: `reply ${reply}` });
    say(`${reply}`);
  }
  await store.close();
}

const commands: Readonly<Record<string, () => Promise<void>>> = { open, write, keep };
await commands[command]?.();
