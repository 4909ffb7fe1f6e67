import { describe, expect, it } from "vitest";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { gaussianTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { tradeOffDelta } from "../../lib/privacy/trade-off/trade-off-profile.ts";
import { totalLoss } from "./total-loss.ts";

const loss = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.05 });

describe("the total loss of many steps", () => {
  it("has the Gaussian trade-off curve where every step takes the record", () => {
    const whole = totalLoss(subsampledGaussianPld({ noiseMultiplier: 5, samplingRate: 1 }), 20);
    const exact = gaussianTradeOff(Math.sqrt(20) / 5);
    for (let k = 1; k < 100; k++) {
      expect(Math.abs(whole.curve.evaluate(k / 100) - exact.evaluate(k / 100))).toBeLessThan(1e-8);
      const cut = (k - 50) / 10;
      const [alpha, beta] = [1 - whole.laws[0].cdf(cut), whole.laws[1].cdf(cut)];
      expect(Math.abs(exact.evaluate(alpha) - beta)).toBeLessThan(1e-8);
    }
  });

  it("has the delta that the accountant certifies", () => {
    const { curve } = totalLoss(loss, 50);
    for (const epsilon of [0.1, 0.5, 1, 2, 4]) {
      const { lower, upper } = pldDelta({ events: [{ loss, times: 50 }], epsilon });
      const delta = tradeOffDelta(curve, epsilon);
      expect(delta).toBeGreaterThan(lower - 1e-10);
      expect(delta).toBeLessThan(upper + 1e-10);
    }
  });

  it("moves by less than 1e-6 when the grid is twice as coarse, and lies on its curve", () => {
    const [fine, coarse] = [totalLoss(loss, 50), totalLoss(loss, 50, 1 / 1024)];
    for (let k = -40; k <= 80; k++) {
      const cut = k / 20;
      for (const side of [0, 1] as const) {
        expect(Math.abs(fine.laws[side].cdf(cut) - coarse.laws[side].cdf(cut))).toBeLessThan(1e-6);
      }
      const [alpha, beta] = [1 - fine.laws[0].cdf(cut), fine.laws[1].cdf(cut)];
      expect(Math.abs(fine.curve.evaluate(alpha) - beta)).toBeLessThan(1e-8);
    }
  });
});
