import { describe, expect, it } from "vitest";
import { hockeyStick, renyiDivergence } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { listedMoments } from "../../oracles/listed-law.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { discreteGaussian } from "./discrete-gaussian.ts";

const neighbours = "swap";

function moments(law: NumberLaw) {
  const sums = listedMoments(law.support, (x) => exp(law.logMass(x)));
  return { ...sums, atZero: exp(law.logMass(0)), atOne: exp(law.logMass(1)) };
}

describe("discreteGaussian", () => {
  const law = (variance: number, centre: number) =>
    discreteGaussian({ rho: 1 / (2 * variance), sensitivity: 1, neighbours }).law(centre);

  // IBM/discrete-gaussian-differential-privacy, run at these variances.
  it.each([
    [0.1, 1.0134758981204781, 0.013296725173624149],
    [0.25, 1.2713415221890152, 0.21501267508813848],
    [0.5, 1.772637204826652, 0.49897913083282047],
    [1, 2.506628288042905, 0.9999997887677282],
    [2, 3.5449077018110318, 1.9999999999999978],
  ])("has the published normaliser and variance at parameter %d", (parameter, normaliser, deviationSquared) => {
    const { atZero, variance, total } = moments(law(parameter, 0));
    expect(Math.abs(1 / atZero / normaliser - 1)).toBeLessThan(1e-12);
    expect(Math.abs(variance / deviationSquared - 1)).toBeLessThan(1e-12);
    expect(Math.abs(total - 1)).toBeLessThan(1e-13);
  });

  it("has the golden masses at parameters 1 and 0.25", () => {
    expect(Math.abs(moments(law(1, 0)).atZero / 0.3989422782668617 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(moments(law(1, 0)).atOne / 0.24197072322446062 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(moments(law(0.25, 0)).atZero / 0.7865707070419478 - 1)).toBeLessThan(1e-12);
  });

  // The same source.
  it.each([
    [1, 1, 0.14135133940562192],
    [4, 1, 0.0072487768459525825],
    [100, 0.1, 0.008762353923948089],
    [10, 0.5, 0.009963280630586501],
  ])("has the published delta at variance %d, epsilon %d", (variance, epsilon, delta) => {
    expect(Math.abs(hockeyStick(law(variance, 0), law(variance, 1), epsilon) - delta)).toBeLessThan(1e-10);
  });

  it("loses more than rho with half the variance", () => {
    expect(renyiDivergence(law(0.5, 0), law(0.5, 1), 2)).toBeGreaterThan(0.5 * 2);
    expect(renyiDivergence(law(1, 0), law(1, 1), 2)).toBeLessThanOrEqual(0.5 * 2 * (1 + 1e-12));
  });

  it("refuses noise too large for float64 when it is built, and losses too many to list", () => {
    expect(() => discreteGaussian({ rho: 1e-25, sensitivity: 1, neighbours: "swap" })).toThrow(
      /^sensitivity\^2 \/ \(2 rho\) must be positive and at most 2\^80 for a float64 rho/,
    );
    const wide = discreteGaussian({ rho: 1e-12, sensitivity: 1, neighbours: "swap" });
    expect(() => wide.privacyLoss()).toThrow(/at most 1e8 for a loss distribution/);
  });
});
