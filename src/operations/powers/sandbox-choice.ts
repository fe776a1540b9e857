import { ConfigError } from "../../core/errors.ts";
import type { ContainerChoice } from "../../sandbox/find-container.ts";

const KINDS = ["bubblewrap", "docker", "podman"] as const;

/** The sandbox that the environment names: `VERIDIC_SANDBOX`, and for an engine `VERIDIC_SANDBOX_IMAGE`. */
export function sandboxChoice(variables: Readonly<Record<string, string | undefined>>): ContainerChoice {
  const named = variables["VERIDIC_SANDBOX"];
  const image = variables["VERIDIC_SANDBOX_IMAGE"];
  if (named === undefined || named === "") return {};
  const kind = KINDS.find((known) => known === named);
  if (kind === undefined) throw ConfigError.unknownName("unknown_sandbox", "sandbox", named, KINDS, "VERIDIC_SANDBOX");
  return { kind, image };
}
