import { describe, expect, it } from "vitest";
import { exp } from "../../lib/numerics/exponential.ts";
import { leastWorstExcess } from "./line-program.ts";
import { truthPoint } from "./truth-points.ts";

describe("lower bounds", () => {
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
