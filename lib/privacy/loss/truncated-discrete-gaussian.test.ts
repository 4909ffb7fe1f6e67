import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { discreteGaussianPld } from "./discrete-pld.ts";
import { pldDelta } from "./pld-accountant.ts";
import type { PrivacyLoss } from "./privacy-loss.ts";
import { truncatedDiscreteGaussianLaw, truncatedDiscreteGaussianPld } from "./truncated-discrete-gaussian.ts";

const once = (loss: PrivacyLoss, epsilon: number) =>
  pldDelta({ events: [{ loss: { remove: loss, add: loss }, times: 1 }], epsilon, tolerance: 1e-6 }).estimate;

describe("the truncated discrete Gaussian", () => {
  it("holds row D12, and its sampled rows in both directions (dp_accounting, privacy_loss_mechanism_test.py)", () => {
    const rows = [
      [1, 1, 2, 1, 1, 0.150574425, 0.150574425],
      [10, 3, 5, 1, 1, 0.263672394, 0.263672394],
      [1, 1, 2, 0.8, 1, 0.024865564, 0.101734157],
      [5, 3, 5, 0.4, 0.1, 0.08558498, 0.104486937],
    ];
    for (const [sigma, sensitivity, bound, samplingRate, epsilon, add, remove] of rows) {
      const loss = truncatedDiscreteGaussianPld({ sigma, sensitivity, bound, samplingRate });
      expect(Math.abs(once(loss.add, epsilon) - add)).toBeLessThan(1e-7);
      expect(Math.abs(once(loss.remove, epsilon) - remove)).toBeLessThan(1e-7);
    }
  });

  it("holds row D14: 0.27406862 and 0.7259314 at -1 and 0, standard deviation 0.7403629", () => {
    const law = truncatedDiscreteGaussianLaw({ sigma: 1, bound: 1 }, 0);
    const masses = law.support.map((k) => exp(law.logMass(k)));
    expect(law.support).toEqual([-1, 0, 1]);
    expect(Math.abs(masses[0] - 0.27406862)).toBeLessThan(1e-7);
    expect(Math.abs(masses[0] + masses[1] - 0.7259314)).toBeLessThan(1e-7);
    expect(Math.abs(Math.sqrt(masses[0] + masses[2]) - 0.7403629)).toBeLessThan(1e-7);
    expect(law.logMass(2)).toBe(-Infinity);
  });

  it("has as delta at any large epsilon the mass that the neighbour cannot produce", () => {
    const law = truncatedDiscreteGaussianLaw({ sigma: 4, bound: 6 }, 0);
    const lost = exp(law.logMass(5)) + exp(law.logMass(6));
    const loss = truncatedDiscreteGaussianPld({ sigma: 4, sensitivity: 2, bound: 6, samplingRate: 1 });
    expect(once(loss.remove, 50)).toBeCloseTo(lost, 14);
  });

  it("tends to the whole law as the bound grows", () => {
    const whole = once(discreteGaussianPld({ sigma: 2, sensitivity: 1 }).remove, 0.5);
    const cut = truncatedDiscreteGaussianPld({ sigma: 2, sensitivity: 1, bound: 18, samplingRate: 1 });
    expect(Math.abs(once(cut.remove, 0.5) - whole)).toBeLessThan(1e-9);
  });

  it("refuses bad parameters", () => {
    const good = { sigma: 1, sensitivity: 1, bound: 2, samplingRate: 1 };
    expect(() => truncatedDiscreteGaussianPld({ ...good, sigma: -1 })).toThrow("sigma must be positive");
    expect(() => truncatedDiscreteGaussianPld({ ...good, sensitivity: 0 })).toThrow("sensitivity must be");
    expect(() => truncatedDiscreteGaussianPld({ ...good, bound: 0.5 })).toThrow("bound must be");
    expect(() => truncatedDiscreteGaussianPld({ ...good, samplingRate: 0 })).toThrow("samplingRate must be");
    expect(() => truncatedDiscreteGaussianLaw({ sigma: 1, bound: 2 }, 0.5)).toThrow("centre must be");
  });
});
