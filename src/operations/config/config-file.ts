import { readFileSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { missingFile } from "../../evals/datasets/files.ts";
import { sha256Of } from "../hash.ts";

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  /** The file's name without its ending. */
  readonly name: string;
  readonly value: unknown;
  readonly sha256: string;
}

/** Endings of data sets that no configuration has. */
const DATA_ENDINGS: readonly string[] = [".jsonl", ".ndjson", ".csv", ".tsv", ".tab", ".parquet", ".gz"];

/** Reads a configuration: YAML, JSON, or a TypeScript or JavaScript module with a default export. */
export async function readConfigFile(path: string, folder: string): Promise<ConfigFile> {
  const full = resolve(folder, path);
  let text: string;
  try {
    text = readFileSync(full, "utf8");
  } catch (cause) {
    throw missingFile(path, folder, cause);
  }
  const ending = extname(full).toLowerCase();
  return {
    path: full,
    folder: dirname(full),
    name: basename(full, extname(full)),
    value: await readValue(text, full, path, ending),
    sha256: sha256Of(text),
  };
}

async function readValue(text: string, full: string, path: string, ending: string): Promise<unknown> {
  if ([".ts", ".mts", ".js", ".mjs", ".cjs"].includes(ending)) {
    const { loadModule } = await import("./modules.ts");
    return (await loadModule(full, path))["default"];
  }
  if (DATA_ENDINGS.includes(ending)) {
    // Most rows are no YAML, and the parser's complaint about their second line would say nothing of the mistake.
    throw new ConfigError("wrong_format", "this is a data set by its name", {
      place: path,
      expected: "a configuration: YAML, JSON, or a TypeScript or JavaScript module",
      hint: `\`veridic init --dataset ${path}\` writes an eval for it`,
    });
  }
  if (text.trim() === "") {
    throw new ConfigError("empty_file", "the file is empty", {
      place: path,
      hint: "`veridic init` writes a working one",
    });
  }
  if (ending === ".json") {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ConfigError("not_json", `this is not JSON: ${messageOf(cause)}`, { place: path, cause });
    }
  }
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = problem.linePos?.[0];
    throw new ConfigError("not_yaml", `this is not YAML: ${sentenceOf(problem.code, problem.message)}`, {
      place: line === undefined ? path : `${path}:${line.line}:${line.col}`,
    });
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    // Aliases within aliases that would fill the memory.
    throw new ConfigError("not_yaml", `this YAML cannot be read: ${messageOf(cause)}`, { place: path, cause });
  }
}

function sentenceOf(code: string, message: string): string {
  // The parser's own words give advice about its interface.
  if (code === "MULTIPLE_DOCS") return "a second document begins here, and a file holds one";
  return message.replace(/ at line \d+, column \d+:[\s\S]*$/, "");
}

/** Adds the file to the place of a mistake found in it. */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? error.within(file) : error;
  }
}
