import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { allowedPaths } from "../../../src/doors/mcp/allowed-paths.ts";
import { checkModel } from "../../../src/doors/mcp/recordings.ts";
import cases from "../../cases/mcp-paths.json" with { type: "json" };
import { workplace } from "../cli/command-line.ts";

/** `root` may be used; `other` stands beside it. */
function arranged(folder: string): string {
  for (const name of ["root/inner", "other", "root-too"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "root/file"), "x");
  writeFileSync(join(folder, "other/file"), "x");
  symlinkSync(join(folder, "other"), join(folder, "root/away"));
  symlinkSync(join(folder, "other/none"), join(folder, "root/dangling"));
  symlinkSync(join(folder, "root/inner"), join(folder, "root/near"));
  symlinkSync("loop", join(folder, "root/loop"));
  return join(folder, "root");
}

test.each(cases)("$path: $why", async ({ path, allowed }) => {
  await using place = workplace();
  const paths = allowedPaths([arranged(place.folder)], place.folder);
  const check = () => paths.check(path.replace("FOLDER", place.folder), "path");
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow("this path is not allowed");
});

test("a path is allowed below any of several folders, and counts from the first", async () => {
  await using place = workplace();
  const root = arranged(place.folder);
  const paths = allowedPaths(["root", "other"], place.folder);
  expect(paths.folder).toBe(realpathSync(root));
  expect(() => paths.check("../other/file", "path")).not.toThrow();
  expect(() => paths.check("away/file", "path")).not.toThrow();
  expect(() => paths.check("file", "path", join(place.folder, "other"))).not.toThrow();
  expect(() => paths.check("../root-too", "path")).toThrow("not allowed");
});

test("a folder that is none cannot be allowed", async () => {
  await using place = workplace();
  arranged(place.folder);
  for (const root of ["none", "root/file"]) expect(() => allowedPaths([root], place.folder)).toThrow("no folder");
});

test("a pipe is not opened, as whoever reads it could wait for ever", async () => {
  await using place = workplace();
  const root = arranged(place.folder);
  execFileSync("mkfifo", [join(root, "pipe")]);
  symlinkSync("pipe", join(root, "to-pipe"));
  const paths = allowedPaths([root], place.folder);
  for (const path of ["pipe", "@pipe", "to-pipe"]) {
    expect(() => paths.check(path, "file")).toThrow(expect.objectContaining({ code: "not_a_file" }));
  }
});

test("whether a file outside is there is not told", async () => {
  await using place = workplace();
  const paths = allowedPaths([arranged(place.folder)], place.folder);
  const refused = (path: string) => {
    try {
      return paths.check(path, "path");
    } catch (thrown) {
      return thrown instanceof ConfigError ? { ...thrown, got: null, message: null } : thrown;
    }
  };
  expect(refused("../other/file")).toEqual(refused("../other/none"));
});

test("no text makes it fail otherwise than by refusing", async () => {
  await using place = workplace();
  const paths = allowedPaths([arranged(place.folder)], place.folder);
  const piece = fc.constantFrom("..", ".", "away", "near", "loop", "dangling", "file", "", "\0", "~", "@", "other");
  const text = fc.oneof(
    fc.array(piece).map((parts) => parts.join("/")),
    fc.string(),
    fc.constant("a/".repeat(500_000)),
  );
  fc.assert(
    fc.property(text, (path) => {
      try {
        paths.check(path, "path");
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: "path_outside" });
      }
    }),
  );
});

test("of a recording every file that it could mean must be allowed", async () => {
  await using place = workplace();
  const paths = allowedPaths([arranged(place.folder)], place.folder);
  for (const name of ["replay:file", "REPLAY : inner/x.jsonl#gpt", "openai:gpt-5.5", "deployment:../x", 3, null]) {
    expect(() => checkModel(name, paths)).not.toThrow();
  }
  const root = place.folder.split("/").at(-1);
  for (const name of [
    "replay:../other/file",
    "replay:../other/file#one",
    `replay:../other/file#/../../../${root}/root/file`,
    "replay:file#/../../../../../../etc/passwd",
    `replay:${"#".repeat(100_000)}`,
  ]) {
    expect(() => checkModel(name, paths), name.slice(0, 80)).toThrow(ConfigError);
  }
});
