import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const elsewhere = ["**/node_modules/**", "dist/**", ".cache/**", ".venv/**"];
const otherTiers = ["**/*.system.test.ts", "**/*.long.test.ts"];

/**
 * The three tiers of tests; `npm test`, `npm run test:system` and `npm run test:long` set up what each needs.
 * The unit tier is two projects: the files of lib/ share their processes, as pure functions have nothing that one file could leave to
 * the next; starting again for each took half of the time of those on numerics and random numbers. They come last, by the project's name.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    maxWorkers: availableParallelism(), // vitest would leave one core idle
    testTimeout: 120_000,
    hookTimeout: 300_000,
    setupFiles: ["./bin/property-seed.ts"],
    reporters: ["default", "./bin/tally.js"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...elsewhere, ...otherTiers, "lib/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "unit-lib",
          include: ["lib/**/*.test.ts"],
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
