import type { Json } from "../../core/types.ts";
import type { Environment } from "../environment.ts";
import { failureDocument } from "./artefact.ts";
import { rawInput } from "./given.ts";
import { checkOutput, writeOutput } from "./output-file.ts";

export interface ReportedFailure {
  readonly document: Json;
  /** `unwritable` where a file was named and could not be written: then the caller prints the document. */
  readonly place: "file" | "unwritable" | "nowhere";
}

/** Puts an error where the result was to be written. */
export async function reportFailure(
  thrown: unknown,
  named: { readonly output?: string | undefined; readonly file?: string | undefined },
  environment: Environment,
): Promise<ReportedFailure> {
  const document = failureDocument(thrown);
  const output = named.output ?? (await outputNamedIn(named.file, environment.folder));
  if (output === null) return { document, place: "nowhere" };
  try {
    await checkOutput(output, environment.folder);
    await writeOutput(output, environment.folder, document);
    return { document, place: "file" };
  } catch {
    // The first error is the one to tell; where the file cannot be written it goes to the caller.
    return { document, place: "unwritable" };
  }
}

/** Read once more and as it is: the input may be what is wrong. */
async function outputNamedIn(file: string | undefined, folder: string): Promise<string | null> {
  if (file === undefined) return null;
  try {
    const { value } = await rawInput({ file }, folder);
    const output = value["output_path"] ?? value["outputPath"];
    return typeof output === "string" && output.trim() !== "" ? output.trim() : null;
  } catch {
    // An input that cannot be read names no file.
    return null;
  }
}
