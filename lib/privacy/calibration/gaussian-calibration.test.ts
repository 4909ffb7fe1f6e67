import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { gaussianPrivacyLossTail } from "../loss/privacy-loss-tail.ts";
import { classicGaussianSigma, gaussianMuFor, gaussianSigmaFor, tailGaussianSigma } from "./gaussian-calibration.ts";

const relative = (value: number, truth: number) => Math.abs(value - truth) / Math.abs(truth);

/** The classic formula without its refusal: what a careless caller would use. */
const carelessSigma = (epsilon: number, delta: number) => Math.sqrt(2 * log(1.25 / delta)) / epsilon;

describe("gaussianSigmaFor", () => {
  it("agrees with row A13 and claim gaussian-analytic (mpmath on Balle-Wang, theorem 8)", () => {
    for (const [epsilon, delta, sigma] of [
      [1, 1e-5, 3.730631634815942],
      [1, 1e-6, 4.224678889326835],
      [0.1, 1e-5, 30.74956613197745],
      [0.5, 1e-5, 7.031826675582491],
      [0.01, 1e-5, 243.78543767567803],
      [0.1, 1e-6, 36.30469042619578],
      [2, 1e-6, 2.2304762711864172],
      [4, 1e-5, 1.0811618495202393],
      [8, 1e-5, 0.6002290721989516],
      [10, 1e-5, 0.4998886197090085],
    ]) {
      expect(relative(gaussianSigmaFor({ epsilon, delta, sensitivity: 1 }), sigma)).toBeLessThan(1e-12);
    }
  });

  it("agrees with dp_accounting's mechanism test (row A8)", () => {
    expect(gaussianSigmaFor({ epsilon: 16, delta: 1.016e-5, sensitivity: 1 })).toBeCloseTo(0.344, 3);
    expect(gaussianSigmaFor({ epsilon: 2, delta: 0.02092364, sensitivity: 5 })).toBeCloseTo(5, 3);
  });

  it("gives a delta that is met and hardly less, at any target", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 50, noNaN: true }),
        fc.double({ min: -100, max: -0.01, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (epsilon, logDelta, sensitivity) => {
          const delta = exp(logDelta);
          const sigma = gaussianSigmaFor({ epsilon, delta, sensitivity });
          expect(gaussianDelta({ epsilon, mu: sensitivity / sigma })).toBeLessThanOrEqual(delta * (1 + 1e-12));
          expect(gaussianDelta({ epsilon, mu: sensitivity / (sigma * (1 - 1e-9)) })).toBeGreaterThan(delta);
        },
      ),
    );
  });

  it("is caught when a tenth of the noise is missing: delta is 4.97 times the target at (1, 1e-5)", () => {
    const sigma = gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: 1 });
    expect(gaussianDelta({ epsilon: 1, mu: 1 / (0.9 * sigma) })).toBeCloseTo(4.97e-5, 7);
    expect(gaussianDelta({ epsilon: 1, mu: 1 / (0.5 * sigma) })).toBeCloseTo(1.04e-2, 4);
  });

  it("serves epsilon 0 and refuses deltas without an answer", () => {
    expect(relative(gaussianMuFor({ epsilon: 0, delta: 0.38292492254802624 }), 1)).toBeLessThan(1e-12);
    expect(() => gaussianSigmaFor({ epsilon: 1, delta: 0, sensitivity: 1 })).toThrow("delta");
    expect(() => gaussianSigmaFor({ epsilon: 1, delta: 1, sensitivity: 1 })).toThrow("delta");
    expect(() => gaussianSigmaFor({ epsilon: -1, delta: 0.1, sensitivity: 1 })).toThrow("epsilon");
    expect(() => gaussianSigmaFor({ epsilon: 1, delta: 0.1, sensitivity: 0 })).toThrow("sensitivity");
  });
});

describe("classicGaussianSigma", () => {
  it("agrees with the classic values of claim gaussian-analytic", () => {
    expect(classicGaussianSigma({ epsilon: 0.5, delta: 1e-5, sensitivity: 1 })).toBeCloseTo(9.689610525, 8);
    expect(classicGaussianSigma({ epsilon: 0.1, delta: 1e-6, sensitivity: 1 })).toBeCloseTo(52.988025269, 8);
  });

  it("breaks at epsilon 8.782, 8.420, 7.463, 6.772", () => {
    for (const [delta, breaks] of [
      [1e-6, 8.782],
      [1e-5, 8.42],
      [1e-3, 7.463],
      [1e-2, 6.772],
    ]) {
      const actual = (epsilon: number) => gaussianDelta({ epsilon, mu: 1 / carelessSigma(epsilon, delta) });
      expect(actual(breaks - 0.0005)).toBeLessThan(delta);
      expect(actual(breaks + 0.0005)).toBeGreaterThan(delta);
    }
  });
});

describe("tailGaussianSigma", () => {
  it("puts exactly delta of the loss beyond epsilon, more noise than is needed (claim gaussian-tail-calibration)", () => {
    const sigma = tailGaussianSigma({ epsilon: 1, delta: 1e-5, sensitivity: 1 });
    expect(sigma).toBeCloseTo(4.37907, 5);
    expect(relative(gaussianPrivacyLossTail({ epsilon: 1, mu: 1 / sigma }), 1e-5)).toBeLessThan(1e-12);
    expect(gaussianDelta({ epsilon: 1, mu: 1 / sigma })).toBeCloseTo(4.66e-7, 9);
  });
});
