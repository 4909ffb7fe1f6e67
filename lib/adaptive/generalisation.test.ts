import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { sampleNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { expectedGapBound, overfittingTail, sharpExpectedGap, subsetSelectionGap } from "./generalisation.ts";
import { variableSelection } from "./variable-selection.ts";
import { majorityAccuracy, voteAccuracy, voteAccuracyLimit, voteAgreement } from "./vote-analyst.ts";

/**
 * The largest expected gap of any mechanism on n bits of probability 1/2 of which the output is one of two functions, by brute
 * force: the chance of the first function is p(s) for s ones, with p(s) and 1 - p(s) within e^epsilon of their neighbours'; phi is
 * x or 1 - x.
 */
function largestGap(size: number, epsilon: number): number {
  const ratio = exp(epsilon);
  const weights = Array.from({ length: size + 1 }, (_, s) => {
    let choose = 1;
    for (let i = 0; i < s; i++) choose = (choose * (size - i)) / (i + 1);
    return choose / (1 << size);
  });
  // E gap = sum_s weight(s) (s/n - 1/2) (2 p(s) - 1): the steepest p that privacy allows, through 1/2 in the middle.
  const climb = (p: number) => Math.min(p * ratio, 1 - (1 - p) / ratio);
  let best = 0;
  for (let start = 1; start < 400; start++) {
    let p = start / 400;
    const chances = [p];
    for (let s = 1; s <= size; s++) {
      p = climb(p);
      chances.push(p);
    }
    best = Math.max(
      best,
      chances.reduce((sum, chance, s) => sum + weights[s] * (s / size - 0.5) * (2 * chance - 1), 0),
    );
  }
  return best;
}

describe("the expected gap", () => {
  it("has its closed forms", () => {
    // Claim dp-generalization-expectation: tanh(1/4) = 0.24491866240 at epsilon 1.
    expect(Math.abs(sharpExpectedGap(1) - 0.2449186624)).toBeLessThan(1e-11);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), (epsilon) => {
        expect(Math.abs(expectedGapBound({ epsilon, delta: 0 }) - tanh(epsilon / 2))).toBeLessThan(1e-15);
        expect(sharpExpectedGap(epsilon)).toBeLessThanOrEqual(epsilon / 4);
        expect(expectedGapBound({ epsilon, delta: 0 })).toBeLessThanOrEqual(1 - exp(-epsilon) + 1e-15);
      }),
    );
    expect(expectedGapBound({ epsilon: 0, delta: 0.1 })).toBeCloseTo(0.1, 15);
  });

  it.each([1, 2, 3, 6])("is never exceeded by any private choice among two functions of %i bits", (size) => {
    for (const epsilon of [0.1, 1, 3]) {
      const found = largestGap(size, epsilon);
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThanOrEqual(sharpExpectedGap(epsilon) + 1e-12);
      // At n = 1 that choice is randomized response, with half of tanh(epsilon / 2).
      if (size === 1) expect(Math.abs(found - tanh(epsilon / 2) / 2)).toBeLessThan(1e-3);
    }
  });

  it.each([0.1, 1, 4])("is attained by subset selection at epsilon %f, in the limit and from below", (epsilon) => {
    const points = 1_000_000;
    const best = Math.round(points / (1 + exp(epsilon / 2)));
    const gap = subsetSelectionGap({ epsilon, points, chosen: best });
    expect(Math.abs(gap - sharpExpectedGap(epsilon))).toBeLessThan(1e-11);
    for (const chosen of [1, 3, points / 2, points - 1]) {
      expect(subsetSelectionGap({ epsilon, points, chosen })).toBeLessThanOrEqual(sharpExpectedGap(epsilon));
    }
  });

  it("of subset selection is what enumeration finds", () => {
    // Four points, subsets of two: three of the six have the record, each e^epsilon times as likely.
    const with_ = (3 * exp(0.7)) / (3 * exp(0.7) + 3);
    expect(Math.abs(subsetSelectionGap({ epsilon: 0.7, points: 4, chosen: 2 }) - (with_ - 0.5))).toBeLessThan(1e-15);
    expect(subsetSelectionGap({ epsilon: 1, points: 3, chosen: 0 })).toBe(0);
  });
});

describe("the gap with high probability", () => {
  it("is bounded by 6 e^(-tau^2 n) for epsilon up to tau, and for no more", () => {
    expect(Math.abs(overfittingTail({ epsilon: 0.1, tolerance: 0.1, size: 1000 }) - 6 * exp(-10))).toBeLessThan(1e-15);
    expect(overfittingTail({ epsilon: 0, tolerance: 0.01, size: 10 })).toBe(1);
    expect(() => overfittingTail({ epsilon: 0.2, tolerance: 0.1, size: 1000 })).toThrow(
      "epsilon must be at most tolerance",
    );
  });
});

describe("the vote analyst", () => {
  it.each([
    [101, 0.596],
    [501, 0.715],
    [2001, 0.871],
  ])("with %i functions has the published accuracy on a holdout of 1001", (functions, printed) => {
    // Claim holdout-vote-attack, by a simulation: its standard error is not printed, and the exact value is at most .005 away.
    const exact = voteAccuracy({ size: 1001, functions, sigma: 0 });
    expect(Math.abs(exact - printed)).toBeLessThan(5e-3);
    expect(Math.abs(exact - voteAccuracyLimit({ size: 1001, functions, sigma: 0 }))).toBeLessThan(1e-3);
  });

  it("has the exact accuracy of all samples, by brute force", () => {
    // Three records, three functions: all 2^9 tables of agreement with the labels are equally likely.
    let correct = 0;
    for (let code = 0; code < 512; code++) {
      const table = Array.from({ length: 3 }, (_, j) =>
        Array.from({ length: 3 }, (_, i) => ((code >> (3 * j + i)) & 1) * 2 - 1),
      );
      const signs = table.map((row) => Math.sign(row[0] + row[1] + row[2]));
      for (let i = 0; i < 3; i++) {
        if (table.reduce((sum, row, j) => sum + signs[j] * row[i], 0) > 0) correct++;
      }
    }
    expect(Math.abs(voteAccuracy({ size: 3, functions: 3, sigma: 0 }) - correct / (3 * 512))).toBeLessThan(1e-14);
  });

  it("loses by noise what the limit says, and all of it in the end", () => {
    const noisy = { size: 1001, functions: 501, sigma: 1 / Math.sqrt(1001) };
    expect(Math.abs(voteAccuracy(noisy) - voteAccuracyLimit(noisy))).toBeLessThan(2e-3);
    expect(voteAccuracy({ ...noisy, sigma: 1e6 })).toBeCloseTo(0.5, 3);
    expect(majorityAccuracy(4, 0)).toBeCloseTo(0.5, 14);
    expect(voteAgreement(2, () => 0.5)).toBe(0);
    expect(() => voteAccuracy({ size: 0, functions: 1, sigma: 0 })).toThrow("size must be");
  });
});

describe("variable selection", () => {
  it("keeps what both sets find, of one sign, and ranks by the training set", () => {
    const training = Float64Array.of(0.5, -0.9, 0.2, 0.7, -0.3, 0.05);
    const answers = Float64Array.of(0.4, -0.2, -0.6, 0.11, -0.4, 0.9);
    expect([...variableSelection({ cutoff: 0.1 }).select(training, answers)]).toEqual([1, 3, 0, 4]);
    expect(() => variableSelection({ cutoff: 0.1 }).select(training, answers.slice(1))).toThrow("answers must be");
    expect(() => variableSelection({ cutoff: -1 })).toThrow("cutoff must be");
  });

  it("keeps 2 (1 - Phi(1))^2 = .05034 of features without signal, at a cutoff of one standard error", () => {
    const random = stream(9, "selection");
    const draw = () => Float64Array.from({ length: 100_000 }, () => sampleNormal({ mean: 0, sigma: 1 }, random));
    const share = variableSelection({ cutoff: 1 }).select(draw(), draw()).length / 100_000;
    // A standard error of sqrt(.05 .95 / 1e5) = 7e-4.
    expect(Math.abs(share - 0.05034)).toBeLessThan(4e-3);
  });
});
