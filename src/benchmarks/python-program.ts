import { methodClass, type PythonReply } from "./python-reply.ts";

/**
 * The program that a reply makes of a prompt that ends within a function. Code that defines the function stands behind
 * the prompt, whose own function gets an empty body, so that the prompt's imports and helpers stay available. Code that
 * does not is the rest of the prompt's function.
 */
export function completedProgram(prompt: string, reply: PythonReply, name: string): string {
  if (!reply.defines) return prompt + indented(reply.code);
  const parts = [closedPrompt(prompt), innerImports(prompt), reply.code, methodAsFunction(reply.code, name)];
  return withFutureFirst(parts.join("\n"));
}

/** A prompt as a program of its own: its last function gets an empty body. */
export function closedPrompt(prompt: string): string {
  return `${prompt}${prompt.endsWith("\n") ? "" : "\n"}    pass\n`;
}

/** Imports between the signature and the docstring, for all of the program: a reply takes them for given. */
function innerImports(prompt: string): string {
  const lines = prompt.split("\n");
  const signature = lines.findLastIndex((line) => line.startsWith("def "));
  const rest = lines.slice(signature + 1);
  const docstring = rest.findIndex((line) => /^\s*[rRuU]?(?:"""|''')/.test(line));
  return rest
    .slice(0, Math.max(0, docstring))
    .map((line) => line.trim())
    .filter((line) => /^(?:import|from)\s/.test(line))
    .join("\n");
}

/** A method of a class, under the name that the tests call; nothing where it is a function already. */
export function methodAsFunction(code: string, name: string): string {
  const holder = methodClass(code, name);
  return holder === null ? "" : `\n\n${name} = ${holder}().${name}\n`;
}

/** Such imports are an error anywhere but at the top, and a reply has them at its own top. */
export function withFutureFirst(program: string): string {
  const lines = program.split("\n");
  const future = lines.filter((line) => line.startsWith("from __future__ import "));
  if (future.length === 0) return program;
  return [...new Set(future), ...lines.filter((line) => !future.includes(line))].join("\n");
}

/**
 * The body of a function that lost its indent: chat endpoints cut white space at the start of a reply, and some models
 * write a body as if it stood alone. Nothing is changed where the first line has its indent, or where the code may as
 * well be something new behind the function.
 */
function indented(code: string): string {
  const lines = code.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const opening = lines[first] ?? "";
  if (/^\s/.test(opening)) return code;
  const others = lines.slice(first + 1).filter((line) => line.trim() !== "");
  // Behind a line that opens a block the next one must be deeper than a body is; else only the first was cut.
  const deepEnough = !/:\s*(?:#.*)?$/.test(opening) || indentOf(others[0] ?? "") > 4;
  if (others.length > 0 && others.every((line) => indentOf(line) > 0) && deepEnough) {
    return lines.map((line, index) => (index === first ? `    ${line}` : line)).join("\n");
  }
  if (!returnsOutside(lines) && /^(?:def |async def |class |@|import |from |#)/.test(opening)) return code;
  return lines.map((line) => (line.trim() === "" ? line : `    ${line}`)).join("\n");
}

/** Whether something is returned outside of every function: then the code is a body itself. */
function returnsOutside(lines: readonly string[]): boolean {
  let outside = true;
  for (const line of lines) {
    if (/^[^\s#)\]}]/.test(line)) outside = !/^(?:async def |def |class |@)/.test(line);
    if (outside && /^\s*return\b/.test(line)) return true;
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
