/**
 * A vitest reporter that ends a run with one plain line, `N passed, N failed`.
 *
 * A test that was skipped counts as failed, and so does a file that could not be loaded and an error outside of tests:
 * no tier skips a test, and none passes without running.
 */

export default class Tally {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      passed += states.filter((state) => state === "passed").length;
      const notPassed = states.filter((state) => state !== "passed").length;
      failed += notPassed === 0 && !module.ok() ? 1 : notPassed;
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    if (failed > 0) process.exitCode = 1;
  }
}
