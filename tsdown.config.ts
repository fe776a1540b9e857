import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.ts", eval: "src/eval.ts", stats: "src/stats.ts", cli: "src/doors/cli/main.ts" },
  format: "esm",
  platform: "node",
  target: "node20.12",
  dts: true,
  clean: true,
  // Bundled so that `import "veridic"` loads no third-party module.
  noExternal: ["valibot", "re2js"],
  inlineOnly: ["valibot", "re2js"],
});
