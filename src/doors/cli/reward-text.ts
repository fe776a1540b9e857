import type { RewardTest } from "../../operations/rewards/rewards.ts";
import type { RewardRecord } from "../../store/types.ts";
import { printable, printableAll } from "./printable.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

export function rewardText({ name, version, kind, sha256, exported, origin }: RewardRecord): string {
  const what = exported === "" ? origin : `${exported} of ${origin}`;
  return `${printable(`${name}@${version}`)}  ${kind}  ${sha256.slice(0, 16)}  ${printable(what)}\n`;
}

export function rewardListText(rewards: readonly RewardRecord[], colors: Colors): string {
  if (rewards.length === 0) return "no reward functions yet; add one with: veridic rewards add <name> <source>\n";
  const rows = rewards.map((reward) => [
    `${reward.name}@${reward.version}`,
    reward.kind,
    reward.sha256.slice(0, 16),
    reward.addedAt.replace("T", " ").slice(0, 19),
    reward.exported,
    reward.origin,
  ]);
  const titles = ["reward", "kind", "hash", "added (UTC)", "function", "from"];
  return table(
    titles.map((title) => ({ title })),
    printableAll(rows),
    colors.dim,
  );
}

export function rewardTestText({ version, results }: RewardTest, colors: Colors): string {
  const rows = results.map(({ completion, value, error }) => [
    completion.length > 40 ? `${completion.slice(0, 39)}…` : completion,
    error === undefined
      ? value === null
        ? "does not apply"
        : JSON.stringify(value)
      : `${error.code}: ${error.message}`,
  ]);
  const shown = table([{ title: "completion" }, { title: "reward" }], printableAll(rows), colors.dim);
  return version === null ? shown : `${colors.dim(printable(version))}\n${shown}`;
}
