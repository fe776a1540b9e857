import { randomUUID } from "node:crypto";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ClientServer } from "./server.ts";

export interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly client: ClientServer;
}

/** The clients of a server over HTTP. A cancellation comes in a request of its own, so a client keeps its server. */
export interface Sessions {
  find(id: string): Session | null;
  /** A session that is kept once its client has introduced itself; null where there is no room for one more. */
  begin(): Promise<Session | null>;
  close(): Promise<void>;
}

/** Clients that leave without a word stay; each holds some 100 kB. */
const MOST_SESSIONS = 100;

export interface SessionOptions {
  readonly create: () => ClientServer;
  /** Bytes of one message. */
  readonly largest: number;
  readonly most?: number;
}

export function createSessions({ create, largest, most = MOST_SESSIONS }: SessionOptions): Sessions {
  // In the order of their last use: the first is the one that may go.
  const kept = new Map<string, Session>();
  /** Those that have not introduced themselves count too: many may come at once. */
  const open = new Set<ClientServer>();

  async function makeRoom(): Promise<boolean> {
    if (open.size < most) return true;
    const idle = [...kept].find(([, { client }]) => !client.busy);
    if (idle === undefined) return false;
    kept.delete(idle[0]);
    await idle[1].client.server.close();
    return true;
  }

  return {
    find(id) {
      const session = kept.get(id);
      if (session === undefined) return null;
      kept.delete(id);
      kept.set(id, session);
      return session;
    },
    async begin() {
      if (!(await makeRoom())) return null;
      const client = create();
      open.add(client);
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void kept.set(id, { transport, client }),
        maxRequestBodySize: largest,
      });
      client.server.onclose = () => {
        open.delete(client);
        kept.delete(transport.sessionId ?? "");
      };
      // Its optional members are getters, which the exact type of a transport does not foresee.
      await client.server.connect(transport as Transport);
      return { transport, client };
    },
    async close() {
      const all = [...kept.values()];
      for (const { client } of all) await client.server.close();
      for (const { client } of all) await client.settled();
    },
  };
}
