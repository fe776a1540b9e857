import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import ts from "typescript";
import * as v from "valibot";
import * as evals from "../../src/eval.ts";
import * as root from "../../src/index.ts";
import * as select from "../../src/select.ts";
import * as stats from "../../src/stats.ts";
import * as testing from "../../src/testing.ts";
import type { Block } from "./pages.ts";

/** What an example may import, as a user would name it. */
const MODULES: Readonly<Record<string, unknown>> = {
  veridic: root,
  "veridic/eval": evals,
  "veridic/select": select,
  "veridic/stats": stats,
  "veridic/testing": testing,
  valibot: v,
  "node:assert/strict": { __esModule: true, default: assert },
};

const SOURCES = {
  veridic: ["src/index.ts"],
  "veridic/eval": ["src/eval.ts"],
  "veridic/select": ["src/select.ts"],
  "veridic/stats": ["src/stats.ts"],
  "veridic/testing": ["src/testing.ts"],
};

/** What the type checker says of each example, by its place; empty for one that is in order. */
export function typeFaults(blocks: readonly Block[]): ReadonlyMap<string, readonly string[]> {
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(resolve("tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    resolve("."),
  );
  const options: ts.CompilerOptions = {
    ...config.options,
    baseUrl: resolve("."),
    paths: SOURCES,
    noUnusedLocals: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
  // The examples stand nowhere on the disk; beside the sources they find the same modules.
  const texts = new Map(blocks.map((block, index) => [resolve(`example-${index}.ts`), block.text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return new Map(
    blocks.map((block, index) => {
      const file = program.getSourceFile(resolve(`example-${index}.ts`));
      const found = [...program.getSemanticDiagnostics(file), ...program.getSyntacticDiagnostics(file)];
      return [block.place, found.map((one) => ts.flattenDiagnosticMessageText(one.messageText, "\n"))];
    }),
  );
}

/** `result.isCorrect; // true`: the value of an expression, told as a literal behind it. */
const EXPECTATION = /^(\s*)((?!const |let |import |export |return |for |if |throw ).+); \/\/ (.+)$/gm;
const LITERAL = /^(?:true|false|null|undefined|-?[\d.]+|"[^"]*"|\[.*\]|\{.*\})$/;

/** Turns what the comments of an example tell into assertions. */
export function withExpectations(text: string): { readonly text: string; readonly expectations: number } {
  let expectations = 0;
  const asserted = text.replace(EXPECTATION, (whole, indent: string, expression: string, told: string) => {
    if (!LITERAL.test(told)) return whole;
    expectations++;
    return `${indent}expectSame(${expression}, ${told});`;
  });
  return { text: asserted, expectations };
}

/** Runs an example as a program of its own in a folder; rejects where it throws, or a value is not what it tells. */
export async function runProgram(block: Block, folder: string): Promise<void> {
  const { outputText } = ts.transpileModule(withExpectations(block.text).text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    fileName: join(folder, "example.ts"),
  });
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...given: unknown[]) => Promise<void>;
  const program = new AsyncFunction("require", "exports", "expectSame", outputText);
  const before = process.cwd();
  process.chdir(folder);
  try {
    await program(requireFor(block), {}, expectSame);
  } finally {
    process.chdir(before);
  }
}

function requireFor({ place }: Block): (name: string) => unknown {
  return (name) => {
    if (!Object.hasOwn(MODULES, name)) throw new Error(`${place} imports ${name}, which is not among what users have`);
    return MODULES[name];
  };
}

function expectSame(value: unknown, told: unknown): void {
  assert.deepEqual(plain(value), plain(told));
}

/** A figure is told to a few digits, so it is compared to as many. */
function plain(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
