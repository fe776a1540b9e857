import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    eval: "src/eval.ts",
    pi: "src/pi.ts",
    select: "src/select.ts",
    stats: "src/stats.ts",
    testing: "src/testing.ts",
    cli: "src/cli.ts",
    "math-worker": "src/math/worker.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20.12",
  dts: true,
  clean: true,
  logLevel: "warn",
  deps: {
    // The first two are bundled so that `import "veridic"` loads no third-party module; the third because its 140 files
    // take 115 ms to load where one takes 20, and every command with a store waits for them; the last because it wants
    // the valibot that the schemas are made with.
    alwaysBundle: ["valibot", "re2js", "kysely", "@valibot/to-json-schema"],
    onlyBundle: ["valibot", "re2js", "kysely", "@valibot/to-json-schema"],
  },
});
