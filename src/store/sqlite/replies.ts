import type { Json } from "../../core/types.ts";
import { encodeJson } from "../encode.ts";
import type { KeptReplies } from "../types.ts";
import type { Connection } from "./connection.ts";

/** Replies in a table of their own. One statement each way, so several processes may read and write them at once. */
export function createReplies(connection: Connection, now: () => Date): KeptReplies {
  const found = connection.prepare("SELECT reply FROM replies WHERE key = ?");
  const kept = connection.prepare(
    "INSERT INTO replies (key, kept_at, reply) VALUES (?, ?, ?) " +
      "ON CONFLICT (key) DO UPDATE SET kept_at = excluded.kept_at, reply = excluded.reply",
  );
  return {
    get: async (key) => {
      const [cell] = found.all([key])[0] ?? [];
      return typeof cell === "string" ? parsed(cell) : null;
    },
    put: async (key, reply) => kept.run([key, now().toISOString(), encodeJson(reply)]),
  };
}

function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A row that another program spoilt: the reply is asked for again, and replaces it.
    return null;
  }
}
