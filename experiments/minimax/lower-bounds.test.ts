import { describe, expect, it } from "vitest";
import { exp } from "../../lib/numerics/exponential.ts";
import { planOf } from "../engine/execution/plan.ts";
import { computeCells } from "../engine/execution/runner.ts";
import { ownThread } from "../engine/execution/worker-pool.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { specOf } from "../engine/format/spec.ts";
import { leastWorstExcess } from "./line-program.ts";
import experiment from "./lower-bounds.ts";
import { truthPoint } from "./truth-points.ts";

describe("lower bounds", () => {
  it("are below the truth at other points, with every control caught, and drawn", async () => {
    const overrides = { point: [101, 202, 303], dimension: [50, 2000], rho: [5e-4] };
    const plan = planOf(experiment, specOf(experiment, { size: "quick", seed: 4, overrides }));
    const { rows } = await computeCells(plan, ownThread(plan));
    const { parts, passed } = outcomeOf(rows);
    expect(parts.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual(
      Object.keys(experiment.parts).map((name) => `${name} holds`),
    );
    expect(passed).toBe(true);
    for (const { draw } of Object.values(experiment.figures)) expect(draw(rows).data.length).toBeGreaterThan(1);
  });

  it("are asked at sizes and guarantees that cover their ranges", () => {
    const points = Array.from({ length: 100 }, (_, i) => truthPoint(i));
    expect(new Set(points.map(({ size }) => size)).size).toBe(8);
    expect(Math.min(...points.map(({ epsilon }) => epsilon))).toBeLessThan(0.06);
    expect(Math.max(...points.map(({ epsilon }) => epsilon))).toBeGreaterThan(3.5);
  });
});

describe("learning on the line", () => {
  it("has the excess of randomized response at one record, and none without privacy", async () => {
    expect(await leastWorstExcess({ size: 1, epsilon: 1, delta: 0 })).toBeCloseTo(2 / (1 + exp(1)), 8);
    // With delta: (1 - delta) of it.
    expect(await leastWorstExcess({ size: 1, epsilon: 1, delta: 0.2 })).toBeCloseTo((2 * 0.8) / (1 + exp(1)), 8);
    expect(await leastWorstExcess({ size: 3, epsilon: 30, delta: 0 })).toBeLessThan(1e-6);
  });
});
