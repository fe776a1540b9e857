import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./test/skip-reporter.ts"],
    include: ["test/**/*.test.ts"],
    setupFiles: ["./test/seed.ts"],
    exclude: ["test/**/*.full.test.ts"],
    testTimeout: 60_000,
    // By default one core is left idle: on a machine of two that is half of it.
    maxWorkers: "100%",
  },
});
