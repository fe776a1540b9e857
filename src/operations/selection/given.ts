import * as v from "valibot";
import { ConfigError, describe } from "../../core/errors.ts";
import { readModelName } from "../../models/names.ts";
import { readSelection } from "../../select/input/read-selection.ts";
import type { SelectionRequest } from "../../select/input/request.ts";
import { readConfigFile } from "../config/config-file.ts";
import { readText } from "./text-file.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const weights = v.optional(v.record(v.string(), v.pipe(v.number(), v.minValue(0))));

/** What compare and audit take beside the input itself. */
export const commonOptions = {
  /** A JSON or YAML file with the input; or `input`, what such a file holds. */
  file: v.optional(v.string()),
  input: v.optional(v.record(v.string(), v.unknown())),
  output: v.optional(v.string()),
  store: v.optional(v.string()),
  profile: v.optional(v.picklist(["default", "reference", "runner"])),
  concurrency: v.optional(count),
  maxCalls: v.optional(count),
  maxCost: v.optional(v.pipe(v.number(), v.minValue(0))),
  runChecks: v.optional(v.boolean()),
  /** A file with the weights of the judges. */
  calibration: v.optional(v.string()),
  manipulationPenalty: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** All repetitions, whatever the votes say. */
  fixed: v.optional(v.boolean()),
  /** With `from`: other weights, by judge and by id of the criterion. */
  modelWeights: weights,
  criterionWeights: weights,
  /** A run to go on with, or one whose votes are tallied again. */
  resume: v.optional(v.string()),
  from: v.optional(v.string()),
};

/** An input that was read, with what belongs to the doing and not to the question. */
export interface GivenSelection {
  readonly request: SelectionRequest;
  readonly deployments: unknown;
  readonly prices: unknown;
  /** A file with the weights of the judges, and where that path counts from; null for none. */
  readonly calibration: { readonly path: string; readonly folder: string } | null;
  /** Where its paths count from. */
  readonly folder: string;
}

/** Keys of an input file that are no part of the question. */
const APART: ReadonlySet<string> = new Set(["deployments", "prices", "calibration_path", "calibrationPath"]);

/** The input as it was given, not read yet: the content of the file, with the flags of the command over it. */
export interface RawInput {
  readonly value: Readonly<Record<string, unknown>>;
  readonly folder: string;
  /** For errors. */
  readonly place: string;
}

export async function rawInput(
  {
    file,
    input,
  }: { readonly file?: string | undefined; readonly input?: Readonly<Record<string, unknown>> | undefined },
  folder: string,
): Promise<RawInput> {
  if (file === undefined) return { value: input ?? {}, folder, place: "input" };
  const read = await readConfigFile(file, folder);
  if (typeof read.value !== "object" || read.value === null || Array.isArray(read.value)) {
    throw new ConfigError("not_an_object", "this input cannot be read", {
      place: file,
      expected: "a map with task, criteria and candidates",
      got: describe(read.value),
    });
  }
  return {
    value: withFlags(read.value as Readonly<Record<string, unknown>>, input ?? {}),
    folder: read.folder,
    place: file,
  };
}

/** Flags win over the file, in whichever spelling it has them. */
function withFlags(
  value: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const plain = (key: string) => key.replaceAll("_", "").toLowerCase();
  const over = new Set(Object.keys(flags).map(plain));
  // One judge in the file gives way to several on the command line, and the reverse.
  if (over.has("models")) over.add("model");
  return { ...Object.fromEntries(Object.entries(value).filter(([key]) => !over.has(plain(key)))), ...flags };
}

export async function readGiven(
  raw: RawInput,
  mode: "compare" | "audit",
  workingFolder: string,
  {
    allowMany = false,
    calibration,
  }: { readonly allowMany?: boolean | undefined; readonly calibration?: string | undefined },
): Promise<GivenSelection> {
  const { folder, place } = raw;
  const question = Object.fromEntries(Object.entries(raw.value).filter(([key]) => !APART.has(key)));
  const request = await readSelection(question, {
    readFile: (path, maxBytes, at) => readText(path, maxBytes, { folder, place: at }),
    modelId: (name, at) => readModelName(name, at).id,
    mode,
    allowMany,
    place,
  });
  return {
    request,
    deployments: raw.value["deployments"],
    prices: raw.value["prices"],
    calibration: calibration === undefined ? calibrationIn(raw) : { path: calibration, folder: workingFolder },
    folder,
  };
}

function calibrationIn({ value, folder, place }: RawInput): GivenSelection["calibration"] {
  const path = value["calibration_path"] ?? value["calibrationPath"] ?? null;
  if (path === null) return null;
  if (typeof path === "string" && path.trim() !== "") return { path: path.trim().replace(/^@/, ""), folder };
  throw new ConfigError("wrong_type", "has a wrong value", {
    place: `${place}.calibration_path`,
    expected: "a path",
    got: describe(path),
  });
}
