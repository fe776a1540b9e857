import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/** Names what was skipped, so that a skip never hides. With VERIDIC_REQUIRE_ALL=1 a skip is a failure. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...skippedIn(module)].map((name) => `${module.relativeModuleId}: ${name}`),
    );
    if (skipped.length === 0) return;
    const required = process.env["VERIDIC_REQUIRE_ALL"] === "1";
    process.stdout.write(`\n${skipped.length} skipped${required ? ", and VERIDIC_REQUIRE_ALL=1 forbids it" : ""}:\n`);
    for (const name of skipped) process.stdout.write(`  ${name}\n`);
    if (required) process.exitCode = 1;
  }
}

/** The outermost names: of a skipped suite the suite, not each of its tests. */
function* skippedIn(parent: TestModule | TestSuite): Generator<string, void, void> {
  for (const child of parent.children) {
    if (isSkipped(child)) yield child.fullName;
    else if (child.type === "suite") yield* skippedIn(child);
  }
}

function isSkipped(child: TestCase | TestSuite): boolean {
  if (child.type === "test") return child.result().state === "skipped";
  const tests = [...child.children.allTests()];
  return tests.length > 0 && tests.every((test) => test.result().state === "skipped");
}
