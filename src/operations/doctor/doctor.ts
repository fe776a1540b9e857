import { type Environment, storeLocation } from "../environment.ts";
import type { Check } from "./check.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { sandboxCheck } from "./sandbox-check.ts";
import { storeCheck, storeSpaceCheck } from "./store-checks.ts";

export interface DoctorReport {
  /** Whether everything that veridic needs is there. */
  readonly healthy: boolean;
  readonly checks: readonly Check[];
}

/** What only some evals use, by the module that brings it. */
const OPTIONAL_MODULES: readonly (readonly [module: string, purpose: string])[] = [
  ["yaml", "YAML eval files and data sets"],
  ["papaparse", "CSV data sets"],
  ["hyparquet", "parquet data sets"],
  ["hyparquet-compressors", "packed parquet data sets"],
  ["hyparquet-writer", "export to parquet"],
  ["jiti", "eval files and plug-ins in TypeScript"],
  ["@clack/prompts", "the questions of veridic init"],
];

const REINSTALL = "install veridic again, with its optional dependencies";

/**
 * Looks at what veridic needs and what it can use. Nothing is left behind, no key is read, and no model is called.
 * Never throws: what cannot be looked at is a check that failed.
 */
export async function examine(
  input: { readonly store?: string },
  environment: Environment,
  machine: Machine = thisMachine,
): Promise<DoctorReport> {
  const store = storeLocation(input.store, environment);
  const checks: Check[] = [nodeCheck(machine), platformCheck(machine), await engineCheck(machine)];
  checks.push(await storeCheck(store, environment.folder, machine));
  checks.push(await storeSpaceCheck(store, environment.folder, machine));
  checks.push(await sandboxCheck(machine, environment.variables));
  for (const [module, purpose] of OPTIONAL_MODULES) checks.push(await moduleCheck(module, purpose, machine));
  return { healthy: checks.every((check) => !check.needed || check.state === "ok"), checks };
}

const OLDEST_NODE = [20, 12] as const;

function nodeCheck({ nodeVersion }: Machine): Check {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const recent = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return {
    name: "node",
    state: recent ? "ok" : "problem",
    found: nodeVersion,
    next: recent ? null : `install Node ${OLDEST_NODE.join(".")} or newer`,
    needed: true,
  };
}

/** The platforms for which the SQLite engine is published as a ready binary. */
const PLATFORMS: ReadonlySet<string> = new Set([
  "darwin arm64",
  "darwin x64",
  "linux arm",
  "linux arm64",
  "linux x64",
  "win32 x64",
]);

/** Not needed: whether the engine works is told by loading it, and elsewhere it may have been built by hand. */
function platformCheck({ platform, architecture }: Machine): Check {
  const known = PLATFORMS.has(`${platform} ${architecture}`);
  return {
    name: "platform",
    state: known ? "ok" : "missing",
    found: `${platform} ${architecture}`,
    next: known ? null : "there is no ready-made SQLite engine for this platform; verify works without one",
    needed: false,
  };
}

async function engineCheck(machine: Machine): Promise<Check> {
  const failure = await machine.tryStore(":memory:");
  return {
    name: "SQLite engine",
    state: failure === null ? "ok" : "problem",
    found: failure === null ? "loads and answers" : failure,
    next: failure === null ? null : REINSTALL,
    needed: true,
  };
}

async function moduleCheck(module: string, purpose: string, machine: Machine): Promise<Check> {
  const failure = await machine.tryModule(module);
  return {
    name: module,
    state: failure === null ? "ok" : failure.absent ? "missing" : "problem",
    found: failure === null ? purpose : `${failure.absent ? "is not installed" : failure.message}, for ${purpose}`,
    next: failure === null ? null : REINSTALL,
    needed: false,
  };
}
