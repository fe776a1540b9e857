import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findKey, missingKey, readVariables } from "../../src/models/keys.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keys-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("variables", () => {
  test("of the environment win over those of .env", async () => {
    await writeFile(join(folder, ".env"), "\uFEFFA_KEY=file\n# a comment\nexport B_KEY='in quotes'\nC_KEY=c\r\n");
    const variables = await readVariables(folder, { A_KEY: "shell", C_KEY: "", D_KEY: "d" });
    expect(variables).toMatchObject({ A_KEY: "shell", B_KEY: "in quotes", C_KEY: "c", D_KEY: "d" });
  });

  test("are those of the environment where there is no .env, or a folder of that name", async () => {
    const environment = { A_KEY: "shell" };
    expect(await readVariables(folder, environment)).toEqual(environment);
    await mkdir(join(folder, ".env"));
    expect(await readVariables(folder, environment)).toEqual(environment);
  });
});

describe("a key", () => {
  const names = [{ name: "FIRST_KEY" }, { name: "SECOND_KEY", baseUrl: "https://second.test" }];

  test("is the first that is set; blanks around it are dropped and blank ones are none", () => {
    expect(findKey(names, { FIRST_KEY: " \n", SECOND_KEY: "abc\n" })).toEqual({ value: "abc", variable: names[1] });
    expect(findKey(names, { FIRST_KEY: "x", SECOND_KEY: "abc" })?.value).toBe("x");
    expect(findKey(names, {})).toBeNull();
  });

  test.each(["two words", "line\nbreak", "“quoted”", "ключ"])(
    "that no header can carry is refused unquoted: %j",
    (value) => {
      const find = () => findKey(names, { FIRST_KEY: value });
      expect(find).toThrow(expect.objectContaining({ code: "unusable_key", place: "FIRST_KEY" }));
      expect(find).not.toThrow(value);
    },
  );

  test("that is missing names all of its variables", () => {
    expect(missingKey("google:gemini", names).message).toMatch(/google:gemini.*FIRST_KEY, SECOND_KEY.*\.env/);
  });
});
