import { defineConfig } from "vitest/config";

/** The long tests: kill loops, long fuzz, full disks. */
export default defineConfig({
  test: {
    reporters: ["default", "./test/skip-reporter.ts"],
    include: ["test/**/*.test.ts"],
    setupFiles: ["./test/seed.ts"],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
