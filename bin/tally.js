/**
 * A vitest reporter that ends a run with one plain line, `N passed, N failed`, after a line `failed: FILE > TEST` for each that did
 * not pass.
 *
 * A test that was skipped counts as failed, and so does a file that could not be loaded and an error outside of tests:
 * no tier skips a test, and none passes without running. Where only tests of some name are asked for (`-t`), the others do not count.
 */

export default class Tally {
  #isPart = false;

  /** @param {import("vitest/node").Vitest} vitest */
  onInit({ config }) {
    this.#isPart = config.testNamePattern !== undefined;
  }

  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    const failed = unhandledErrors.map((error) => `an error outside of tests: ${error}`);
    for (const module of modules) {
      const tests = [...module.children.allTests()].filter(
        (test) => !this.#isPart || test.result().state !== "skipped",
      );
      const others = tests.filter((test) => test.result().state !== "passed");
      passed += tests.length - others.length;
      const file = module.relativeModuleId;
      failed.push(...others.map((test) => `${file} > ${test.fullName}`));
      if (others.length === 0 && !module.ok()) failed.push(file);
    }
    const names = failed.map((name) => `failed: ${name.split("\n", 1)[0]}\n`);
    process.stdout.write(`\n${names.join("")}${passed} passed, ${failed.length} failed\n`);
    if (failed.length > 0) process.exitCode = 1;
  }
}
