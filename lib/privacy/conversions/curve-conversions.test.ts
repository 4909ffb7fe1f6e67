import { describe, expect, it } from "vitest";
import { groupPrivacy } from "../guarantees/group-privacy.ts";
import { approximate, gaussianDp, pure } from "../guarantees/guarantee.ts";
import { gaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianDelta, gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { approximateTradeOff } from "../trade-off/finite-trade-off.ts";
import { groupTradeOff } from "../trade-off/group-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff } from "../trade-off/trade-off.ts";
import { convexify } from "../trade-off/trade-off-points.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import {
  approximateToTradeOff,
  gaussianToTradeOff,
  pldToApproximate,
  pldToTradeOff,
  tradeOffToApproximate,
  tradeOffToGaussian,
} from "./curve-conversions.ts";

const LEVELS = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);

describe("guarantees that are curves", () => {
  it("give back the (epsilon, delta) that they were made of", () => {
    const { epsilon } = tradeOffToApproximate(approximateToTradeOff(approximate(0.7, 0.01)), 0.01);
    expect(epsilon).toBeCloseTo(0.7, 9);
    expect(tradeOffToApproximate(approximateToTradeOff(pure(1.3)), 1e-9).epsilon).toBeCloseTo(1.3, 7);
    expect(() => tradeOffToApproximate(approximateToTradeOff(approximate(0.7, 0.01)), 0.005)).toThrow("delta");
  });

  it("agree for Gaussian noise as curve, as loss and in closed form", () => {
    const [mu, delta] = [0.8, 1e-4];
    const exact = gaussianEpsilon({ mu, delta });
    expect(tradeOffToApproximate(gaussianToTradeOff(gaussianDp(mu)), delta).epsilon).toBeCloseTo(exact, 8);
    const loss = { kind: "privacy-loss", loss: gaussianPld({ sigma: 1 / mu, sensitivity: 1 }) } as const;
    const found = pldToApproximate(loss, delta).epsilon;
    expect(found).toBeGreaterThanOrEqual(exact);
    expect(found).toBeLessThan(exact + 1e-3);
    const { curve } = pldToTradeOff(loss);
    for (const alpha of LEVELS) {
      expect(curve.evaluate(alpha)).toBeLessThanOrEqual(gaussianTradeOff(mu).evaluate(alpha) + 1e-12);
      expect(curve.evaluate(alpha)).toBeGreaterThan(gaussianTradeOff(mu).evaluate(alpha) - 1e-6);
    }
    expect(tradeOffToGaussian(gaussianToTradeOff(gaussianDp(mu))).mu).toBe(mu);
    expect(() => tradeOffToGaussian(approximateToTradeOff(approximate(1, 0.01)))).toThrow("curve");
  });
});

describe("the curve of a group", () => {
  it("is that of (k epsilon, delta (e^(k epsilon) - 1) / (e^epsilon - 1)) for (epsilon, delta), or above it", () => {
    for (const [epsilon, delta, size] of [
      [0.5, 1e-3, 5],
      [1, 0, 3],
      [0.1, 0.01, 4],
    ]) {
      const group = groupPrivacy(approximate(epsilon, delta), size);
      const curve = groupTradeOff(approximateTradeOff({ epsilon, delta }), size);
      // Both state what (epsilon, delta) is worth for a group; at the group's epsilon the deltas agree exactly.
      expect(tradeOffDelta(curve, group.epsilon)).toBeCloseTo(group.delta, 10);
      for (const alpha of LEVELS) {
        const { epsilon, delta } = group;
        expect(curve.evaluate(alpha)).toBeGreaterThanOrEqual(
          approximateTradeOff({ epsilon, delta }).evaluate(alpha) - 1e-12,
        );
      }
    }
  });

  it("moves the shift of Gaussian and Laplace curves, as composing their powers does", () => {
    for (const curve of [gaussianTradeOff(0.7), laplaceTradeOff(0.7)]) {
      const group = groupTradeOff(curve, 3);
      for (const alpha of LEVELS) {
        expect(group.evaluate(alpha)).toBeCloseTo(1 - curve.power(curve.power(curve.power(alpha))), 9);
      }
    }
    expect(groupPrivacy({ kind: "trade-off", curve: gaussianTradeOff(0.7) }, 2).curve).toMatchObject({ mu: 1.4 });
    expect(gaussianDelta({ epsilon: 1, mu: 1.4 })).toBeCloseTo(
      tradeOffDelta(groupTradeOff(gaussianTradeOff(0.7), 2), 1),
      9,
    );
  });

  it("composes a finite curve with itself, vertex by vertex", () => {
    const curve = convexify([
      { alpha: 0, beta: 0.9 },
      { alpha: 0.1, beta: 0.5 },
      { alpha: 0.4, beta: 0.2 },
    ]);
    const group = groupTradeOff(curve, 3);
    for (const alpha of LEVELS) {
      expect(group.evaluate(alpha)).toBeCloseTo(1 - curve.power(curve.power(curve.power(alpha))), 12);
    }
    expect(groupTradeOff(curve, 1).evaluate(0.05)).toBeCloseTo(curve.evaluate(0.05), 12);
  });

  it("refuses a loss distribution, which says nothing of groups, by name", () => {
    const loss = gaussianPld({ sigma: 1, sensitivity: 1 });
    expect(() => groupPrivacy({ kind: "privacy-loss", loss }, 2)).toThrow("convert");
  });
});
