import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { pure } from "../guarantees/guarantee.ts";
import {
  pureToApproximate,
  pureToRenyi,
  pureToZeroConcentrated,
  pureToZeroConcentratedClassic,
} from "./pure-conversions.ts";

/** The divergence of randomized response, term by term: claim rdp. */
function responseDivergence(epsilon: number, order: number): number {
  const p = exp(epsilon) / (1 + exp(epsilon));
  return log(pow(p, order) * pow(1 - p, 1 - order) + pow(1 - p, order) * pow(p, 1 - order)) / (order - 1);
}

describe("pureToRenyi", () => {
  it("agrees with claim rdp: 0.7353257 and 0.9552484 at epsilon 1, orders 2 and 8", () => {
    expect(pureToRenyi(pure(1)).epsilonAt(2)).toBeCloseTo(0.7353257, 7);
    expect(pureToRenyi(pure(1)).epsilonAt(8)).toBeCloseTo(0.9552484, 7);
  });

  it("is the divergence of randomized response, attained", () => {
    for (const epsilon of [0.1, 1, 3]) {
      for (const order of [1.01, 1.5, 2, 8, 64]) {
        expect(pureToRenyi(pure(epsilon)).epsilonAt(order)).toBeCloseTo(responseDivergence(epsilon, order), 11);
      }
    }
  });

  it("grows with the order up to epsilon, without a step where the formula changes", () => {
    const { epsilonAt } = pureToRenyi(pure(2));
    const orders = [1.001, 1.1, 2, 10, 100, 250.999, 251.001, 1e4, 1e300, Infinity];
    for (let k = 1; k < orders.length; k++)
      expect(epsilonAt(orders[k])).toBeGreaterThanOrEqual(epsilonAt(orders[k - 1]));
    expect(epsilonAt(251.001) - epsilonAt(250.999)).toBeLessThan(1e-6);
    expect(epsilonAt(Infinity)).toBe(2);
    expect(pureToRenyi(pure(1e-9)).epsilonAt(2) / 1e-18).toBeCloseTo(1, 8);
    expect(() => epsilonAt(1)).toThrow("order must be above 1, got 1");
  });
});

describe("pureToZeroConcentrated", () => {
  it("is the largest divergence over order of randomized response, and below epsilon^2 / 2", () => {
    for (const epsilon of [0.01, 0.3, 1, 4, 20]) {
      const { rho } = pureToZeroConcentrated(pure(epsilon));
      const { epsilonAt } = pureToRenyi(pure(epsilon));
      for (const order of [1.0001, 1.01, 1.1, 1.5, 2, 3, 5, 10, 100]) {
        expect(epsilonAt(order) / order).toBeLessThanOrEqual(rho * (1 + 1e-12));
      }
      expect(epsilonAt(1 + 1e-6)).toBeGreaterThan(rho * (1 - 1e-4));
      expect(rho).toBeLessThan(pureToZeroConcentratedClassic(pure(epsilon)).rho);
    }
    expect(pureToZeroConcentratedClassic(pure(2)).rho).toBe(2);
  });
});

describe("pureToApproximate", () => {
  it("has delta 0", () => {
    expect(pureToApproximate(pure(1))).toEqual({ kind: "approximate", epsilon: 1, delta: 0 });
    expect(() => pureToApproximate({ kind: "pure", epsilon: -1 })).toThrow("epsilon");
  });
});
