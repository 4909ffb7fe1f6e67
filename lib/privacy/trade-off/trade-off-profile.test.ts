import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { leakyResponseDelta } from "../loss/leaky-response-profile.ts";
import { approximateTradeOff, tradeOffOfMasses } from "./finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff } from "./trade-off.ts";
import { invertTradeOff, symmetrise, tensor } from "./trade-off-operations.ts";
import { convexify } from "./trade-off-points.ts";
import { directedDelta, tradeOffDelta, tradeOffEpsilon, tradeOffFromProfile } from "./trade-off-profile.ts";

const masses = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => log(weight / total));
  });

describe("tradeOffDelta", () => {
  it("is the numeric conjugate of the curve: largest 1 - f(alpha) - e^epsilon alpha (RR, Laplace, Gaussian)", () => {
    for (const curve of [approximateTradeOff({ epsilon: 1, delta: 0.02 }), laplaceTradeOff(1), gaussianTradeOff(1)]) {
      for (const epsilon of [0, 0.3, 0.9, 1.4]) {
        let largest = 0;
        for (let k = 0; k <= 4000; k++) {
          const alpha = (k / 4000) * (k / 4000);
          largest = Math.max(largest, curve.power(alpha) - exp(epsilon) * alpha);
        }
        const delta = tradeOffDelta(curve, epsilon);
        expect(largest).toBeLessThanOrEqual(delta + 1e-13);
        expect(largest).toBeGreaterThan(delta - 1e-3);
      }
    }
  });

  it("is the sum of (q - e^epsilon p)_+, in the worse order", () => {
    fc.assert(
      fc.property(masses, masses, fc.double({ min: 0, max: 4, noNaN: true }), (logNull, logAlternative, epsilon) => {
        const sum = (a: number[], b: number[]) =>
          a.reduce((total, x, k) => total + Math.max(0, exp(x) - exp(epsilon + b[k])), 0);
        const curve = tradeOffOfMasses({ logNull, logAlternative });
        expect(Math.abs(directedDelta(curve, epsilon) - sum(logAlternative, logNull))).toBeLessThan(1e-14);
        const both = Math.max(sum(logAlternative, logNull), sum(logNull, logAlternative));
        expect(Math.abs(tradeOffDelta(curve, epsilon) - both)).toBeLessThan(1e-14);
        expect(tradeOffDelta(symmetrise(curve), epsilon)).toBeGreaterThan(both - 1e-12);
      }),
    );
  });

  it("agrees with dp_accounting: (1, 0.1) + (2, 0.2) has delta 0.28 at 3 (row E9)", () => {
    const pair = tensor(
      approximateTradeOff({ epsilon: 1, delta: 0.1 }),
      approximateTradeOff({ epsilon: 2, delta: 0.2 }),
    );
    expect(tradeOffDelta(pair, 3)).toBeCloseTo(0.28, 12);
  });

  it("agrees with the profile of leaky response, negative epsilons included", () => {
    for (const epsilon of [-2, -0.5, 0, 0.7, 1, 3]) {
      const truth = leakyResponseDelta({ pureEpsilon: 1, leak: 0.1, epsilon });
      expect(tradeOffDelta(approximateTradeOff({ epsilon: 1, delta: 0.1 }), epsilon)).toBeCloseTo(truth, 14);
    }
  });
});

describe("tradeOffEpsilon", () => {
  it("inverts delta, from above", () => {
    fc.assert(
      fc.property(masses, masses, fc.double({ min: 0, max: 1, noNaN: true }), (logNull, logAlternative, delta) => {
        const curve = tradeOffOfMasses({ logNull, logAlternative });
        const epsilon = tradeOffEpsilon(curve, delta);
        if (epsilon === Infinity) {
          expect(tradeOffDelta(curve, 700)).toBeGreaterThan(delta);
          return;
        }
        expect(tradeOffDelta(curve, epsilon)).toBeLessThanOrEqual(delta);
        if (epsilon > 1e-6) expect(tradeOffDelta(curve, epsilon - 1e-6)).toBeGreaterThan(delta - 1e-12);
      }),
    );
  });

  it("is Infinity below the leak, and reads closed curves by their profiles", () => {
    expect(tradeOffEpsilon(approximateTradeOff({ epsilon: 1, delta: 0.1 }), 0.05)).toBe(Infinity);
    expect(tradeOffEpsilon(gaussianTradeOff(1), 1e-5)).toBeCloseTo(4.377178095681136, 12);
    expect(tradeOffEpsilon(laplaceTradeOff(1), 0)).toBe(1);
  });
});

describe("tradeOffFromProfile", () => {
  it("gives a finite pair back from its delta at its own ratios", () => {
    fc.assert(
      fc.property(masses, masses, (logNull, logAlternative) => {
        const curve = symmetrise(tradeOffOfMasses({ logNull, logAlternative }));
        if (curve.kind !== "finite") throw new Error("not finite");
        const points = Array.from(curve.logNull, (p, k) => Math.abs(curve.logAlternative[k] - p))
          .filter((epsilon) => epsilon < 30)
          .concat(0, 600)
          .map((epsilon) => ({ epsilon, delta: tradeOffDelta(curve, epsilon) }));
        const back = tradeOffFromProfile(points);
        for (let k = 0; k <= 40; k++)
          expect(Math.abs(back.evaluate(k / 40) - curve.evaluate(k / 40))).toBeLessThan(1e-11);
      }),
    );
  });

  it("is below the Gaussian curve, and near it on a fine grid of epsilons", () => {
    const curve = gaussianTradeOff(1);
    const points = Array.from({ length: 401 }, (_, k) => ({ epsilon: k / 50, delta: tradeOffDelta(curve, k / 50) }));
    const back = tradeOffFromProfile(points);
    for (const alpha of [0.001, 0.05, 0.3, 0.7, 0.99]) {
      expect(back.evaluate(alpha)).toBeLessThanOrEqual(curve.evaluate(alpha) + 1e-12);
      expect(back.evaluate(alpha)).toBeGreaterThan(curve.evaluate(alpha) - 1e-4);
      expect(invertTradeOff(back).evaluate(alpha)).toBeCloseTo(back.evaluate(alpha), 10);
    }
  });

  it("needs the convex hull: points of a curve without it understate delta", () => {
    const reached = [
      { alpha: 0.1, beta: 0.5 },
      { alpha: 0.3, beta: 0.45 },
      { alpha: 0.5, beta: 0.1 },
    ];
    const steps = Math.max(...reached.map(({ alpha, beta }) => 1 - beta - exp(0.2) * alpha));
    expect(tradeOffDelta(convexify(reached), 0.2)).toBeGreaterThanOrEqual(steps - 1e-15);
    expect(convexify(reached).evaluate(0.3)).toBeLessThan(0.45);
  });
});
