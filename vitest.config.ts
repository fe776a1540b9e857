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
    // A process runs one file after the other and loads each module once, which halves the work. It holds because no
    // module of ours keeps state; a test that changes the environment, a timer or the folder puts it back itself.
    pool: "forks",
    isolate: false,
  },
});
