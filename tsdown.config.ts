import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    eval: "src/eval.ts",
    stats: "src/stats.ts",
    testing: "src/testing.ts",
    cli: "src/doors/cli/main.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20.12",
  dts: true,
  clean: true,
  logLevel: "warn",
  deps: {
    // Bundled so that `import "veridic"` loads no third-party module.
    alwaysBundle: ["valibot", "re2js"],
    onlyBundle: ["valibot", "re2js"],
  },
});
