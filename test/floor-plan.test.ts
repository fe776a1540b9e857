import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const source = resolve("src");

/** Each room's floor. A file may import its own room and lower floors; doors never import one another. */
const FLOORS: Readonly<Record<string, number>> = {
  core: 1,
  math: 2,
  prompts: 2,
  models: 2,
  sandbox: 2,
  store: 2,
  extractors: 3,
  verifiers: 3,
  select: 3,
  judge: 3,
  evals: 4,
  testing: 4,
  benchmarks: 5,
  queue: 5,
  operations: 6,
  doors: 7,
};

/** What rooms of the third floor may import besides `core` and themselves. */
const THIRD_FLOOR: Readonly<Record<string, readonly string[]>> = {
  extractors: ["math"],
  verifiers: ["math", "prompts", "extractors"],
  select: ["prompts"],
  judge: [],
};

/** The catalogue holds the plug-ins; rooms from the fourth floor on reach them through it alone. */
const CATALOG = "catalog.ts";

const files = list(source);

test("every file stands in a room of the floor plan", () => {
  const unknown = files
    .map((file) => relative(source, file))
    .filter((file) => file.includes("/") && !((file.split("/")[0] ?? "") in FLOORS));
  expect(unknown).toEqual([]);
});

test("imports go down, never up, and never from door to door", () => {
  const faults: string[] = [];
  for (const file of files) {
    for (const target of importsOf(file)) {
      const fault = faultOf(relative(source, file), relative(source, target));
      if (fault !== null) faults.push(`${relative(source, file)} imports ${relative(source, target)}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

test("core and the plug-ins import no third-party module but the bundled ones", () => {
  const bundled = ["valibot", "re2js"];
  const faults = files
    .filter((file) => ["core", "extractors", "verifiers"].includes(relative(source, file).split("/")[0] ?? ""))
    .flatMap((file) => packagesOf(file).map((name) => [relative(source, file), name] as const))
    .filter(([, name]) => !bundled.includes(name) && !name.startsWith("node:"));
  expect(faults).toEqual([]);
});

test("no file is longer than 500 lines, and few are longer than 300", () => {
  const lengths = files.map((file) => [relative(source, file), readFileSync(file, "utf8").split("\n").length] as const);
  expect(lengths.filter(([, length]) => length > 500)).toEqual([]);
  expect(lengths.filter(([, length]) => length > 300).length).toBeLessThanOrEqual(Math.ceil(files.length / 10));
});

function faultOf(from: string, to: string): string | null {
  const [room = "", door] = from.split("/");
  const [other = "", otherDoor] = to.split("/");
  // The public entries and the catalogue stand outside the house.
  if (!from.includes("/") || from === CATALOG) return null;
  if (to === CATALOG) return (FLOORS[room] ?? 0) >= 4 ? null : "plug-ins come through the builder they are given";
  if (to === "version.ts" || to.startsWith("..")) return null;
  if (!to.includes("/")) return "public entries are for users";
  if (room === "doors" && other === "doors") return door === otherDoor ? null : "doors do not know one another";
  if (room === other) return null;
  const third = THIRD_FLOOR[room];
  if (third !== undefined) {
    return other === "core" || third.includes(other) ? null : `${room} may import core, ${third.join(", ")}`;
  }
  if ((room === "evals" || room === "operations") && (other === "extractors" || other === "verifiers")) {
    return "plug-ins are reached through the catalogue";
  }
  return (FLOORS[other] ?? 99) < (FLOORS[room] ?? 0) ? null : "imports go down";
}

function importsOf(file: string): readonly string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolve(dirname(file), specifier));
}

function packagesOf(file: string): readonly string[] {
  return specifiersOf(file).filter((specifier) => !specifier.startsWith("."));
}

function specifiersOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"([^"\n]+)"/g);
  return [...found].map((match) => match[1] ?? "");
}

function list(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? list(path) : path.endsWith(".ts") ? [path] : [];
  });
}
