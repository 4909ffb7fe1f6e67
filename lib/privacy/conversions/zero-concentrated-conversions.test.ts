import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { zeroConcentrated } from "../guarantees/guarantee.ts";
import { gaussianDelta, gaussianEpsilon } from "../loss/gaussian-profile.ts";
import {
  zeroConcentratedDelta,
  zeroConcentratedEpsilon,
  zeroConcentratedRhoFor,
  zeroConcentratedRhoForClassic,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
  zeroConcentratedToRenyi,
} from "./zero-concentrated-conversions.ts";

const relative = (value: number, truth: number) => Math.abs(value - truth) / truth;

describe("zeroConcentratedDelta", () => {
  it("agrees with opendp and the discrete-gaussian repository (rows D1-D4, D7)", () => {
    const rows = [
      [0.05, 0.25, 0.0817727531036956],
      [0.5, 0, 0.5588356393474351],
      [5e-30, 1e-13, 2.619676329730346e-234],
      [1 / 32, 0, 0.1508457845622862],
      [0.025, 1, 1.3361319064032213e-6],
    ];
    for (const [rho, epsilon, delta] of rows) {
      expect(relative(zeroConcentratedDelta({ rho, epsilon }), delta)).toBeLessThan(1e-12);
    }
  });

  it("is above the exact delta of Gaussian noise with the same rho, and below 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 400, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (rho, epsilon) => {
          const delta = zeroConcentratedDelta({ rho, epsilon });
          expect(delta).toBeGreaterThanOrEqual(gaussianDelta({ epsilon, mu: Math.sqrt(2 * rho) }) * (1 - 1e-12));
          expect(delta).toBeLessThanOrEqual(1);
        },
      ),
    );
    expect(zeroConcentratedDelta({ rho: 0, epsilon: 0 })).toBe(0);
  });
});

describe("zeroConcentratedEpsilon", () => {
  it("agrees with opendp and the discrete-gaussian repository (rows D4, D5, D7)", () => {
    expect(relative(zeroConcentratedEpsilon({ rho: 1 / 32, delta: 1e-3 }), 0.6880024554878085)).toBeLessThan(1e-13);
    expect(relative(zeroConcentratedEpsilon({ rho: 0.005, delta: 1e-6 }), 0.42994146883694934)).toBeLessThan(1e-13);
    expect(relative(zeroConcentratedEpsilon({ rho: 0.025, delta: 1e-6 }), 1.014074254726128)).toBeLessThan(1e-12);
  });

  it("agrees with claim zcdp at rho 0.1, delta 1e-5: classic 2.24597, tight 1.91424, exact 1.76006 for a Gaussian", () => {
    const guarantee = zeroConcentrated(0.1);
    expect(zeroConcentratedToApproximateClassic(guarantee, 1e-5).epsilon).toBeCloseTo(2.24597, 5);
    expect(zeroConcentratedToApproximate(guarantee, 1e-5).epsilon).toBeCloseTo(1.91424, 5);
    expect(gaussianEpsilon({ delta: 1e-5, mu: Math.sqrt(0.2) })).toBeCloseTo(1.76006, 5);
  });

  it("keeps its digits for tiny rho, where an epsilon too low by 1e-14 would be several times delta (40 digits)", () => {
    const rows = [
      [1e-27, 1e-100, 8.843855876706467e-13],
      [1e-20, 1e-84, 2.583263914022259e-9],
      [1e-14, 1e-9, 3.455794624093767e-7],
    ];
    for (const [rho, delta, epsilon] of rows) {
      expect(relative(zeroConcentratedEpsilon({ rho, delta }), epsilon)).toBeLessThan(1e-14);
    }
  });

  it("gives the epsilon 1.0 of row C27 for sigma 4.530877117 at delta 1e-6", () => {
    const rho = 1 / (2 * 4.530877117 * 4.530877117);
    expect(Math.abs(zeroConcentratedEpsilon({ rho, delta: 1e-6 }) - 1)).toBeLessThan(1e-7);
  });

  it("inverts delta, is at most the classic bound, and refuses delta 0", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 50, noNaN: true }),
        fc.double({ min: -60, max: -0.5, noNaN: true }),
        (rho, logDelta) => {
          const delta = exp(logDelta);
          const epsilon = zeroConcentratedEpsilon({ rho, delta });
          if (epsilon > 1e-3) expect(relative(zeroConcentratedDelta({ rho, epsilon }), delta)).toBeLessThan(1e-9);
          expect(epsilon).toBeLessThanOrEqual(
            zeroConcentratedToApproximateClassic(zeroConcentrated(rho), delta).epsilon,
          );
        },
      ),
    );
    expect(() => zeroConcentratedEpsilon({ rho: 1, delta: 0 })).toThrow("delta");
    expect(zeroConcentratedEpsilon({ rho: 1e308, delta: 1 - Number.EPSILON })).toBe(1e308);
  });
});

describe("zeroConcentratedRhoFor", () => {
  it("agrees with cdp_rho (row D7) and with the classic reference value", () => {
    expect(relative(zeroConcentratedRhoFor({ epsilon: 1, delta: 1e-6 }), 0.024355970359538372)).toBeLessThan(1e-12);
    expect(relative(zeroConcentratedRhoForClassic({ epsilon: 1, delta: 1e-6 }), 0.017468904769123432)).toBeLessThan(
      1e-12,
    );
    expect(zeroConcentratedRhoFor({ epsilon: 0, delta: 0.1 })).toBe(0);
  });
});

describe("zeroConcentratedToRenyi", () => {
  it("is the line that defines it", () => {
    expect(zeroConcentratedToRenyi(zeroConcentrated(0.5)).epsilonAt(4)).toBe(2);
    expect(() => zeroConcentratedToRenyi(zeroConcentrated(0.5)).epsilonAt(0.5)).toThrow("order");
  });
});
