import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

test("Pi finds the extension that the package names, and the package brings it", () => {
  expect(manifest.pi.extensions.map((path) => [path, existsSync(path)])).toEqual([
    ["./extensions/llm-as-verifier.ts", true],
  ]);
  expect(manifest.files).toEqual(expect.arrayContaining(["dist", "extensions"]));
});

test("Pi itself is never installed with the package", () => {
  expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith("@earendil-works/"))).toEqual([]);
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect([name, manifest.peerDependenciesMeta]).toMatchObject([name, { [name]: { optional: true } }]);
  }
});
