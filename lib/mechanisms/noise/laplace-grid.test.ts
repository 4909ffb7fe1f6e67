import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { secureRandom } from "../../random/secure.ts";
import { laplace } from "./laplace.ts";

const neighbours = "swap";

describe("laplace with a step", () => {
  const mechanism = laplace({
    epsilon: { numerator: 1, denominator: 1 },
    sensitivity: 1,
    step: { numerator: 1, denominator: 8 },
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
    const loose = laplace({
      ...{ epsilon: { numerator: 1, denominator: 1 }, neighbours },
      sensitivity: 0.3,
      step: { numerator: 1, denominator: 4 },
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

  it("is asked for by a fraction with its step only", () => {
    const fraction = { epsilon: { numerator: 1, denominator: 2 }, sensitivity: 1, neighbours } as never;
    expect(() => laplace(fraction)).toThrow(
      "step must be given for an epsilon that is a fraction, such as { numerator: 1, denominator: 100 }, got undefined",
    );
    const vectors = { epsilon: 1, sensitivity: 1, step: { numerator: 1, denominator: 2 }, neighbours, dimension: 2 };
    expect(() => laplace(vectors as never)).toThrow(/^parameters must .*dimension/);
  });

  it("rounds to steps that are no power of two", () => {
    const cents = { epsilon: 1, neighbours, step: { numerator: 1, denominator: 100 } } as const;
    // 0.07 is 7 steps and a little more: as a float64 it is above seven hundredths.
    expect(
      largestLoss(laplace({ ...cents, sensitivity: 0.07 }).law(0), laplace({ ...cents, sensitivity: 0.07 }).law(0.07)),
    ).toBeCloseTo(7 / 8, 12);
    expect(
      laplace({ ...cents, sensitivity: 0.25 })
        .law(1.004)
        .mean(),
    ).toBe(1);
    expect(
      laplace({ ...cents, sensitivity: 0.25 })
        .law(1.006)
        .mean(),
    ).toBe(1.01);
  });

  it("keeps a mean magnitude near that of continuous Laplace noise", () => {
    const law = mechanism.law(0);
    const magnitude = law.support.reduce((sum, x) => sum + Math.abs(x) * exp(law.logMass(x)), 0);
    expect(Math.abs(log(magnitude))).toBeLessThan(0.01);
  });
});
