import { replyFromJson, replyToJson } from "../../models/recording.ts";
import type { ReplyCache } from "../../models/traffic/cache.ts";
import type { KeptReplies } from "../../store/types.ts";

/** A cache of replies in a store. Models are opened before the store is, so where it keeps them is told later. */
export interface StoredReplyCache extends ReplyCache {
  keepIn(replies: KeptReplies): void;
}

/**
 * What cannot be read, or was kept by a version that wrote replies otherwise, is asked for again. `fresh` asks for
 * everything again and keeps what comes: the way out for a reply that a retry is to replace.
 */
export function createReplyCache({ fresh }: { readonly fresh: boolean }): StoredReplyCache {
  let place: KeptReplies | null = null;
  const kept = (): KeptReplies => {
    if (place === null) throw new Error("a model was asked before the store was opened");
    return place;
  };
  return {
    keepIn: (replies) => {
      place = replies;
    },
    get: async (key) => (fresh ? null : replyFromJson(await kept().get(key))),
    put: (key, reply) => kept().put(key, replyToJson(reply)),
  };
}
