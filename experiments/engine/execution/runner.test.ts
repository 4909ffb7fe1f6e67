import { getEventListeners } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Experiment } from "../definition/experiment.ts";
import { manifestOf, resultFiles } from "../format/result-files.ts";
import { specOf } from "../format/spec.ts";
import { installedData } from "../program/installed-data.ts";
import { coins } from "../reference/coins.ts";
import { openJournal } from "./journal.ts";
import { type Plan, planOf } from "./plan.ts";
import { computeCells, Interrupted } from "./runner.ts";
import type { WorkerPool } from "./shared-work.ts";
import { computeUnit } from "./unit.ts";
import { ownThread } from "./worker-pool.ts";

const planFor = (experiment: Experiment, seed = 1): Plan =>
  planOf(experiment, specOf(experiment, { size: "quick", seed }));

/** Units in any order, many at once. */
function unordered(plan: Plan, size: number): WorkerPool {
  const waiting: (() => void)[] = [];
  return {
    size,
    compute: (unit) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(computeUnit(plan, unit, installedData)));
        setImmediate(() => waiting.splice(((waiting.length * 7) % 5) % waiting.length, 1)[0]?.());
      }),
    dismiss: () => Promise.resolve(),
  };
}

const identity = async (plan: Plan, pool: WorkerPool, options = {}) =>
  manifestOf(resultFiles(plan.experiment, plan.spec, await computeCells(plan, pool, options)));

describe("the runner", () => {
  it("finds verdicts for cells and controls, in the order of the plan", async () => {
    const plan = planFor(coins(1000));
    const { rows, blocks } = await computeCells(plan, ownThread(plan));
    expect(rows.map(({ part, control, cell, verdict, trials }) => [part, control, cell.p, verdict, trials])).toEqual([
      ["sampled", undefined, 0.3, "holds", 1000],
      ["sampled", undefined, 0.48, "inconclusive", 1000],
      ["sampled", "biased", 0.7, "violated", 1000],
      ["exact", undefined, 0.3, "holds", undefined],
      ["exact", "too-often", 0.9, "violated", undefined],
    ]);
    expect([...blocks].map(({ trials }) => trials)).toEqual([
      300, 300, 300, 100, 300, 300, 300, 100, 300, 300, 300, 100, 0, 0,
    ]);
    expect(rows[0].errorRate).toBe(0.01 / 3);
  });

  it("gives the same result whatever the order and number of units under way", async () => {
    const plan = planFor(coins(16_000));
    const expected = await identity(plan, ownThread(plan));
    for (const size of [1, 2, 5, 40]) expect(await identity(plan, unordered(plan, size))).toBe(expected);
  });

  it("leaves nothing behind on the signal that would have stopped it", async () => {
    const plan = planFor(coins(1000));
    const { signal } = new AbortController();
    await identity(plan, ownThread(plan), { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("gives another result for another seed, and for one part of a cell only when that part changes", async () => {
    const [one, other] = [planFor(coins(1000)), planFor(coins(1000), 2)];
    expect(await identity(one, ownThread(one))).not.toBe(await identity(other, ownThread(other)));
    const experiment = coins(1000);
    const spec = specOf(experiment, { size: "quick", seed: 1, overrides: { "sampled.p": [0.48] } });
    const alone = await computeCells(planOf(experiment, spec), ownThread(planOf(experiment, spec)));
    const whole = await computeCells(one, ownThread(one));
    expect(alone.rows[0].checks.bound.estimate).toBe(whole.rows[1].checks.bound.estimate);
  });

  it("doubles the trials of an inconclusive cell up to the registered number, at a shared error", async () => {
    const plan = planFor(coins(16_000));
    const { rows } = await computeCells(plan, ownThread(plan));
    expect(rows[1].trials).toBeGreaterThan(1000);
    expect(rows[1].verdict).toBe("holds");
    expect(rows[0].trials).toBe(1000);
    expect(rows[0].errorRate).toBe(0.01 / (3 * 5));
  });

  it("refuses a parameter by its name, with the value and what is allowed", () => {
    const asked = (overrides: Record<string, readonly unknown[]>) => () =>
      specOf(coins(1000), { size: "quick", seed: 1, overrides });
    expect(asked({ p: [0.2, 1.5] })).toThrow(/p must be .* got 1.5: .*1/);
    expect(asked({ p: ["half"] })).toThrow(/p must be .* got "half": .*number/);
    expect(asked({ p: [] })).toThrow("p must have at least one value");
    expect(asked({ p: [0.5, 0.5] })).toThrow("p must have every value once, got 0.5 twice");
    expect(asked({ q: [0.2] })).toThrow('a parameter must be one of p (as sampled.p for one part), got "q"');
  });

  it("says which cell and block failed", async () => {
    const experiment = coins(1000);
    const plan = planFor(experiment);
    const study = { ...plan.cells[1].study, block: () => ({ ones: Number.NaN }) } as Plan["cells"][0]["study"];
    const broken = { ...plan, cells: plan.cells.map((cell, k) => (k === 1 ? { ...cell, study } : cell)) };
    await expect(computeCells(broken, ownThread(broken))).rejects.toThrow(
      "coins, part sampled, p=0.48, block 0: value.ones must be finite to be stored, got NaN",
    );
  });

  it("refuses a study whose summaries cannot be merged before any second block of another", async () => {
    const plan = planFor(coins(1000));
    const study = { ...plan.cells[2].study, block: () => ({ share: 0.5 }) } as Plan["cells"][0]["study"];
    const cells = plan.cells.map((cell) => (cell.control === "biased" ? { ...cell, study } : cell));
    const broken = { ...plan, cells };
    const pool = ownThread(broken);
    const computed: unknown[] = [];
    const compute: WorkerPool["compute"] = (unit) => {
      computed.push([cells[unit.cell].control, unit.block]);
      return pool.compute(unit);
    };
    await expect(computeCells(broken, { ...pool, compute })).rejects.toThrow(
      "coins, part sampled, control biased, p=0.7, block 0: the summary of a block.share must be a count or moments to be merged, got 0.5",
    );
    expect(computed).toEqual([
      [undefined, 0],
      ["biased", 0],
    ]);
  });

  it("says where a judgement failed or had no check", async () => {
    const plan = planFor(coins(1000));
    const judged = (judge: () => unknown) => {
      const cells = plan.cells.map((cell) => ({ ...cell, study: { ...cell.study, judge } as typeof cell.study }));
      return computeCells({ ...plan, cells }, ownThread({ ...plan, cells }));
    };
    const oh = () => {
      throw new Error("oh");
    };
    await expect(judged(oh)).rejects.toThrow(/^coins, part sampled, p=0.\d+: oh$/);
    await expect(judged(() => ({ checks: {} }))).rejects.toThrow(
      /^coins, part sampled, p=0.\d+: checks must have at least one check, got none$/,
    );
  });
});

describe("a run that stops", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "epsilab-journal-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Counts what is really computed. */
  function counting(plan: Plan) {
    let count = 0;
    const pool = ownThread(plan);
    const compute: WorkerPool["compute"] = (unit) => {
      count++;
      return pool.compute(unit);
    };
    return {
      pool: { ...pool, compute },
      computed: () => count,
    };
  }

  it("goes on from its finished blocks to the same result", async () => {
    const plan = planFor(coins(16_000));
    const expected = await identity(plan, ownThread(plan));
    let total = 0;
    for (let attempt = 0; ; attempt++) {
      const stop = new AbortController();
      const journal = openJournal(folder, "a".repeat(64));
      const { pool, computed } = counting(plan);
      const progress = ({ unitsDone }: { unitsDone: number }) => unitsDone >= 7 * (attempt + 1) && stop.abort();
      const outcome = await identity(plan, pool, { journal, signal: stop.signal, progress }).catch((error) => error);
      journal.close();
      total += computed();
      if (typeof outcome === "string") {
        expect(outcome).toBe(expected);
        expect(attempt).toBeGreaterThan(2);
        break;
      }
      expect(outcome).toBeInstanceOf(Interrupted);
    }
    const again = counting(plan);
    await identity(plan, again.pool);
    expect(total).toBe(again.computed());
  });

  it("passes over a line that was cut short or changed, and takes nothing from other code", async () => {
    const plan = planFor(coins(1000));
    const fill = async (code: string) => {
      const journal = openJournal(folder, code);
      const { pool, computed } = counting(plan);
      const outcome = await identity(plan, pool, { journal });
      journal.close();
      return { outcome, computed: computed() };
    };
    const first = await fill("a".repeat(64));
    expect(first.computed).toBe(14);
    expect((await fill("b".repeat(64))).computed).toBe(14);
    expect((await fill("a".repeat(64))).computed).toBe(0);
    const [name] = readdirSync(folder).filter((file) => file.includes("-0.aaaa"));
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    truncateSync(path, text.length - 10);
    expect(await fill("a".repeat(64))).toEqual({ outcome: first.outcome, computed: 1 });
    writeFileSync(path, text.replace('"ones":', '"ones":1'));
    const others = readdirSync(folder).filter((file) => file !== name);
    for (const other of others) rmSync(join(folder, other));
    expect(await fill("a".repeat(64))).toEqual({ outcome: first.outcome, computed: 1 });
  });
});
