import { randomInt } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { claims } from "./claims/index.ts";
import { errataOf } from "./engine/evidence/errata.ts";
import { planOf } from "./engine/execution/plan.ts";
import { ownThread } from "./engine/execution/worker-pool.ts";
import { outcomeOf } from "./engine/format/outcome.ts";
import { readResult } from "./engine/format/read-result.ts";
import type { BlockRow } from "./engine/format/result-files.ts";
import { BUILT_IN_IDS } from "./engine/program/catalogue.ts";
import { workbenchAt } from "./engine/program/workbench.ts";
import { resultFolders } from "./engine/store/named-results.ts";
import { SUPERSEDED, supersededIn } from "./engine/store/superseded.ts";
import { compareBlock, recomputeBlock } from "./engine/verification/verification.ts";

const project = join(import.meta.dirname, "..");
const { catalogue } = workbenchAt(project);
const results = resultFolders([join(project, "results")]).map(readResult);

/** Blocks that take half a minute each, or need MNIST: `stored-results.long.test.ts` samples them, too. */
const ELSEWHERE: Readonly<Record<string, (row: BlockRow) => boolean>> = {
  "mnist-private-training": ({ part }) => part === "accuracy",
  "validity-of-verdicts": ({ cell }) => cell.harness !== "minimax-bounds",
  "published-audits": ({ cell }) => "mechanism" in cell || cell.effort === 1,
};

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
    const errata = errataOf(claims, await catalogue.all(), results);
    const refuted = errata.filter(({ kind }) => kind === "refuted");
    expect(refuted.length).toBeGreaterThan(0);
    expect(refuted.filter(({ state }) => state !== "shown")).toEqual([]);
    expect(errata.filter(({ state }) => state === "not shown" || state === "not run")).toEqual([]);
  });

  it.each(results.map((result) => [result.spec.experiment, result] as const))(
    "are what the code computes: %s, in a block that differs from day to day",
    async (id, result) => {
      const isAsked = ELSEWHERE[id] === undefined ? () => true : (row: BlockRow) => !ELSEWHERE[id](row);
      const lines = result.blocks.flatMap((row, line) => (isAsked(row) ? [line] : []));
      const line = lines[randomInt(lines.length)];
      const plan = planOf(await catalogue.experiment(id), result.spec);
      const digest = await recomputeBlock(plan, ownThread(plan), result.blocks[line]);
      expect(compareBlock(result, line, digest), `line ${line + 1} of blocks.jsonl`).toBeUndefined();
    },
  );
});
