import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { claims } from "./claims/index.ts";
import { errataOf } from "./engine/evidence/errata.ts";
import { outcomeOf } from "./engine/format/outcome.ts";
import { readResult } from "./engine/format/read-result.ts";
import { BUILT_IN_IDS } from "./engine/program/catalogue.ts";
import { workbenchAt } from "./engine/program/workbench.ts";
import { resultFolders } from "./engine/store/named-results.ts";
import { SUPERSEDED, supersededIn } from "./engine/store/superseded.ts";

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

  it("that were superseded are kept whole, each with its record and with one that replaces it", () => {
    for (const id of BUILT_IN_IDS) {
      const home = join(project, "results", id, SUPERSEDED);
      const records = supersededIn([join(project, "results")], id);
      const kept = existsSync(home) ? readdirSync(home) : [];
      expect(kept.sort()).toEqual(records.map(({ folder }) => basename(folder)).sort());
      for (const { folder, hash, run, version, seed } of records) {
        const { id: found, runId, spec } = readResult(folder);
        expect({ hash: found, run: runId, version: spec.version, seed: spec.seed }).toEqual({
          hash,
          run,
          version,
          seed,
        });
        expect(results.map((result) => result.id)).not.toContain(hash);
      }
    }
  });

  it("show every erratum that counts as an error of the notes, and no control fails to show the erratum that it names", async () => {
    const errata = errataOf(claims, await workbenchAt(project).catalogue.all(), results);
    const refuted = errata.filter(({ kind }) => kind === "refuted");
    expect(refuted.length).toBeGreaterThan(0);
    expect(refuted.filter(({ state }) => state !== "shown")).toEqual([]);
    expect(errata.filter(({ state }) => state === "not shown" || state === "not run")).toEqual([]);
  });

  it("are what the code computes, in a sample of blocks that differs from day to day", async () => {
    // One block of each: stored-results.long.test.ts has a large sample.
    const args = [join(project, "bin", "epsilab"), "verify", "--sample", "1", "--results", join(project, "results")];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain(`${results.length} of ${results.length} results verified`);
  }, 900_000); // only liveness: a block of some results takes seconds
});
