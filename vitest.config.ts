import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./test/skip-reporter.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.full.test.ts"],
    testTimeout: 20_000,
  },
});
