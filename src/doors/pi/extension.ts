import { addSmokeCommands, addVerifyCommand } from "./commands.ts";
import type { AskPi, Pi } from "./host.ts";
import { verifierTool } from "./tool.ts";

/** Adds the tool and the commands to a running Pi. `root` is the folder of the package, for its examples. */
export function addToPi(pi: Pi, { ask, root }: { readonly ask: AskPi; readonly root: string }): void {
  pi.registerTool(verifierTool(ask));
  addVerifyCommand(pi, ask);
  addSmokeCommands(pi, ask, root);
}
