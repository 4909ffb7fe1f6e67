import { describe, expect, it } from "vitest";
import { worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { pldDelta } from "../loss/pld-accountant.ts";
import { approximateTradeOff } from "./finite-trade-off.ts";
import { pldTradeOff } from "./pld-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./trade-off.ts";
import { tradeOffDelta } from "./trade-off-profile.ts";

const alphas = [0, 1e-6, 1e-3, 0.05, 0.2, 0.5, 0.77, 0.99, 1];

describe("pldTradeOff", () => {
  it.each([
    ["Laplace", laplacePld({ scale: 1, sensitivity: 1.5 }), laplaceTradeOff(1.5), 2e-9],
    ["Gaussian", gaussianPld({ sigma: 2, sensitivity: 2.4 }), gaussianTradeOff(1.2), 1e-7],
    ["the worst", worstCasePld({ epsilon: 1, delta: 0.02 }), approximateTradeOff({ epsilon: 1, delta: 0.02 }), 1e-14],
  ] as const)("of %s loss is never above the closed form, and near it", (_, loss, exact: TradeOff, gap) => {
    const curve = pldTradeOff(loss);
    for (const alpha of alphas) {
      expect(curve.evaluate(alpha)).toBeLessThanOrEqual(exact.evaluate(alpha) + 1e-14);
      expect(curve.evaluate(alpha)).toBeGreaterThan(exact.evaluate(alpha) - gap);
    }
  });

  it("covers both directions where they differ", () => {
    const loss = subsampledGaussianPld({ noiseMultiplier: 0.8, samplingRate: 0.2 });
    const curve = pldTradeOff(loss);
    for (const alpha of [0.01, 0.1, 0.4]) expect(curve.evaluate(curve.evaluate(alpha))).toBeCloseTo(alpha, 5);
    const { lower, upper } = pldDelta({ events: [{ loss, times: 1 }], epsilon: 0.3, tolerance: 0.01 });
    expect(tradeOffDelta(curve, 0.3)).toBeGreaterThanOrEqual(lower);
    expect(tradeOffDelta(curve, 0.3)).toBeLessThan(upper * 1.001);
  });
});
