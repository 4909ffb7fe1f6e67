import { describe, expect, it } from "vitest";
import { approximateTradeOff } from "./finite-trade-off.ts";
import { convexify, piecewiseLinearTradeOff, tradeOffAbove } from "./trade-off-points.ts";

describe("piecewiseLinearTradeOff", () => {
  it("runs through its vertices and straight between them", () => {
    const curve = piecewiseLinearTradeOff([
      { alpha: 0, beta: 0.9 },
      { alpha: 0.2, beta: 0.3 },
      { alpha: 0.8, beta: 0 },
    ]);
    expect(curve.evaluate(0)).toBeCloseTo(0.9, 14);
    expect(curve.evaluate(0.1)).toBeCloseTo(0.6, 14);
    expect(curve.evaluate(0.2)).toBeCloseTo(0.3, 14);
    expect(curve.evaluate(0.5)).toBeCloseTo(0.15, 14);
    expect(curve.evaluate(0.9)).toBeCloseTo(0, 14);
  });

  it("refuses vertices that are not convex, above 1 - alpha, or no probabilities", () => {
    const bump = [
      { alpha: 0.2, beta: 0.3 },
      { alpha: 0.5, beta: 0.29 },
    ];
    expect(() => piecewiseLinearTradeOff(bump)).toThrow("points must be vertices of a convex curve");
    expect(() => convexify([{ alpha: 0.5, beta: 0.6 }])).toThrow("beta must be at most 1 - alpha");
    expect(() => convexify([{ alpha: -1, beta: 0.6 }])).toThrow("alpha");
  });
});

describe("convexify", () => {
  it("drops the points that a mixture of two others beats", () => {
    const curve = convexify([
      { alpha: 0.5, beta: 0.29 },
      { alpha: 0.2, beta: 0.3 },
    ]);
    expect(curve.evaluate(0.5)).toBeCloseTo(0.3 * (5 / 8), 14);
    expect(curve.evaluate(0.1)).toBeCloseTo(0.65, 14);
  });

  it("is 1 - alpha without any point", () => {
    expect(convexify([]).evaluate(0.3)).toBeCloseTo(0.7, 14);
  });
});

describe("tradeOffAbove", () => {
  it("is the largest of its lines and 0", () => {
    const lines = [
      { slope: 3, intercept: 0.9 },
      { slope: 0.4, intercept: 0.35 },
      { slope: 1, intercept: 0.2 },
      { slope: 3, intercept: 0.5 },
      { slope: 50, intercept: -1 },
    ];
    const curve = tradeOffAbove(lines);
    for (const alpha of [0, 0.05, 0.1, 0.2, 0.21, 0.22, 0.4, 0.8, 0.9, 1]) {
      const truth = Math.max(0, ...lines.map(({ slope, intercept }) => intercept - slope * alpha));
      expect(curve.evaluate(alpha)).toBeCloseTo(truth, 13);
    }
  });

  it("is 0 without lines, and refuses lines that start above 1", () => {
    expect(tradeOffAbove([]).evaluate(0)).toBe(0);
    expect(() => tradeOffAbove([{ slope: 1, intercept: 1.1 }])).toThrow("intercept");
    expect(approximateTradeOff({ epsilon: 0, delta: 1 }).evaluate(0)).toBe(0);
  });
});
