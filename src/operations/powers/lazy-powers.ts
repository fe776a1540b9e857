import type { ModelRequest } from "../../core/model.ts";
import type { Powers } from "../../core/pipeline.ts";
import type { Sandbox } from "../../core/sandbox.ts";
import type { CallEstimate } from "../../models/call-estimate.ts";
import type { OpenFunctions } from "../../sandbox/functions/open.ts";
import type { SandboxOptions } from "../../sandbox/open.ts";
import { storeLocation } from "../environment.ts";
import type { Rewards } from "../rewards/access.ts";
import type { ModelAccess, ModelAccessOptions } from "./model-access.ts";
import { sandboxChoice } from "./sandbox-choice.ts";

/** What verifiers may reach, and how it is let go of. */
export interface LazyPowers {
  readonly powers: Powers;
  /** Rejects with a `ConfigError` where no connection can be made to the model's address. Asks it nothing. */
  reach: ModelAccess["reach"];
  /** Whether it is known what calls of that model cost: beforehand, or by its replies. */
  priced(id: string): Promise<boolean>;
  /** Models of which a reply told no cost so far, so that a limit of cost could not count it. */
  uncounted(): Promise<readonly string[]>;
  /** What a call of that model would take. Nothing is sent. */
  estimate(id: string, request: ModelRequest): Promise<CallEstimate>;
  /** A solver under the same budget, open until `close`. */
  solver: ModelAccess["solver"];
  close(): Promise<void>;
}

/**
 * Models by name and a sandbox, each loaded when it is first asked for: rules never pay for them, and the library loads
 * nothing. The sandbox is tried once; where it does not work, all who ask get the same `ConfigError`.
 */
export function lazyPowers(
  options: () => ModelAccessOptions,
  sandbox: () => SandboxOptions = () => ({}),
  store?: string,
): LazyPowers {
  let trying: Promise<Sandbox> | undefined;
  let starting: Promise<OpenFunctions> | undefined;
  let rewarding: Promise<Rewards> | undefined;
  const functions = async (): Promise<OpenFunctions> => {
    starting ??= openChosenFunctions(chosen);
    return starting;
  };
  const chosen = (): SandboxOptions => ({ ...sandboxChoice(options().variables), ...sandbox() });
  let opening: Promise<ModelAccess> | undefined;
  const access = (): Promise<ModelAccess> => {
    opening ??= import("./model-access.ts").then(({ openModelAccess }) => openModelAccess(options()));
    return opening;
  };
  return {
    powers: {
      model: async (id, retries) => (await access()).model(id, retries),
      sandbox: async () => {
        trying ??= openChosen(chosen);
        return trying;
      },
      functions,
      reward: async (name) => {
        const { folder, evalFolder = folder, variables } = options();
        rewarding ??= import("../rewards/access.ts").then(({ openRewards }) =>
          openRewards({ folder, evalFolder, variables, functions, store: storeLocation(store, { variables }) }),
        );
        return (await rewarding).reward(name);
      },
    },
    reach: async (id, signal) => (await access()).reach(id, signal),
    priced: async (id) => (await access()).priced(id),
    uncounted: async () => (await opening)?.uncounted ?? [],
    estimate: async (id, request) => (await access()).estimate(id, request),
    solver: async (choice, load) => (await access()).solver(choice, load),
    close: async () => {
      await (await rewarding)?.close();
      // One that did not open has told so already, and has nothing to close.
      await (await starting?.catch(() => undefined))?.close();
      await (await opening)?.close();
    },
  };
}

async function openChosen(options: () => SandboxOptions): Promise<Sandbox> {
  const { openSandbox } = await import("../../sandbox/open.ts");
  return openSandbox(options());
}

async function openChosenFunctions(options: () => SandboxOptions): Promise<OpenFunctions> {
  const { openFunctions } = await import("../../sandbox/functions/open.ts");
  return openFunctions(options());
}

/** Of this process: its environment and its working folder. */
export function processPowers(): Powers {
  return lazyPowers(() => ({ folder: process.cwd(), variables: process.env })).powers;
}
