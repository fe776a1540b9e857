import { ConfigError, messageOf } from "../../core/errors.ts";
import { ModelError, type ModelReply } from "../../core/model.ts";
import type { Solver, SolverFunction } from "../../core/solver.ts";
import { openHttp } from "../http.ts";
import { readVariables, type Variables } from "../keys.ts";
import { createTraffic, type TrafficOptions } from "../traffic/traffic.ts";
import type { SolverChoice } from "./choice.ts";
import { commandSolver, findProgram } from "./command.ts";
import { endpointSolver } from "./endpoint.ts";
import { functionSolver } from "./function.ts";
import { headersOf } from "./headers.ts";

export interface OpenSolverOptions {
  /** Where programs run: the folder of the eval file. */
  readonly folder: string;
  /** Where a `.env` file is looked for. */
  readonly workingFolder: string;
  readonly variables: Variables;
  /** Limits and the budget of the run; `concurrency` is how many answers may be under way. */
  readonly traffic: TrafficOptions & { readonly concurrency: number };
  readonly load: LoadSolver;
}

/** The function that a module exports. Rejects with a `ConfigError` where there is none. */
export type LoadSolver = (source: { readonly path: string; readonly exported: string }) => Promise<SolverFunction>;

/**
 * A solver that is ready to be asked, within the limits and the budget of a run. What can be known to be missing is
 * refused with a `ConfigError`; nothing is sent or started yet. Only an address is asked again after a fault that may
 * pass: a function or a program that failed would most likely fail again, and may have done half of its work.
 */
export async function openSolver(choice: SolverChoice, options: OpenSolverOptions): Promise<Solver> {
  const { concurrency } = options.traffic;
  const traffic = createTraffic({
    ...options.traffic,
    // Nobody waits for a program while the time for the answer runs.
    concurrency: choice.kind === "command" ? Math.min(concurrency, choice.processes ?? concurrency) : concurrency,
    timeoutMs: choice.timeoutMs,
    ...(choice.kind === "endpoint" ? {} : { maxRetries: 0 }),
  });
  const opened = await open(choice, options, traffic.learn);
  return {
    id: opened.solver.id,
    solve: (request, signal) => {
      // What is paced is a model; this one knows what it will be asked.
      const once = {
        id: opened.solver.id,
        abilities: { images: true, schema: false, logprobs: false },
        ask: (_: unknown, inner: AbortSignal): Promise<ModelReply> =>
          opened.solver.solve(request, inner).catch((thrown: unknown) => {
            throw ofItsRow(withoutSecrets(thrown, opened.secrets));
          }),
      };
      return traffic.wrap(once).ask({ messages: request.messages ?? [] }, signal);
    },
    reach: async (signal) => opened.solver.reach?.(signal),
    close: () => opened.solver.close(),
  };
}

interface Opened {
  readonly solver: Solver;
  readonly secrets: readonly string[];
}

async function open(
  choice: SolverChoice,
  options: OpenSolverOptions,
  heard: Parameters<typeof endpointSolver>[1]["heard"],
): Promise<Opened> {
  const { folder, variables } = options;
  switch (choice.kind) {
    case "function": {
      if (choice.source === null) {
        throw new ConfigError("values_from_code", `${choice.name} was given in code and is not there`, {
          place: "solver",
        });
      }
      const given = typeof choice.source === "function" ? choice.source : await options.load(choice.source);
      return { solver: functionSolver(choice.name, given), secrets: secretsIn(variables) };
    }
    case "command": {
      await findProgram(choice, { folder, variables });
      return { solver: commandSolver(choice, { folder, variables }), secrets: secretsIn(variables) };
    }
    case "endpoint": {
      const known = await readVariables(options.workingFolder, variables);
      const { headers, secrets } = headersOf(choice, known);
      const http = await openHttp({ variables: known });
      return { solver: endpointSolver(choice, { http, headers, keys: secrets, heard }), secrets };
    }
  }
}

/** What a program or a function sees of the environment it may print; what looks like a key must not be kept. */
function secretsIn(variables: Variables): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && value.length > 7 && /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i.test(name) ? [value] : [],
  );
}

/** An address that finds things may say 404 of one row's thing; only of a model is it said of all rows. */
function ofItsRow(thrown: unknown): unknown {
  return thrown instanceof ModelError && thrown.code === "unknown_model" ? thrown.with({ scope: "call" }) : thrown;
}

function withoutSecrets(thrown: unknown, secrets: readonly string[]): unknown {
  const told = messageOf(thrown);
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, "[key]"), told);
  if (message === told) return thrown;
  // What it comes from may quote them as well.
  return thrown instanceof ModelError ? thrown.with({ message, cause: undefined }) : new Error(message);
}
