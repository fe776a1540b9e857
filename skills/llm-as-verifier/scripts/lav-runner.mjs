#!/usr/bin/env node
// Runs one comparison or audit of an input file by the installed package `veridic`, and writes the result as JSON.
// It judges nothing itself: what it prints and writes is what `veridic compare` or `veridic audit` does, so a result is
// the same whichever way it was asked for. It works from within the package and from a copy of the skill's folder.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = `usage: node lav-runner.mjs --input in.json --output result.json [--mock] [options of veridic compare or audit]

--input, -i    the task, criteria and candidates, as JSON or YAML
--output, -o   where the result goes, an error too; without it the result is printed
--mock         ask no model and count words: a smoke test, never a verdict

A single candidate, or "mode": "audit" in the input, is audited; anything else is compared.
Exit codes: 0 a result, 2 a mistake to mend, 3 nothing could be judged, 130 interrupted.`;

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  strict: false,
  options: {
    input: { type: "string", short: "i" },
    output: { type: "string", short: "o" },
    help: { type: "boolean", short: "h" },
  },
});
const { input, output, help } = values;

if (help === true) {
  console.log(USAGE);
} else if (typeof input !== "string" || input === "") {
  fail("usage", "there is no input", `give a file with --input\n\n${USAGE}`);
} else {
  const program = findProgram();
  if (program !== null)
    run(program, [modeOf(input), ...argv, ...(typeof output === "string" ? ["--quiet"] : ["--json"])]);
}

/** The program of the package: of the one that this file is part of, of the project, or of the whole machine. */
function findProgram() {
  const here = fileURLToPath(import.meta.url);
  const global = join(dirname(process.execPath), "..", "lib", "from-here.js");
  const searched = [here, join(process.cwd(), "from-here.js"), global];
  for (const from of searched) {
    const manifest = manifestFrom(from);
    if (manifest === null) continue;
    const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.veridic);
    if (existsSync(program)) return program;
    fail("not_built", `${dirname(manifest)} has no ${program}`, "in a checkout of veridic, run: npm run build");
    return null;
  }
  const places = searched.map(dirname).join(", ");
  fail("not_installed", `the package veridic was not found from ${places}`, "install it: npm install veridic");
  return null;
}

function manifestFrom(from) {
  try {
    return createRequire(from).resolve("veridic/package.json");
  } catch {
    // Not there: the next place is tried, and the last failure is told with all places.
    return null;
  }
}

/** An input that cannot be read is left to the command, which tells what is wrong with it. */
function modeOf(path) {
  try {
    const { mode, candidates } = JSON.parse(readFileSync(path, "utf8"));
    if (mode === "audit" || mode === "compare") return mode;
    return Array.isArray(candidates) && candidates.length === 1 ? "audit" : "compare";
  } catch {
    return "compare";
  }
}

function run(program, args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; the command ends its write and says how to go on, so this one waits for it.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", (error) =>
    fail("not_started", `${program} cannot be started: ${error.message}`, "install it anew"),
  );
  child.on("close", (code) => {
    process.exitCode ??= code ?? 130;
  });
}

/** Tells what is wrong, in the output file too: whoever reads that waits for an answer. */
function fail(code, message, hint) {
  console.error(`error: ${message}; ${hint}`);
  process.exitCode = 2;
  const document = `${JSON.stringify({ ok: false, error: { code, message, hint } }, null, 2)}\n`;
  if (typeof output !== "string" || output === "") return;
  try {
    writeFileSync(resolve(output), document);
  } catch (error) {
    console.error(`error: ${output} cannot be written: ${error.message}`);
    console.log(document);
  }
}
