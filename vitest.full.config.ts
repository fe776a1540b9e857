import { defineConfig } from "vitest/config";

/** The long tests alone: kill loops, hostile programs, full disks, real terminals. `npm test` has the others. */
export default defineConfig({
  test: {
    reporters: ["default", "./test/skip-reporter.ts"],
    include: ["test/**/*.full.test.ts"],
    setupFiles: ["./test/seed.ts"],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
