import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import cases from "../../cases/completion.json" with { type: "json" };
import { workplace } from "./command-line.ts";

interface Case {
  readonly why: string;
  /** The words of the line, the last one being the one that is completed. */
  readonly words: readonly string[];
  readonly offers: readonly string[];
  readonly withholds?: readonly string[];
}

let folder: string;
const scripts: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "veridic-completion-"));
  mkdirSync(join(folder, "data folder"));
  for (const name of ["eval.yaml", "rows one.jsonl", "rows two.jsonl"]) writeFileSync(join(folder, name), "");
  await using place = workplace();
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out, exitCode } = await place.run(["completion", shell]);
    expect(exitCode).toBe(0);
    scripts[shell] = out;
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in the folder, in a shell without the user's own settings. */
function run(shell: string, flags: readonly string[], script: string): string {
  const { stdout, stderr, status } = spawnSync(shell, [...flags, "-c", script], { cwd: folder, encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

function isThere(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

function suite(shell: string, body: () => void): void {
  if (isThere(shell)) describe(`the script for ${shell}`, body);
  else describe.skip(`the script for ${shell} (skipped: there is no ${shell} here)`, body);
}

suite("bash", () => {
  /** Sources the script as a user's shell would, and asks it as bash does. */
  const offered = (words: readonly string[]): readonly string[] => {
    const given = words.map((word) => `'${word}'`).join(" ");
    const asking = `${scripts["bash"]}
COMP_WORDS=(${given}); COMP_CWORD=${words.length - 1}; _veridic
(( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run("bash", ["--norc"], asking).split("\n").filter(Boolean);
  };

  test.each(cases as readonly Case[])("$words: $why", ({ words, offers, withholds = [] }) => {
    const found = offered(words);
    expect(found).toEqual(expect.arrayContaining([...offers]));
    for (const one of withholds) expect(found).not.toContain(one);
    if (offers.length === 0) expect(found).toEqual([]);
  });

  test("a value behind an equals sign is completed, which bash hands over as three words", () => {
    expect(offered(["veridic", "eval", "--dataset", "=", "rows o"])).toEqual(["rows one.jsonl"]);
    expect(offered(["veridic", "runs", "export", "--format", "="])).toContain("parquet");
  });

  test("the script makes itself known for the command", () => {
    expect(run("bash", ["--norc"], `${scripts["bash"]}\ncomplete -p veridic`)).toContain("-F _veridic veridic");
  });
});

suite("fish", () => {
  test.each(cases as readonly Case[])("$words: $why", ({ words, offers, withholds = [] }) => {
    const line = words.map((word) => word.replaceAll(" ", "\\ ")).join(" ");
    const asking = `${scripts["fish"]}\ncomplete -C '${line.replaceAll(/[\\']/g, "\\$&")}'`;
    const found = run("fish", ["--no-config"], asking)
      .split("\n")
      .map((found) => (found.split("\t")[0] ?? "").replaceAll("\\ ", " ").replace(/\/$/, ""));
    // fish offers options only once a dash is there, and short ones with their dash; both are its own habit.
    expect(found).toEqual(expect.arrayContaining([...offers]));
    for (const one of withholds) expect(found).not.toContain(one);
  });
});

suite("zsh", () => {
  /** What a command's function asks of zsh's own completion, which stand-ins print. */
  const specs = (call: string): readonly string[] => {
    const stubs =
      "compdef() { print -r known $@ }\n_arguments() { state=command; print -rl -- $@ }\n_describe() { print -rl -- $commands }";
    return run("zsh", ["-f"], `${stubs}\n${scripts["zsh"]}\n${call}`).split("\n");
  };

  test("it is valid, and makes itself known when it is sourced", () => {
    expect(run("zsh", ["-f", "-n"], scripts["zsh"] ?? "")).toBe("");
    expect(specs("")).toContain("known _veridic veridic");
  });

  test("options take files, choices and texts", () => {
    expect(specs("_veridic_eval").join("\n")).toMatch(/--dataset\[.*\]:value:_files/);
    expect(specs("_veridic_runs_export").join("\n")).toMatch(/--format\[.*\]:value:\(jsonl csv parquet/);
    expect(specs("_veridic_eval").join("\n")).toMatch(/--limit\[.*\]:value: $/m);
  });

  test("commands are offered with what they do", () => {
    expect(specs("_veridic_runs").join("\n")).toMatch(/^export:/m);
  });
});

test("an unknown shell is refused with those that are known", async () => {
  await using place = workplace();
  const { exitCode, err } = await place.run(["completion", "tcsh"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("bash, zsh, fish");
});

test("the help says how to install it in every shell", async () => {
  await using place = workplace();
  const { out } = await place.run(["completion", "--help"]);
  expect(out).toMatch(/bash-completion.*\n[\s\S]*_veridic[\s\S]*fish\/completions/);
});
