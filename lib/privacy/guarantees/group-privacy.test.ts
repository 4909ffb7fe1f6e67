import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { gaussianToRenyi } from "../conversions/gaussian-conversions.ts";
import { groupPrivacy } from "./group-privacy.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "./guarantee.ts";

describe("groupPrivacy", () => {
  it("is 0.01724 rather than 0.03695 for five records at (0.5, 0.001) (claim group-privacy)", () => {
    const { epsilon, delta } = groupPrivacy(approximate(0.5, 1e-3), 5);
    expect(epsilon).toBe(2.5);
    expect(Math.abs(delta - 0.01724)).toBeLessThan(5e-6);
    expect(5 * exp(4 * 0.5) * 1e-3).toBeCloseTo(0.03695, 5);
  });

  it("is attained by the binary chain p' = e^epsilon p + delta, on which (k epsilon, k delta) fails", () => {
    const [epsilon, delta, size] = [0.5, 1e-3, 5];
    const last = 1e-3;
    let first = last;
    for (let k = 0; k < size; k++) first = exp(epsilon) * first + delta;
    const needed = first - exp(size * epsilon) * last;
    expect(groupPrivacy(approximate(epsilon, delta), size).delta).toBeCloseTo(needed, 14);
    expect(needed).toBeGreaterThan(size * delta);
  });

  it("multiplies epsilon and mu, squares for rho, and is the factor k at epsilon 0", () => {
    expect(groupPrivacy(pure(0.5), 4).epsilon).toBe(2);
    expect(groupPrivacy(gaussianDp(0.5), 4).mu).toBe(2);
    expect(groupPrivacy(zeroConcentrated(0.5), 4).rho).toBe(8);
    expect(groupPrivacy(approximate(0, 0.01), 4).delta).toBeCloseTo(0.04, 15);
    expect(groupPrivacy(approximate(500, 1e-9), 4)).toEqual({ kind: "approximate", epsilon: 2000, delta: 1 });
    expect(groupPrivacy(approximate(500, 0), 4).delta).toBe(0);
  });

  it("bounds the divergence of Gaussian noise at k times the distance, for every size and order", () => {
    const curve = gaussianToRenyi(gaussianDp(0.3));
    for (const size of [1, 2, 3, 4, 7, 8]) {
      for (const order of [1.2, 2, 5]) {
        const exact = gaussianToRenyi(gaussianDp(0.3 * size)).epsilonAt(order);
        expect(groupPrivacy(curve, size).epsilonAt(order)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      }
    }
    expect(groupPrivacy(curve, 2).epsilonAt(2)).toBeCloseTo(3 * curve.epsilonAt(4), 14);
  });

  it("refuses groups of no one", () => {
    expect(() => groupPrivacy(pure(1), 0)).toThrow("size must be an integer of at least 1, got 0");
  });
});
