import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const elsewhere = ["**/node_modules/**", "dist/**", ".cache/**", ".venv/**"];
const pure = ["lib/**/*.test.ts", "experiments/**/*.test.ts"];
const otherTiers = ["**/*.system.test.ts", "**/*.long.test.ts"];

/** Files that take the longest, the longest first; without a record of earlier runs, vitest goes by size, and these are small. */
const LONGEST = [
  ...["bin/package.system.test.ts", "bin/site.system.test.ts", "bin/cluster.system.test.ts"],
  ...["experiments/engine/report/page.system.test.ts", "bin/engines/engines.system.test.ts"],
  ...["bin/documents.system.test.ts", "bin/other-kernels.system.test.ts", "kernel/widgets/widgets.system.test.ts"],
  ...["bin/own-experiments.test.ts", "bin/notebooks.test.ts", "kernel/conformance.test.ts"],
  ...["testing/contract/contract.test.ts", "bin/guards/sources.test.ts", "kernel/language/typescript-service.test.ts"],
  ...["experiments/promises.test.ts", "experiments/engine/command/run.test.ts", "experiments/battery/battery.test.ts"],
  "experiments/stored-results.test.ts",
];

/** Starts the longest files of a tier first, so that no worker is left with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
    const first = sorted.filter((file) => rank(file) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...first, ...sorted.filter((file) => rank(file) < 0)];
  }
}

/**
 * The three tiers of tests; `npm test`, `npm run test:system` and `npm run test:long` set up what each needs.
 * The unit tier is two projects: the files of lib/ and experiments/ share their processes, as pure functions have nothing that one file
 * could leave to the next; starting again for each took half of the time of many. They come last, by the project's name.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    maxWorkers: availableParallelism() + 1, // many wait for the processes that they start
    // Only liveness: what takes seconds alone takes minutes on a machine that is busy with other things.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    setupFiles: ["./bin/property-seed.ts"],
    reporters: ["default", "./bin/tally.js"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...elsewhere, ...otherTiers, ...pure],
        },
      },
      {
        extends: true,
        test: {
          name: "unit-pure",
          include: pure,
          exclude: [...elsewhere, ...otherTiers],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "system", include: ["**/*.system.test.ts"], exclude: elsewhere },
      },
      {
        extends: true,
        test: { name: "long", include: ["**/*.long.test.ts"], exclude: elsewhere, testTimeout: 7_200_000 },
      },
    ],
  },
});
