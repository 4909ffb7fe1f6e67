import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { approximateTradeOff } from "./finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff } from "./trade-off.ts";
import { tensor } from "./trade-off-operations.ts";
import { convexify } from "./trade-off-points.ts";
import { advantage, areaUnderCurve, bestBalancedAccuracy, coveringMu, truePositiveRate } from "./trade-off-readings.ts";

const response = (epsilon: number, delta = 0) => approximateTradeOff({ epsilon, delta });

describe("bestBalancedAccuracy", () => {
  it("agrees with the golden table", () => {
    const table = [
      [0.1, 0.524979, 0.524385],
      [0.5, 0.622459, 0.6106],
      [1, 0.731059, 0.696735],
      [2, 0.880797, 0.81606],
      [4, 0.982014, 0.932332],
    ];
    for (const [epsilon, forResponse, forLaplace] of table) {
      expect(Math.abs(bestBalancedAccuracy(response(epsilon)) - forResponse)).toBeLessThan(5e-7);
      expect(Math.abs(bestBalancedAccuracy(laplaceTradeOff(epsilon)) - forLaplace)).toBeLessThan(5e-7);
    }
    expect(2 * bestBalancedAccuracy(gaussianTradeOff(1)) - 1).toBeCloseTo(0.38292492254802624, 14);
  });

  it("is (e^epsilon + delta) / (1 + e^epsilon) for leaky response (claims mia-dp-bounds and mia-exact-tradeoffs)", () => {
    for (const [epsilon, delta] of [
      [1, 0.1],
      [0.2, 0.01],
    ]) {
      expect(bestBalancedAccuracy(response(epsilon, delta))).toBeCloseTo(
        (exp(epsilon) + delta) / (1 + exp(epsilon)),
        14,
      );
    }
    expect(advantage(response(1))).toBeCloseTo(tanh(0.5), 14);
  });
});

describe("advantage", () => {
  it("is the largest distance below 1 - alpha, on a fine grid", () => {
    for (const curve of [gaussianTradeOff(0.7), laplaceTradeOff(1.5), response(1, 0.05)]) {
      let largest = 0;
      for (let k = 0; k <= 4000; k++) largest = Math.max(largest, curve.power(k / 4000) - k / 4000);
      expect(largest).toBeLessThanOrEqual(advantage(curve) + 1e-14);
      expect(largest).toBeGreaterThan(advantage(curve) - 1e-3);
    }
  });
});

describe("areaUnderCurve", () => {
  it("is 0.7602499389 for N(1) against N(0) (row F10), and 13/16 for eight scores (row F12)", () => {
    expect(areaUnderCurve(gaussianTradeOff(1))).toBeCloseTo(0.7602499389, 10);
    // Scores 0, 4, 6, 7 of members and 1, 2, 3, 5 of others: the hull of what thresholds reach.
    const hull = convexify([
      { alpha: 0, beta: 0.5 },
      { alpha: 0.25, beta: 0.25 },
    ]);
    expect(areaUnderCurve(hull)).toBeCloseTo(13 / 16, 14);
  });

  it("is the integral of the power", () => {
    for (const curve of [gaussianTradeOff(0.7), laplaceTradeOff(1.5), response(1, 0.05)]) {
      let area = 0;
      const corners = [0, exp(-1.5) / 2, 0.95 / (1 + exp(1)), 0.5, 0.95, 1];
      for (let k = 0; k < 5; k++)
        area += integrate((x) => curve.power(x), { lower: corners[k], upper: corners[k + 1] }).value;
      expect(areaUnderCurve(curve)).toBeCloseTo(area, 8);
    }
  });
});

describe("coveringMu", () => {
  it("agrees with dp_accounting for randomized response (row B16) and for (1, 0) + (2, 0) (row E8)", () => {
    for (const [noise, mu] of [
      [0.5, 1.34898],
      [0.9, 0.25132],
      [0.99, 0.025067],
    ]) {
      expect(Math.abs(coveringMu(response(log((2 - noise) / noise))) / mu - 1)).toBeLessThan(1e-3);
    }
    expect(coveringMu(tensor(response(1), response(2)))).toBeCloseTo(2.358, 3);
  });

  it("puts the Gaussian below the curve and touching it", () => {
    for (const curve of [laplaceTradeOff(0.3), laplaceTradeOff(1), laplaceTradeOff(8), response(1.5)]) {
      const mu = coveringMu(curve);
      let largest = 0;
      for (let k = 1; k < 4000; k++) {
        const alpha = exp(-12 * (1 - k / 4000));
        largest = Math.max(largest, normalUpperQuantile(alpha) + normalUpperQuantile(curve.evaluate(alpha)));
      }
      expect(largest).toBeLessThanOrEqual(mu + 1e-9);
      expect(largest).toBeGreaterThan(mu - 1e-2);
    }
  });

  it("is Infinity where an outcome tells the hypothesis", () => {
    expect(coveringMu(response(1, 1e-9))).toBe(Infinity);
  });
});

describe("truePositiveRate", () => {
  it("is the power at the level", () => {
    expect(truePositiveRate(response(log(3)), 0.125)).toBeCloseTo(0.375, 14);
  });
});
