import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallStore } from "../command/reference/small-results.ts";
import { type Plan, planOf } from "../execution/plan.ts";
import type { WorkerPool } from "../execution/shared-work.ts";
import { ownThread } from "../execution/worker-pool.ts";
import type { Result } from "../format/read-result.ts";
import { workbenchAt } from "../program/workbench.ts";
import { type CellFinding, cellsOf, countBlocks, recomputeCells, type StoredRows, sampleOf } from "./recomputation.ts";

describe("recomputing cells of a stored result", () => {
  const store = smallStore();
  let result: Result;
  let plan: Plan;
  let pool: WorkerPool;
  let sampled: number;
  beforeAll(async () => {
    result = await store.compute();
    const { catalogue } = workbenchAt(store.place);
    plan = planOf(await catalogue.experiment("randomized-response"), result.spec);
    pool = ownThread(plan);
    sampled = plan.cells.findIndex(({ study }) => study.kind === "sampled");
  });
  afterAll(() => store.remove());

  const isEqual = ({ blocks, equalBlocks, differences, failure }: CellFinding) =>
    blocks === equalBlocks && differences.length === 0 && failure === undefined;
  const changed = (change: Partial<StoredRows>): StoredRows => ({
    rows: result.rows,
    blocks: result.blocks,
    ...change,
  });

  it("finds every cell equal, and says so as it goes", async () => {
    const done = { blocks: 0, cells: 0 };
    const all = cellsOf(plan, {});
    const findings = await recomputeCells(plan, result, all, pool, {
      blockDone: (same) => {
        expect(same).toBe(true);
        done.blocks++;
      },
      cellDone: () => done.cells++,
    });
    expect(findings.map(({ cell }) => cell)).toEqual(all);
    expect(findings.every(isEqual)).toBe(true);
    expect(done).toEqual({ blocks: result.blocks.length, cells: all.length });
    expect(countBlocks(plan, all, result)).toBe(result.blocks.length);
  });

  it("finds the cells of a part and of a claim", () => {
    const [{ part, claim }] = plan.cells;
    expect(cellsOf(plan, { part }).every((cell) => plan.cells[cell].part === part)).toBe(true);
    expect(cellsOf(plan, { claim }).length).toBeGreaterThanOrEqual(cellsOf(plan, { part, claim }).length);
    expect(cellsOf(plan, { part: "none" })).toEqual([]);
  });

  it("shows a changed number with both values", async () => {
    const rows = result.rows.map((row, k) => {
      const [[name, check]] = Object.entries(row.checks);
      return k === sampled ? { ...row, checks: { ...row.checks, [name]: { ...check, estimate: 0.123 } } } : row;
    });
    const [finding] = await recomputeCells(plan, changed({ rows }), [sampled], pool);
    expect(finding.equalBlocks).toBe(finding.blocks);
    expect(finding.differences).toEqual([expect.stringMatching(/stored 0\.123 \(.*, recomputed [\d.]+ \(/)]);
  });

  it("shows a changed digest with both values, and a block that is not computed", async () => {
    const { key } = plan.cells[sampled];
    const place = result.blocks.findIndex(
      ({ part, control = "", cell }) => key === JSON.stringify([part, control, cell]),
    );
    expect(place).toBeGreaterThanOrEqual(0);
    const own = result.blocks[place];
    const blocks = result.blocks.map((row, k) => (k === place ? { ...row, sha256: "0".repeat(64) } : row));
    const count = countBlocks(plan, [sampled], result);
    const [finding] = await recomputeCells(
      plan,
      changed({ blocks: [...blocks, { ...own, block: count }] }),
      [sampled],
      pool,
    );
    expect(finding.equalBlocks).toBe(count - 1);
    expect(finding.differences).toEqual([
      `block 0: stored ${"0".repeat(64)}, recomputed ${own.sha256}`,
      `block ${count}: stored, and not computed any more`,
    ]);
  });

  it("goes on where a cell cannot be computed, and says why", async () => {
    const broken: WorkerPool = {
      ...pool,
      compute: (unit) => (unit.cell === sampled ? Promise.reject(new Error("no solver here")) : pool.compute(unit)),
    };
    const findings = await recomputeCells(plan, result, cellsOf(plan, {}), broken);
    expect(findings.filter((finding) => !isEqual(finding))).toEqual([
      { cell: sampled, blocks: 0, equalBlocks: 0, differences: [], failure: "no solver here" },
    ]);
  });

  it("begins no cell after the first where it is not to go on", async () => {
    const findings = await recomputeCells(plan, result, cellsOf(plan, {}), pool, { goesOn: () => false });
    expect(findings.map(({ cell }) => cell)).toEqual([0]);
  });

  it("takes a sample that has room, and at least one cell", () => {
    const all = cellsOf(plan, {});
    const first = () => 0;
    expect(sampleOf(plan, all, result, { most: 1e9, choose: first })).toEqual(all);
    const few = sampleOf(plan, all, result, { most: 3, choose: (count) => count - 1 });
    expect(countBlocks(plan, few, result)).toBeLessThanOrEqual(3);
    expect(few.length).toBeGreaterThan(0);
    expect(sampleOf(plan, [sampled], result, { most: 0, choose: first })).toEqual([sampled]);
    expect(sampleOf(plan, [], result, { most: 5, choose: first })).toEqual([]);
  });
});
