import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const elsewhere = ["**/node_modules/**", "dist/**", ".cache/**", ".venv/**"];

/** The three tiers of tests; `npm test`, `npm run test:system` and `npm run test:long` set up what each needs. */
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
          exclude: [...elsewhere, "**/*.system.test.ts", "**/*.long.test.ts"],
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
