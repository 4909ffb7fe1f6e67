import { describe, expect, it } from "vitest";
import { approximateTradeOff } from "./finite-trade-off.ts";
import { convexify, tradeOffAbove } from "./trade-off-points.ts";

describe("convexify", () => {
  it("drops the points that a mixture of two others beats", () => {
    const curve = convexify([
      { alpha: 0.5, beta: 0.29 },
      { alpha: 0.2, beta: 0.3 },
    ]);
    expect(curve.evaluate(0.5)).toBeCloseTo(0.3 * (5 / 8), 14);
    expect(curve.evaluate(0.1)).toBeCloseTo(0.65, 14);
  });

  it("refuses points above 1 - alpha, or no probabilities", () => {
    expect(() => convexify([{ alpha: 0.5, beta: 0.6 }])).toThrow("beta must be at most 1 - alpha");
    expect(() => convexify([{ alpha: -1, beta: 0.6 }])).toThrow("alpha");
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
