import { ConfigError, describe } from "../../core/errors.ts";
import { shorten } from "../../core/text.ts";
import { readConfigFile } from "../../operations/config/config-file.ts";
import type { Environment } from "../../operations/environment.ts";
import { allowedPaths } from "./allowed-paths.ts";
import type { Pipes } from "./stdio.ts";
import type { Settings } from "./tool.ts";

export interface McpOptions {
  /** Folders below which calls may name files; none means the working folder. */
  readonly roots: readonly string[];
  readonly store: string | null;
  readonly runChecks: boolean;
  /** A file with `deployments`, and `prices` where they are not known. */
  readonly deployments: string | null;
  /** Null for the two pipes. */
  readonly http: { readonly host: string; readonly port: number; readonly token: string | null } | null;
}

export interface McpSurroundings extends Pipes {
  readonly environment: Environment;
}

/** Serves the tools until the client leaves or the process is told to stop. Throws a `ConfigError` for what to mend. */
export async function serveMcp(options: McpOptions, { environment, ...pipes }: McpSurroundings): Promise<void> {
  const { roots, store, runChecks, deployments, http } = options;
  const settings: Settings = {
    paths: allowedPaths(roots, environment.folder),
    store,
    runChecks,
    ...(await endpoints(deployments, environment.folder)),
  };
  if (http === null) {
    const { serveStdio } = await import("./stdio.ts");
    return await serveStdio(pipes, settings, environment);
  }
  const { serveHttp } = await import("./http.ts");
  await serveHttp(http, settings, environment, (url) => pipes.note(`listening at ${url}`));
}

async function endpoints(file: string | null, folder: string): Promise<Pick<Settings, "deployments" | "prices">> {
  if (file === null) return { deployments: undefined, prices: undefined };
  const { value } = await readConfigFile(file, folder);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigError("not_an_object", "deployments cannot be read", {
      place: file,
      expected: "a map with deployments",
      got: describe(value),
    });
  }
  const { deployments, prices }: { readonly deployments?: unknown; readonly prices?: unknown } = value;
  if (deployments === undefined && prices === undefined) {
    throw new ConfigError("no_deployments", "this file has neither deployments nor prices", {
      place: file,
      expected: "a map with deployments",
      got: `a map of ${shorten(Object.keys(value).join(", ") || "nothing")}`,
    });
  }
  return { deployments, prices };
}
