/**
 * A vitest reporter that ends a run with one plain line, `N passed, N failed`, after a line `failed: FILE > TEST` for each that did
 * not pass.
 *
 * Before it, where there are more files than a few, those that took the longest: where time is to be saved.
 *
 * A test that was skipped counts as failed, and so does a file that could not be loaded and an error outside of tests:
 * no tier skips a test, and none passes without running. Where only tests of some name are asked for (`-t`), the others do not count.
 */

const MANY = 20;
const LONGEST = 15;

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
    const longest = modules.length < MANY ? "" : longestOf(modules);
    process.stdout.write(`\n${longest}${names.join("")}${passed} passed, ${failed.length} failed\n`);
    if (failed.length > 0) process.exitCode = 1;
  }
}

/** @param {readonly import("vitest/node").TestModule[]} modules */
function longestOf(modules) {
  const seconds = modules.map((module) => {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    return { file: module.relativeModuleId, took: (collectDuration + setupDuration + duration) / 1000 };
  });
  const first = seconds.sort((one, other) => other.took - one.took).slice(0, LONGEST);
  return `the longest files: ${first.map(({ file, took }) => `${file} ${took.toFixed(0)} s`).join(", ")}\n`;
}
