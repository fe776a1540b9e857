import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { type Block, section } from "./pages.ts";
import { runProgram, typeFaults, withExpectations } from "./programs.ts";
import { commandLines, parseFault } from "./shell.ts";

function block(text: string, language = "ts"): Block {
  return { place: "page.md:1", language, text, file: null };
}

describe("an example", () => {
  test("fails where a value is not as told", async () => {
    await expect(runProgram(block("1 + 1; // 3\n"), tmpdir())).rejects.toThrow("2");
    await expect(runProgram(block("1 + 1; // 2\n"), tmpdir())).resolves.toBeUndefined();
  });

  test("tells figures to four digits, and texts, lists and maps whole", async () => {
    const text = '2 / 3; // 0.6667\n"a" + "b"; // "ab"\n[1, "x"]; // [1, "x"]\n({ a: null }); // { "a": null }\n';
    expect(withExpectations(text).expectations).toBe(4);
    await expect(runProgram(block(text), tmpdir())).resolves.toBeUndefined();
  });

  test("takes no remark for a value, and no declaration for an expression", () => {
    const { expectations } = withExpectations("run(); // twice a day\nconst two = 1 + 1; // 2\n");
    expect(expectations).toBe(0);
  });

  test("may import what users have, and nothing else", async () => {
    await expect(runProgram(block('import { x } from "./x.ts";\nx();\n'), tmpdir())).rejects.toThrow("./x.ts");
  });

  test("fails the type checker where it is wrong", { timeout: 60_000 }, () => {
    const faults = typeFaults([block('import { numeric } from "veridic";\nnumeric({ relTol: "much" });\n')]);
    expect(faults.get("page.md:1")?.join()).toContain("not assignable to type 'number");
  });
});

describe("a command line", () => {
  const line = (text: string) => commandLines(block(text, "sh"))[0];

  test("is read with its quotes, its pipe, its file and the exit code that it tells", () => {
    expect(line("cat rows.jsonl | veridic verify --input - > out.jsonl  # exit 1: one is wrong\n")).toMatchObject({
      argv: ["verify", "--input", "-"],
      input: "rows.jsonl",
      output: "out.jsonl",
      exitCode: 1,
    });
    expect(line("veridic verify --prediction \"a b\" --ground-truth 'c'\n")?.argv).toEqual([
      "verify",
      "--prediction",
      "a b",
      "--ground-truth",
      "c",
    ]);
  });

  test.each([
    ["veridic eval eval.yaml --limt 3", "unknown option"],
    ["veridic evaluate eval.yaml", "unknown command"],
    ["veridic runs rescore latest", "required option"],
    ["veridic runs show", "missing required argument"],
    ["veridic runs export latest --format xls", "invalid"],
  ])("%s is refused: %s", async (text, problem) => {
    const found = line(text);
    expect(found === undefined ? null : await parseFault(found)).toContain(problem);
  });
});

test("a section ends where the next one of its level begins", () => {
  const page = "# a\n## b\none\n### c\ntwo\n## d\nthree\n";
  expect(section(page, "## b")).toBe("## b\none\n### c\ntwo");
  expect(section(page, "## none")).toBe("");
});
