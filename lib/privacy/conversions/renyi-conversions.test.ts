import { describe, expect, it } from "vitest";
import { gaussianDp, type RenyiGuarantee } from "../guarantees/guarantee.ts";
import { gaussianDelta, gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { gaussianToRenyi } from "./gaussian-conversions.ts";
import { RENYI_ORDERS, renyiDelta, renyiToApproximate, renyiToApproximateClassic } from "./renyi-conversions.ts";
import { zeroConcentratedEpsilon } from "./zero-concentrated-conversions.ts";

const constant: RenyiGuarantee = { kind: "renyi", epsilonAt: () => 1.1 };
const INTEGERS = Array.from({ length: 31 }, (_, k) => k + 2);

describe("renyiToApproximate", () => {
  it("agrees with dp_accounting on a constant curve and orders 2 to 32 (row C26)", () => {
    const { epsilon, order } = renyiToApproximate(constant, { delta: 1e-5, orders: INTEGERS });
    expect(Math.abs(epsilon - 1.32783806176)).toBeLessThan(1e-11);
    expect(order).toBe(32);
  });

  it("agrees with dp_accounting on Gaussian noise of sigma 4.530877117 (row C27)", () => {
    const curve = gaussianToRenyi(gaussianDp(1 / 4.530877117));
    expect(Math.abs(renyiToApproximate(curve, { delta: 1e-6, orders: RENYI_ORDERS }).epsilon - 1)).toBeLessThan(1e-4);
    const fine = Array.from({ length: 2000 }, (_, k) => 20 + k / 100);
    expect(Math.abs(renyiToApproximate(curve, { delta: 1e-6, orders: fine }).epsilon - 1)).toBeLessThan(1e-7);
  });

  it("obeys exact <= continuous <= list <= classic for Gaussian noise", () => {
    for (const mu of [0.05, 0.3, 1, 3]) {
      for (const delta of [1e-3, 1e-6, 1e-10]) {
        const curve = gaussianToRenyi(gaussianDp(mu));
        const tight = renyiToApproximate(curve, { delta, orders: RENYI_ORDERS }).epsilon;
        const continuous = zeroConcentratedEpsilon({ rho: (mu * mu) / 2, delta });
        expect(continuous).toBeGreaterThan(gaussianEpsilon({ delta, mu }));
        expect(tight).toBeGreaterThanOrEqual(continuous * (1 - 1e-13));
        expect(renyiToApproximateClassic(curve, { delta, orders: RENYI_ORDERS }).epsilon).toBeGreaterThan(tight);
      }
    }
  });

  it("passes over orders where the curve is Infinity, and refuses a list of nothing else", () => {
    const late: RenyiGuarantee = { kind: "renyi", epsilonAt: (order) => (order > 3 ? Infinity : 1) };
    expect(renyiToApproximate(late, { delta: 1e-5, orders: [2, 3, 4] }).order).toBe(3);
    expect(() => renyiToApproximate(late, { delta: 1e-5, orders: [4] })).toThrow("orders");
    expect(() => renyiToApproximate(constant, { delta: 1e-5, orders: [] })).toThrow("orders");
    expect(() => renyiToApproximate(constant, { delta: 1e-5, orders: [1] })).toThrow("orders must be all above 1");
    expect(() => renyiToApproximate(constant, { delta: 0, orders: [2] })).toThrow("delta");
    const broken: RenyiGuarantee = { kind: "renyi", epsilonAt: () => Number.NaN };
    expect(() => renyiToApproximate(broken, { delta: 0.1, orders: [2] })).toThrow("epsilonAt(2)");
  });
});

describe("renyiDelta", () => {
  it("undoes the tight conversion over the same orders", () => {
    const curve = gaussianToRenyi(gaussianDp(0.7));
    for (const delta of [0.1, 1e-3, 1e-9]) {
      const { epsilon } = renyiToApproximate(curve, { delta, orders: RENYI_ORDERS });
      expect(Math.abs(renyiDelta(curve, { epsilon, orders: RENYI_ORDERS }) / delta - 1)).toBeLessThan(1e-12);
    }
  });

  it("is above the exact delta of Gaussian noise, and at most 1", () => {
    const curve = gaussianToRenyi(gaussianDp(0.7));
    for (const epsilon of [0, 0.5, 2, 4]) {
      const delta = renyiDelta(curve, { epsilon, orders: RENYI_ORDERS });
      expect(delta).toBeGreaterThan(gaussianDelta({ epsilon, mu: 0.7 }));
      expect(delta).toBeLessThanOrEqual(1);
    }
    expect(renyiDelta({ kind: "renyi", epsilonAt: () => 50 }, { epsilon: 1, orders: [2, 3] })).toBe(1);
    expect(() => renyiDelta(curve, { epsilon: -1, orders: [2] })).toThrow("epsilon");
    expect(() => renyiDelta(curve, { epsilon: 1, orders: [1] })).toThrow("orders");
  });
});
