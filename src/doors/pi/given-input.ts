import { BACKENDS, type BackendName } from "../../select/input/backends.ts";

/** The input of a comparison or an audit as it was given, in either spelling and not read yet. */
export type Input = Readonly<Record<string, unknown>>;

/** A key in whichever spelling it has. One given twice is refused where the input is read. */
export function oneOf(input: Input, camel: string, snake: string): unknown {
  return input[camel] ?? input[snake];
}

/** A wrong mode or none goes by the number of candidates; a wrong one is refused where the input is read. */
export function givenMode(input: Input): "compare" | "audit" {
  const said = typeof input["mode"] === "string" ? input["mode"].trim().toLowerCase() : null;
  if (said === "compare" || said === "audit") return said;
  return Array.isArray(input["candidates"]) && input["candidates"].length === 1 ? "audit" : "compare";
}

export function isMock(input: Input): boolean {
  return input["mock"] === true;
}

/** The judges that an input names; null for none. A list that cannot be read names nobody: its reader refuses it. */
export function givenNames(input: Input): readonly string[] | null {
  const models: unknown = input["models"] ?? input["model"] ?? null;
  if (models === null) return null;
  const names: readonly unknown[] = Array.isArray(models) ? models : [models];
  return names.every((name) => typeof name === "string") ? names : [];
}

/** Whose judges are meant where none are named: as the reader of inputs has it. */
export function givenBackend(input: Input): BackendName {
  const { backend } = input;
  const said = typeof backend === "string" ? backend.trim().toLowerCase() : "";
  const known = Object.keys(BACKENDS).find((name): name is BackendName => name === said);
  if (known !== undefined) return known;
  if (typeof oneOf(input, "calibrationPath", "calibration_path") === "string") return "gemini-python";
  return givenMode(input) === "audit" ? "zai-coding-plan" : "pi-model-ensemble";
}

/** The judges of a backend, and the single strong one that stands in for a panel. */
export function standardJudges(backend: BackendName) {
  const judges: readonly string[] = BACKENDS[backend].models;
  const standIn: readonly string[] = BACKENDS[backend].ensemble ? BACKENDS["zai-coding-plan"].models : [];
  return { judges, standIn };
}
