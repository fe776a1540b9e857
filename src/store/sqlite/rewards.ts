import type { Json } from "../../core/types.ts";
import { encodeJson } from "../encode.ts";
import type { KeptRewards, RewardKind, RewardRecord } from "../types.ts";
import type { Connection } from "./connection.ts";
import type { RewardTable } from "./schema.ts";

/**
 * Reward functions in a table of their own. Texts are kept as JSON, as everywhere here. The number of a removed newest
 * version may come again, so who must have a certain function names its hash too.
 */
export function createRewards(connection: Connection, now: () => Date): KeptRewards {
  const { queries } = connection;
  const newest = (name: string): RewardRecord | null => {
    const query = queries
      .selectFrom("rewards")
      .selectAll()
      .where("name", "=", name)
      .orderBy("version", "desc")
      .limit(1);
    const [row] = connection.all(query.compile());
    return row === undefined ? null : fromRow(row);
  };
  return {
    add: async (reward) =>
      // Two processes that add at once must not take the same number.
      connection.transaction(() => {
        const before = newest(reward.name);
        if (before?.sha256 === reward.sha256) return before;
        const record = { ...reward, version: (before?.version ?? 0) + 1, addedAt: now().toISOString() };
        connection.run(queries.insertInto("rewards").values(toRow(record)).compile());
        return record;
      }),
    find: async (name, version) => {
      if (version === undefined) return newest(name);
      const query = queries.selectFrom("rewards").selectAll().where("name", "=", name).where("version", "=", version);
      const [row] = connection.all(query.compile());
      return row === undefined ? null : fromRow(row);
    },
    list: async () => {
      const query = queries.selectFrom("rewards").selectAll().orderBy("name").orderBy("version", "desc");
      return connection.all(query.compile()).map(fromRow);
    },
    remove: async (name, version) =>
      connection.transaction(() => {
        const all = queries.selectFrom("rewards").select("version").where("name", "=", name);
        const found = connection.all(all.compile()).filter((row) => version === undefined || row.version === version);
        for (const row of found) {
          const one = queries.deleteFrom("rewards").where("name", "=", name).where("version", "=", row.version);
          connection.run(one.compile());
        }
        return found.length;
      }),
  };
}

function toRow({ addedAt, source, exported, origin, settings, ...rest }: RewardRecord): RewardTable {
  return {
    ...rest,
    added_at: addedAt,
    source: encodeJson(source),
    exported: encodeJson(exported),
    origin: encodeJson(origin),
    settings: encodeJson(settings),
  };
}

function fromRow({ added_at, kind, source, exported, origin, settings, ...rest }: RewardTable): RewardRecord {
  return {
    ...rest,
    kind: kind as RewardKind,
    addedAt: added_at,
    source: String(JSON.parse(source)),
    exported: String(JSON.parse(exported)),
    origin: String(JSON.parse(origin)),
    settings: JSON.parse(settings) as Json,
  };
}
