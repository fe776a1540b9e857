import { Command, InvalidArgumentError } from "commander";
import { given, several, withOutput, withStore } from "../options.ts";
import { rewardListText, rewardTestText, rewardText } from "../reward-text.ts";
import { follow, type OutputOptions, printJson } from "../run-operation.ts";
import type { Session } from "../session.ts";

interface StoreOptions extends OutputOptions {
  readonly store?: string;
}

const NAMED = "a name, or name@version";
const SOURCE = "file.py#function, file.ts#function, or an http:// or https:// address";

export function rewardsCommand(session: Session): Command {
  const rewards = new Command("rewards").description("Keeps reward functions by name and version, and tries them.");
  rewards.addHelpText(
    "after",
    `
Examples:
  veridic rewards add brevity ./rewards.py#brevity
  veridic rewards test brevity --completion "Blue." --column label=blue
  veridic rewards list`,
  );
  for (const make of [add, list, show, test, remove]) rewards.addCommand(make(session));
  return rewards;
}

function add(session: Session): Command {
  const command = new Command("add")
    .description("Loads a reward function and keeps a copy of it under a name, as a new version where it changed.")
    .argument("<name>", "the name, in lower case")
    .argument("<source>", SOURCE)
    .option("--key-env <variable>", "the variable that holds the key of an address")
    .option("--header <name=value>", "a header for an address; $NAME as its value is a variable", pairs);
  return withOutput(withStore(command))
    .addHelpText("after", "\nExample:\n  veridic rewards add brevity ./rewards.py#brevity")
    .action(async (name: string, source: string, options: AddOptions) => {
      const { addReward } = await import("../../../operations/rewards/rewards.ts");
      const { terminal } = session;
      const { keyEnv, header: headers, store } = options;
      const input = { name, source, ...given({ keyEnv, headers, store }) };
      const record = await follow(addReward(input, terminal.environment), terminal, options);
      if (options.json) await printJson(rewardJson(record), terminal);
      else await terminal.out(rewardText(record));
    });
}

interface AddOptions extends StoreOptions {
  readonly keyEnv?: string;
  readonly header?: Readonly<Record<string, string>>;
}

function list(session: Session): Command {
  const command = new Command("list").description("The reward functions of the store, with all their versions.");
  return withOutput(withStore(command)).action(async (options: StoreOptions) => {
    const { listRewards } = await import("../../../operations/rewards/rewards.ts");
    const { terminal } = session;
    const found = await follow(listRewards(given({ store: options.store }), terminal.environment), terminal, options);
    if (options.json) await printJson(found.map(rewardJson), terminal);
    else await terminal.out(rewardListText(found, terminal.outColors));
  });
}

function show(session: Session): Command {
  const command = new Command("show").description("The copy that is kept, as text.").argument("<name>", NAMED);
  return withOutput(withStore(command)).action(async (name: string, options: StoreOptions) => {
    const { showReward } = await import("../../../operations/rewards/rewards.ts");
    const { terminal } = session;
    const input = { name, ...given({ store: options.store }) };
    const record = await follow(showReward(input, terminal.environment), terminal, options);
    if (options.json) await printJson({ ...rewardJson(record), source: record.source }, terminal);
    else await terminal.out(`${rewardText(record)}\n${record.source.trimEnd()}\n`);
  });
}

function test(session: Session): Command {
  const command = new Command("test")
    .description("Calls a reward function with completions, as an eval would.")
    .argument("<reward>", `a name, name@version, ${SOURCE}`)
    .requiredOption("--completion <text>", "what a model answered; may be given several times", several)
    .option("--prompt <text>", "what it was asked")
    .option("--column <name=value>", "a field of the row; JSON, or else a text", pairs)
    .option("--time-limit <seconds>", "for one call (default: 10)", seconds);
  return withOutput(withStore(command))
    .addHelpText("after", "\nExits with 3 when every call was an error, else with 0.")
    .action(async (reward: string, options: TestOptions) => {
      const { testReward } = await import("../../../operations/rewards/rewards.ts");
      const { terminal } = session;
      const { completion, prompt, column, timeLimit, store } = options;
      const columns = Object.fromEntries(Object.entries(column ?? {}).map(([name, text]) => [name, jsonOr(text)]));
      const input = { reward, completions: [...completion], columns, ...given({ prompt, timeLimit, store }) };
      const tested = await follow(testReward(input, terminal.environment), terminal, options);
      if (options.json) await printJson(tested, terminal);
      else await terminal.out(rewardTestText(tested, terminal.outColors));
      session.exitCode = tested.results.every(({ error }) => error !== undefined) ? 3 : 0;
    });
}

interface TestOptions extends StoreOptions {
  readonly completion: readonly string[];
  readonly prompt?: string;
  readonly column?: Readonly<Record<string, string>>;
  readonly timeLimit?: number;
}

function remove(session: Session): Command {
  const command = new Command("remove")
    .alias("rm")
    .description("Removes a version, or all versions of a name. Runs keep their scores.")
    .argument("<name>", NAMED);
  return withOutput(withStore(command)).action(async (name: string, options: StoreOptions) => {
    const { removeReward } = await import("../../../operations/rewards/rewards.ts");
    const { terminal } = session;
    const input = { name, ...given({ store: options.store }) };
    const removed = await follow(removeReward(input, terminal.environment), terminal, options);
    if (options.json) await printJson(removed, terminal);
    else if (!options.quiet) terminal.err(`removed ${removed.removed} of ${removed.name}\n`);
  });
}

interface Shown {
  readonly name: string;
  readonly version: number;
  readonly kind: string;
  readonly sha256: string;
  readonly addedAt: string;
  readonly exported: string;
  readonly origin: string;
}

function rewardJson({ name, version, kind, sha256, addedAt, exported, origin }: Shown) {
  return { name, version, kind, sha256, added_at: addedAt, function: exported, origin };
}

function pairs(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("expected name=value.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number > 0) || number > 250)
    throw new InvalidArgumentError("expected seconds, up to 250.");
  return number;
}

/** A number, a list or the like where it is JSON, else the text itself. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so a plain text: `label=blue`.
    return text;
  }
}
