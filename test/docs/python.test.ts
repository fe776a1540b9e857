import { execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { workplace } from "../doors/cli/command-line.ts";
import { readPage } from "./pages.ts";

const run = promisify(execFile);

test("the Python program of the page about verifying prints what it says", async () => {
  const page = readPage("docs/verify.md");
  const program = page.blocks.find(({ file }) => file === "reward.py")?.text ?? "";
  const [, told] = /It prints `([^`]+)`/.exec(page.text) ?? [];
  await using place = workplace();
  // The package as it was built, found as an installed one is.
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${resolve("dist/cli.mjs")}" "$@"\n`;
  await place.write({ "reward.py": program, "bin/npx": npx });
  chmodSync(join(place.folder, "bin/npx"), 0o755);
  const env = { ...process.env, PATH: `${join(place.folder, "bin")}:${process.env["PATH"]}` };
  const { stdout } = await run("python3", ["reward.py"], { cwd: place.folder, env, timeout: 20_000 });
  expect(stdout.trim()).toBe(told);
});
