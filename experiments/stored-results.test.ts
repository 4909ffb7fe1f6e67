import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { BUILT_IN_IDS } from "./engine/catalogue.ts";
import { resultFolders } from "./engine/named-results.ts";
import { outcomeOf } from "./engine/outcome.ts";
import { readResult } from "./engine/read-result.ts";

const project = join(import.meta.dirname, "..");
const results = resultFolders([join(project, "results")]).map(readResult);

describe("the stored results", () => {
  it("are there for every experiment, passed, and were computed from code as it was committed", () => {
    expect(new Set(results.map(({ spec }) => spec.experiment))).toEqual(new Set(BUILT_IN_IDS));
    for (const { folder, rows, environment } of results) {
      expect(outcomeOf(rows).passed, folder).toBe(true);
      expect(environment, folder).toMatchObject({ dirty: false });
    }
  });

  it("are what the code computes, in a sample of blocks that differs from day to day", async () => {
    const args = [join(project, "bin", "epsilab"), "verify", "--sample", "4", "--results", join(project, "results")];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain(`${results.length} of ${results.length} results verified`);
  }, 900_000); // only liveness: a block of some results takes seconds
});
