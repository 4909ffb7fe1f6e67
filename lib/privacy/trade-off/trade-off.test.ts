import { describe, expect, it } from "vitest";
import { normalDensity } from "../../numerics/normal.ts";
import { gaussianTradeOff, laplaceTradeOff } from "./trade-off.ts";

const relative = (value: number, truth: number) => Math.abs(value - truth) / truth;
const ALPHAS = [0, 1e-12, 1e-3, 0.05, 0.18, 0.3, 0.5, 0.51, 0.9, 1];

describe("gaussianTradeOff", () => {
  it("agrees with the golden vectors", () => {
    expect(relative(gaussianTradeOff(1).evaluate(0.05), 0.740488977158556)).toBeLessThan(1e-12);
    expect(relative(gaussianTradeOff(0.5).evaluate(0.1), 0.7827609195726948)).toBeLessThan(1e-12);
  });

  it("has the true-positive rates of dp_accounting at false-positive rates down to 1e-10 (row F1)", () => {
    const rates = [0.0183, 0.003274, 5.475e-4, 8.7218e-5, 1.3385e-5, 1.99405e-6, 2.8993e-7, 4.1303e-8];
    const levels = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
    for (const [k, alpha] of levels.entries()) {
      expect(relative(gaussianTradeOff(1).power(alpha), rates[k])).toBeLessThan(1e-3);
    }
  });

  it("has a power of 0.38914 at 0.1 for three releases with sqrt 3 times the noise (row A10)", () => {
    expect(gaussianTradeOff(Math.sqrt(3 / 3)).power(0.1)).toBeCloseTo(0.38914, 3);
  });
});

describe("laplaceTradeOff", () => {
  it("agrees with the golden vectors", () => {
    const curve = laplaceTradeOff(1);
    expect(relative(curve.evaluate(0.1), 0.7281718171540954)).toBeLessThan(1e-12);
    expect(relative(curve.evaluate(0.3), 0.30656620097620196)).toBeLessThan(1e-12);
    expect(relative(curve.evaluate(0.7), 0.1103638323514327)).toBeLessThan(1e-12);
  });
});

describe("every closed curve", () => {
  it("is its own inverse, starts at 1, ends at 0, and has 1 - evaluate as its power", () => {
    for (const curve of [gaussianTradeOff(0), gaussianTradeOff(1.3), laplaceTradeOff(0), laplaceTradeOff(2)]) {
      expect(curve.evaluate(0)).toBe(1);
      expect(curve.evaluate(1)).toBe(0);
      for (const alpha of ALPHAS) {
        const beta = curve.evaluate(alpha);
        expect(beta).toBeLessThanOrEqual(1 - alpha + 1e-15);
        expect(curve.power(alpha) + beta).toBeCloseTo(1, 14);
        if (alpha > 0.01 && alpha < 1) expect(curve.evaluate(beta)).toBeCloseTo(alpha, 12);
      }
    }
  });

  it("stays a curve where e^-epsilon is below float64", () => {
    const curve = laplaceTradeOff(800);
    expect([curve.evaluate(0), curve.evaluate(0.1), curve.evaluate(1)]).toEqual([1, 0, 0]);
    expect([curve.power(0), curve.power(0.1), curve.power(1)]).toEqual([0, 1, 1]);
  });

  it("refuses a rate that is no probability, and a parameter that is negative", () => {
    expect(() => gaussianTradeOff(1).evaluate(1.5)).toThrow("alpha must be between 0 and 1, got 1.5");
    expect(() => laplaceTradeOff(1).power(Number.NaN)).toThrow("alpha");
    expect(() => gaussianTradeOff(-1)).toThrow("mu");
    expect(() => laplaceTradeOff(Infinity)).toThrow("epsilon");
  });

  it("has the slope of its likelihood ratio (Gaussian, by a difference quotient)", () => {
    const [mu, x, step] = [1, 0.7, 1e-5];
    const curve = gaussianTradeOff(mu);
    const alpha = 1 - 0.758036347776927; // P(Z > 0.7)
    const slope = (curve.evaluate(alpha + step) - curve.evaluate(alpha - step)) / (2 * step);
    expect(slope).toBeCloseTo(-normalDensity(x - mu) / normalDensity(x), 6);
  });
});
