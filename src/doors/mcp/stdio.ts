import { once } from "node:events";
import { type Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { collapseSpace, shorten } from "../../core/text.ts";
import type { Environment } from "../../operations/environment.ts";
import { createServer } from "./server.ts";
import type { Settings } from "./tool.ts";

export interface Pipes {
  readonly input: Readable;
  readonly out: (text: string | Uint8Array) => Promise<void>;
  /** For people; `out` belongs to the protocol. */
  readonly note: (text: string) => void;
}

/** Largest message of a client, in bytes: 6 candidates of 40,000 characters with their evidence are 2 MB. */
const LARGEST_MESSAGE = 16 * 1024 * 1024;

/** Serves one client over two pipes until it closes its end, or the process is told to stop. */
export async function serveStdio(
  { input, out, note }: Pipes,
  settings: Settings,
  environment: Environment,
): Promise<void> {
  const { server, settled } = createServer(settings, environment);
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void out(chunk).then(() => done(), done),
  });
  const transport = new StdioServerTransport(input, output, { maxBufferSize: LARGEST_MESSAGE });
  const over = new AbortController();
  server.onclose = () => over.abort();
  server.onerror = (error) => note(`warning: a message could not be used: ${shorten(collapseSpace(error.message))}`);
  const end = () => void server.close();
  // The transport itself does not notice that its client has left.
  input.once("end", end).once("close", end);
  environment.signal.addEventListener("abort", end, { once: true });
  await server.connect(transport);
  if (environment.signal.aborted) end();
  if (!over.signal.aborted) await once(over.signal, "abort");
  await settled();
}
