import { describe, expect, it } from "vitest";
import { outcomeOf } from "../engine/outcome.ts";
import { planOf } from "../engine/plan.ts";
import { computeCells } from "../engine/runner.ts";
import { specOf } from "../engine/spec.ts";
import { ownThread } from "../engine/worker-pool.ts";
import experiment from "./noise.ts";

async function rowsOf(overrides: Record<string, readonly unknown[]>) {
  const plan = planOf(experiment, specOf(experiment, { size: "quick", seed: 11, overrides }));
  return (await computeCells(plan, ownThread(plan))).rows;
}

describe("the experiment on noise", () => {
  it("holds at parameters of its own, and its control is caught in every cell", async () => {
    const rows = await rowsOf({ epsilon: [0.03, 0.7, 12], sensitivity: [1, 7, 400] });
    expect(outcomeOf(rows).parts).toMatchObject([{ verdict: "holds", controls: { "twice-the-ratio": "caught" } }]);
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
  });

  it("has the golden mass 0.46211715726 and variance 1.84134718842 at epsilon 1 (claim geometric-mechanism)", async () => {
    const [row] = await rowsOf({ epsilon: [1], sensitivity: [1] });
    expect(row.checks["mass-at-zero"].estimate).toBeCloseTo(0.46211715726, 11);
    expect(row.checks.variance.estimate).toBeCloseTo(1.84134718842, 11);
  });
});
