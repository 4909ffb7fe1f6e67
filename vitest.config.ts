import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: ["**/node_modules/**", "dist/**", "**/*.system.test.ts", "**/*.long.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "system", include: ["**/*.system.test.ts"], exclude: ["**/node_modules/**", "dist/**"] },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: ["**/*.long.test.ts"],
          exclude: ["**/node_modules/**", "dist/**"],
          testTimeout: 7_200_000,
        },
      },
    ],
  },
});
