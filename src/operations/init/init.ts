import { rm, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import * as v from "valibot";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { makeFolder } from "../../store/make-folder.ts";
import type { Environment } from "../environment.ts";
import { type AnswerKind, answerKind } from "./answer-kind.ts";
import { evalText } from "./eval-text.ts";
import type { SamplePart } from "./guess-fields.ts";
import { lookAtDataset, valuesOf } from "./look-at-dataset.ts";
import { schemaPlace, slashed } from "./schema-place.ts";
import { starterRows } from "./starter-rows.ts";

export const initInput = v.object({
  /** Where the eval is written; default the working folder. It is made where it is not there. */
  folder: v.optional(v.string()),
  /** A file of the user's own rows, instead of sample rows. */
  dataset: v.optional(v.string()),
  /** Fields of `dataset`, as dotted paths, instead of guesses. */
  inputField: v.optional(v.string()),
  outputField: v.optional(v.string()),
  targetField: v.optional(v.string()),
  /** Whether files that are there are replaced. */
  force: v.optional(v.boolean()),
});

export type InitInput = v.InferInput<typeof initInput>;

/** Where a part of a sample was found in the user's rows. */
export interface FoundField {
  readonly part: SamplePart;
  readonly field: string;
  readonly guessed: boolean;
  readonly others: readonly string[];
}

export interface InitReport {
  /** The files, as paths from the working folder. */
  readonly written: readonly string[];
  /** What was seen in the user's data set; null where sample rows were written. */
  readonly dataset: { readonly path: string; readonly rowsRead: number; readonly fields: readonly FoundField[] } | null;
  /** What the answers look like, by the targets. */
  readonly kind: AnswerKind;
  /** The command to go on with. */
  readonly next: string;
}

/**
 * Writes an eval that runs as it is. Nothing is replaced without `force`, and nothing is left behind where it fails.
 * Throws `ConfigError`.
 */
export async function initEval(given: InitInput, environment: Environment): Promise<InitReport> {
  const input = readOptions({ schema: initInput }, given, "init");
  const folder = resolve(environment.folder, input.folder ?? ".");
  const shown = (name: string) => slashed(relative(environment.folder, join(folder, name)));
  const named = { name: basename(folder) || "eval", schema: schemaPlace(folder) };
  const next = `veridic eval ${shellWord(shown("eval.yaml"))}`;
  if (input.dataset === undefined) {
    const text = evalText({
      ...named,
      dataset: "rows.jsonl",
      kind: "numbers",
      fields: null,
      groupBy: "topic",
      gates: [
        ["answer", ">= 0.5"],
        ["errors", "<= 10%"],
      ],
    });
    const files = { "eval.yaml": text, "rows.jsonl": starterRows };
    await writeFiles(folder, files, shown, input.force ?? false);
    return { written: Object.keys(files).map(shown), dataset: null, kind: "numbers", next };
  }
  const look = await lookAtDataset(input.dataset, environment);
  const fields = chooseFields(look, input);
  const fieldOf = (part: SamplePart) => fields.find((found) => found.part === part)?.field;
  const [output, target] = [required(fieldOf("output"), "output", look), required(fieldOf("target"), "target", look)];
  const kind = answerKind(valuesOf(look.rows, target));
  const text = evalText({
    ...named,
    dataset: datasetPath(resolve(environment.folder, input.dataset), folder),
    kind,
    fields: { input: fieldOf("input") ?? null, output, target, guessed: fields.some((found) => found.guessed) },
    groupBy: null,
    gates: [],
  });
  await writeFiles(folder, { "eval.yaml": text }, shown, input.force ?? false);
  const dataset = { path: input.dataset, rowsRead: look.rows.length, fields };
  return { written: [shown("eval.yaml")], dataset, kind, next };
}

type Look = Awaited<ReturnType<typeof lookAtDataset>>;

const PARTS: readonly SamplePart[] = ["input", "output", "target"];

function chooseFields(look: Look, input: v.InferOutput<typeof initInput>): readonly FoundField[] {
  const said = { input: input.inputField, output: input.outputField, target: input.targetField };
  return PARTS.flatMap((part): readonly FoundField[] => {
    const field = said[part];
    if (field !== undefined) {
      if (valuesOf(look.rows, field).length === 0) {
        throw ConfigError.unknownName("missing_field", "field", field, look.fields, `--${part}-field`);
      }
      return [{ part, field, guessed: false, others: [] }];
    }
    // A field that was named for one part is no guess for another.
    const guess = look.guesses.find((one) => one.part === part);
    const free = guess === undefined ? [] : [guess.field, ...guess.others];
    const [best, ...others] = free.filter((one) => !Object.values(said).includes(one));
    return best === undefined ? [] : [{ part, field: best, guessed: true, others }];
  });
}

function required(field: string | undefined, part: SamplePart, look: Look): string {
  if (field !== undefined) return field;
  const what = part === "output" ? "what the model wrote" : "what is right";
  throw new ConfigError("unclear_fields", `no field of the rows looks like ${what}`, {
    place: look.path,
    expected: `one of ${look.fields.slice(0, 20).join(", ")}`,
    hint: `name it with --${part}-field`,
  });
}

/** Relative, so that the folder can be moved as a whole; another drive has no relative path. */
function datasetPath(full: string, folder: string): string {
  const path = relative(folder, full);
  return slashed(isAbsolute(path) ? full : path);
}

async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  shown: (name: string) => string,
  force: boolean,
): Promise<void> {
  const written: string[] = [];
  // The first folder that had to be made, to be taken away again where a file cannot be written.
  let made: string | undefined;
  try {
    made = await makeFolder(folder);
  } catch (cause) {
    throw new ConfigError("unwritable_folder", `this folder cannot be made: ${messageOf(cause)}`, {
      place: folder,
      cause,
    });
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      // `wx` fails where the file is there: looking first would leave a gap between the look and the writing.
      await writeFile(join(folder, name), text, { flag: force ? "w" : "wx" });
      written.push(join(folder, name));
    }
  } catch (cause) {
    if (!force) for (const path of written) await rm(path, { force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw failure(cause, Object.keys(files).map(shown)[written.length] ?? folder);
  }
}

function failure(cause: unknown, place: string): ConfigError {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return code === "EEXIST"
    ? new ConfigError("file_exists", "this file is there already, and is not replaced", {
        place,
        hint: "--force replaces it, or name another folder",
        cause,
      })
    : new ConfigError("unwritable_file", `this cannot be written: ${messageOf(cause)}`, { place, cause });
}

function shellWord(path: string): string {
  return /^[\w./:@%+-]+$/.test(path) ? path : `"${path.replace(/["$`\\]/g, "\\$&")}"`;
}
