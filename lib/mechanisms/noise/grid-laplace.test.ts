import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { secureRandom } from "../../random/secure.ts";
import { gridLaplace } from "./grid-laplace.ts";

const neighbours = "swap";

describe("gridLaplace", () => {
  const mechanism = gridLaplace({
    epsilon: { numerator: 1, denominator: 1 },
    sensitivity: 1,
    stepExponent: -3,
    neighbours,
  });

  it("keeps epsilon for every pair of float64 inputs a sensitivity apart, on the grid or between", () => {
    const step = 0.125;
    for (const value of [0, 0.06, 0.0625, 0.0624999999999, 0.1, -0.0625, 0.49999999999999994, 1e-300, 1000.05]) {
      for (const distance of [1, 0.99, 0.5]) {
        const loss = largestLoss(mechanism.law(value), mechanism.law(value + distance));
        expect(loss).toBeLessThanOrEqual(1 + 1e-12);
        expect(loss).toBeGreaterThan(distance - step - 1e-9);
      }
    }
  });

  it("takes a sensitivity between two multiples of its step for the larger one", () => {
    const loose = gridLaplace({
      ...{ epsilon: { numerator: 1, denominator: 1 }, neighbours },
      sensitivity: 0.3,
      stepExponent: -2,
    });
    // 0.1 and 0.4 round to 0 and 0.5: two steps, though 0.3 is little more than one.
    expect(largestLoss(loose.law(0.1), loose.law(0.4))).toBeCloseTo(1, 12);
  });

  it("releases multiples of its step only, from the secure source, far from zero too", () => {
    const random = secureRandom();
    for (const value of [0.3, 1e-300, 12345.678, 1e300, -1e300, 1e15]) {
      for (let i = 0; i < 20; i++) expect(Number.isInteger(mechanism.release(value, random) * 8)).toBe(true);
    }
  });

  it("keeps a mean magnitude near that of continuous Laplace noise", () => {
    const law = mechanism.law(0);
    const magnitude = law.support.reduce((sum, x) => sum + Math.abs(x) * exp(law.logMass(x)), 0);
    expect(Math.abs(log(magnitude))).toBeLessThan(0.01);
  });
});
