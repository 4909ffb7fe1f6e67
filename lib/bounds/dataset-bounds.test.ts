import { describe, expect, it } from "vitest";
import { majority } from "../mechanisms/choice/majority.ts";
import { changeDistance } from "../mechanisms/local-sensitivity/change-distance.ts";
import { inverseSensitivity } from "../mechanisms/local-sensitivity/inverse-sensitivity.ts";
import { discreteLaplace } from "../mechanisms/noise/discrete-laplace.ts";
import { exp, expm1 } from "../numerics/exponential.ts";
import { approximate, pure } from "../privacy/guarantees/guarantee.ts";
import { instanceBound, modulusOfContinuity } from "./instance-bound.ts";
import { unbiasedSuccessBound } from "./unbiased-success.ts";
import { unbiasedVarianceBound } from "./unbiased-variance.ts";

const proportional = (steps: number, first = 1) => Array.from({ length: steps }, (_, k) => first * (k + 1));

describe("the bound on unbiased success", () => {
  it("is 1 / (1 + e^(-(|2 s - n| + 1) epsilon)) for the majority of n bits", () => {
    for (const ones of [6, 8, 11]) {
      const found = unbiasedSuccessBound({ epsilon: 0.3, distances: [0, ones - 5] });
      expect(found).toBeCloseTo(1 / (1 + exp(-(2 * ones - 11 + 1) * 0.3)), 15);
    }
  });

  it("is exceeded by no majority rule, and by a constant", () => {
    for (const rule of ["exponential", "inverse-sensitivity", "optimal"] as const) {
      for (let ones = 6; ones <= 11; ones++) {
        const votes = Array.from({ length: 11 }, (_, i) => (i < ones ? 1 : 0));
        const law = majority({ epsilon: 0.7, size: 11, rule }).law(votes);
        const bound = unbiasedSuccessBound({ epsilon: 0.7, distances: [0, ones - 5] });
        expect(exp(law.logMass(1))).toBeLessThanOrEqual(bound + 1e-15);
        expect(1).toBeGreaterThan(bound);
      }
    }
  });

  it("is exceeded by inverse sensitivity for no function of four bits, all datasets gone through", () => {
    for (const table of [0b0110100110010110, 0b1000000000000001, 0b1110010000011011]) {
      const statistic = (bits: readonly number[]) => {
        const place = bits.reduce((code, bit) => 2 * code + bit, 0);
        return ((table >> place) & 1) + (place > 9 ? 2 : 0);
      };
      const { outcomes, distance } = changeDistance({ universe: [0, 1], size: 4, statistic });
      const mechanism = inverseSensitivity<number, number>({ epsilon: 0.9, outcomes, distance });
      for (let code = 0; code < 16; code++) {
        const bits = [8, 4, 2, 1].map((digit) => (code & digit) / digit);
        const bound = unbiasedSuccessBound({ epsilon: 0.9, distances: outcomes.map((value) => distance(bits, value)) });
        expect(exp(mechanism.law(bits).logMass(statistic(bits)))).toBeLessThanOrEqual(bound + 1e-15);
      }
    }
  });
});

describe("the bounds on unbiased variance", () => {
  it("at epsilon 1 is the published 0.9206735942077923, half the variance of discrete Laplace noise at every epsilon", () => {
    const bound = (epsilon: number) =>
      unbiasedVarianceBound({ epsilon, moves: proportional(50), form: "chapman-robbins" });
    expect(bound(1)).toEqual({ value: expect.closeTo(0.9206735942077923, 14), step: 1 });
    for (const epsilon of [0.01, 0.3, 2]) {
      const law = discreteLaplace({ epsilon, sensitivity: 1, neighbours: "swap" }).law(0);
      let variance = 0;
      for (const value of law.support) variance += value * value * exp(law.logMass(value));
      expect(variance / bound(epsilon).value).toBeCloseTo(2, 9);
    }
  });

  it("is attained by the unbiased answer of one bit", () => {
    const epsilon = 0.8;
    const value = exp(epsilon) / (expm1(epsilon) * expm1(epsilon));
    expect(unbiasedVarianceBound({ epsilon, moves: [1], form: "chapman-robbins" }).value).toBeCloseTo(value, 14);
  });

  it("is ordered: 1/68, 1/59.49, the best step (about 1/33.1), Chapman-Robbins", () => {
    for (const epsilon of [0.001, 0.01, 0.1, 0.31, 0.5]) {
      const forms = ["lecture", "rounded", "best-step", "chapman-robbins"] as const;
      const values = forms.map((form) => unbiasedVarianceBound({ epsilon, moves: proportional(2000), form }).value);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(values[0] * epsilon * epsilon * 68).toBeCloseTo(1, 12);
    }
    const fine = unbiasedVarianceBound({ epsilon: 1e-3, moves: proportional(3000), form: "best-step" });
    expect(1 / (fine.value * 1e-6)).toBeCloseTo(33.1, 1);
  });

  it("refuses the constants where their proof does not reach", () => {
    const form = "lecture" as const;
    expect(() => unbiasedVarianceBound({ epsilon: 0.6, moves: proportional(9), form })).toThrow(
      "epsilon must be at most",
    );
    expect(() => unbiasedVarianceBound({ epsilon: 0.1, moves: proportional(4), form })).toThrow(
      "moves must be of at least",
    );
    expect(() => unbiasedVarianceBound({ epsilon: 0.1, moves: [1, 1, 1, 1, 1], form })).toThrow("in proportion");
    expect(() => unbiasedVarianceBound({ epsilon: 1, moves: [2, 1], form: "best-step" })).toThrow("moves[1] must be");
  });
});

describe("instance bounds", () => {
  it("know the modulus of the mean and of the median of bits and digits", () => {
    const mean = (records: readonly number[]) => records.reduce((a, b) => a + b, 0) / records.length;
    const moves = modulusOfContinuity({ universe: [0, 1], records: [1, 1, 0, 0, 0], statistic: mean });
    expect(moves.map((move) => Math.round(5 * move))).toEqual([1, 2, 3, 3, 3]);
    const median = (records: readonly number[]) => records.toSorted((a, b) => a - b)[1];
    expect(modulusOfContinuity({ universe: [0, 1, 5], records: [0, 0, 1], statistic: median })).toEqual([1, 5, 5]);
  });

  it("are the best of w_k / (1 + e^(k epsilon)), and no more with a delta", () => {
    const moves = [0.1, 0.5, 0.5];
    const { value, step } = instanceBound({ guarantee: pure(0.4), moves });
    expect(step).toBe(2);
    expect(value).toBeCloseTo(0.5 / (1 + exp(0.8)), 15);
    expect(instanceBound({ guarantee: approximate(0.4, 0.01), moves }).value).toBeLessThan(value);
    expect(instanceBound({ guarantee: approximate(0.4, 0), moves }).value).toBeCloseTo(value, 15);
  });
});
