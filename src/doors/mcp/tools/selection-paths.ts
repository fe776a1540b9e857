import { ConfigError } from "../../../core/errors.ts";
import { camelCase } from "../../../core/naming.ts";
import { rawInput } from "../../../operations/selection/given.ts";
import type { AllowedPaths } from "../allowed-paths.ts";
import { checkModel } from "../recordings.ts";
import type { SelectionInput } from "./selection-input.ts";

type Map = Readonly<Record<string, unknown>>;

/**
 * Refuses every path of a selection that leads out of the allowed folders: of the call, and of the input file that it
 * names, because a call can have written that file. What has not the form of a path is left to who reads the input.
 */
export async function checkSelectionPaths({ question, flags }: SelectionInput, paths: AllowedPaths): Promise<Map> {
  checkQuestion(question, paths, paths.folder);
  if (typeof flags["output"] === "string") paths.check(flags["output"], "output_path");
  const file = flags["file"];
  if (typeof file !== "string") return {};
  paths.check(file, "file");
  refuseModule(file);
  const { value, folder } = await rawInput({ file }, paths.folder);
  checkQuestion(value, paths, folder);
  return camelKeys(value);
}

function checkQuestion(given: Map, paths: AllowedPaths, from: string): void {
  const question = camelKeys(given);
  const check = (path: unknown, place: string, base = from) => {
    if (typeof path === "string" && path.trim() !== "") paths.check(path, place, base);
  };
  // Where a result goes counts from the working folder, whichever file names it.
  check(question["outputPath"], "output_path", paths.folder);
  check(question["calibrationPath"], "calibration_path");
  check(question["prices"], "prices");
  for (const path of listed(question["evidencePaths"])) check(path, "evidence_paths");
  for (const [index, one] of listed(question["candidates"]).entries()) {
    const candidate = camelKeys(one);
    check(candidate["path"], `candidates[${index}].path`);
    for (const path of listed(candidate["evidencePaths"])) check(path, `candidates[${index}].evidence_paths`);
    for (const test of listed(candidate["checks"])) check(camelKeys(test)["cwd"], `candidates[${index}].checks.cwd`);
  }
  for (const name of [question["model"], ...listed(question["models"])]) checkModel(name, paths);
}

/** To read a module is to run it, and a call is data. */
function refuseModule(file: string): void {
  if (!/\.[cm]?[jt]s$/i.test(file.trim())) return;
  throw new ConfigError("code_refused", "this file is a program", {
    place: "file",
    expected: "JSON or YAML",
    hint: "write what it exports to a file",
  });
}

function camelKeys(value: unknown): Map {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [camelCase(key), item]));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
