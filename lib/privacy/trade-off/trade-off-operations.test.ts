import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { approximateTradeOff, tradeOffOfMasses } from "./finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./trade-off.ts";
import { invertTradeOff, symmetrise, tensor, tensorPower } from "./trade-off-operations.ts";

const masses = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => log(weight / total));
  });
const curves = fc
  .tuple(masses, masses)
  .map(([logNull, logAlternative]) => tradeOffOfMasses({ logNull, logAlternative }));
const ALPHAS = Array.from({ length: 41 }, (_, k) => k / 40);

describe("invertTradeOff", () => {
  it("is the inverse function: inf of the levels at which the curve is at most beta", () => {
    fc.assert(
      fc.property(curves, fc.double({ min: 0, max: 1, noNaN: true }), (curve, beta) => {
        const alpha = invertTradeOff(curve).evaluate(beta);
        expect(curve.evaluate(Math.min(1, alpha + 1e-9))).toBeLessThanOrEqual(beta + 1e-9);
        if (alpha > 1e-6) expect(curve.evaluate(alpha - 1e-6)).toBeGreaterThan(beta - 1e-12);
      }),
    );
  });
});

describe("symmetrise", () => {
  it("is symmetric and below the curve and its inverse", () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const inverse = invertTradeOff(curve);
        const low = symmetrise(curve);
        const lowInverse = invertTradeOff(low);
        for (const alpha of ALPHAS) {
          const [f, g] = [curve.evaluate(alpha), inverse.evaluate(alpha)];
          expect(low.evaluate(alpha)).toBeLessThanOrEqual(Math.min(f, g) + 1e-12);
          expect(Math.abs(low.evaluate(alpha) - lowInverse.evaluate(alpha))).toBeLessThan(1e-11);
        }
      }),
    );
  });

  it("leaves symmetric curves alone", () => {
    const curve = approximateTradeOff({ epsilon: 1, delta: 0.05 });
    for (const alpha of ALPHAS) {
      expect(symmetrise(curve).evaluate(alpha)).toBeCloseTo(curve.evaluate(alpha), 13);
    }
    expect(symmetrise(laplaceTradeOff(1))).toEqual(expect.objectContaining({ kind: "laplace", epsilon: 1 }));
  });
});

describe("tensor", () => {
  it("agrees with dp_accounting: (1, 0) + (2, 0) and (1, 0.1) + (2, 0.2) at a false-positive rate of 0.1 (rows E8, E9)", () => {
    const pure = tensor(approximateTradeOff({ epsilon: 1, delta: 0 }), approximateTradeOff({ epsilon: 2, delta: 0 }));
    expect(pure.power(0.1)).toBeCloseTo(0.8286, 3);
    const leaky = tensor(
      approximateTradeOff({ epsilon: 1, delta: 0.1 }),
      approximateTradeOff({ epsilon: 2, delta: 0.2 }),
    );
    expect(leaky.power(0.1)).toBeCloseTo(0.91938, 3);
  });

  it("adds Gaussians by their squares (row A10: sqrt 3 times the noise, three times, is mu 1)", () => {
    const power = tensorPower(gaussianTradeOff(1 / Math.sqrt(3)), 3);
    expect(power).toEqual(expect.objectContaining({ kind: "gaussian" }));
    expect(power.power(0.1)).toBeCloseTo(0.38914, 3);
    expect((tensor(gaussianTradeOff(3), gaussianTradeOff(4)) as { mu: number }).mu).toBe(5);
  });

  it("has 1 - alpha as its neutral element and does not depend on the order", () => {
    const nothing = approximateTradeOff({ epsilon: 0, delta: 0 });
    fc.assert(
      fc.property(curves, curves, (first, second) => {
        for (const alpha of [0, 0.1, 0.5, 0.9]) {
          expect(tensor(first, nothing).evaluate(alpha)).toBeCloseTo(first.evaluate(alpha), 12);
          expect(tensor(first, second).evaluate(alpha)).toBeCloseTo(tensor(second, first).evaluate(alpha), 12);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("keeps k-fold randomized response at k + 1 outcomes", () => {
    const power = tensorPower(approximateTradeOff({ epsilon: 0.1, delta: 0 }), 100) as Extract<
      TradeOff,
      { kind: "finite" }
    >;
    expect(power.logNull.length).toBe(101);
    expect(power.evaluate(0.5)).toBeGreaterThan(0);
    const total = power.logAlternative.reduce((sum, value) => sum + exp(value), 0);
    expect(total).toBeCloseTo(1, 12);
  });

  it("refuses kinds without a closed form, and no factor at all", () => {
    expect(() => tensor(laplaceTradeOff(1), gaussianTradeOff(1))).toThrow("both finite or both gaussian");
    expect(() => tensorPower(gaussianTradeOff(1), 0)).toThrow("times");
  });
});
