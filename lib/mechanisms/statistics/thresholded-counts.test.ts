import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteDelta } from "../../auditing/discrete-audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { type ApproximateGuarantee, approximate, type Guarantee } from "../../privacy/guarantees/guarantee.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { countThresholdFor, type KeyedCounts, thresholdedCounts } from "./thresholded-counts.ts";

const claimOf = ({ guarantee }: { readonly guarantee: Guarantee }) => {
  const { epsilon, delta } = guarantee as ApproximateGuarantee;
  return { epsilon, delta };
};
const one = (count: number): KeyedCounts => new Map(count === 0 ? [] : [["key", count]]);
const integers = { noise: "discrete-laplace", epsilon: 0.5, sensitivity: 2, threshold: 9 } as const;

describe("thresholdedCounts with Laplace noise", () => {
  it("has row B19: scale 1, threshold 10, counts 1, 2, 3 (OpenDP, noise_threshold/laplace/test.rs)", () => {
    // Beside the published value, which is rounded upwards by up to 7e-13 of it, e^(-9) / 2, e^(-8) / 2, e^(-7) / 2 in float64.
    const rows = [
      [1, 6.17049020433802e-5, 6.170490204333978e-5],
      [2, 1.677313139513137e-4, 1.6773131395125593e-4],
      [3, 4.5594098277745854e-4, 4.559409827772581e-4],
    ];
    for (const [sensitivity, published, truth] of rows) {
      const claim = claimOf(thresholdedCounts({ noise: "laplace", epsilon: sensitivity, sensitivity, threshold: 10 }));
      expect(claim.epsilon).toBe(sensitivity);
      expect(Math.abs(claim.delta / published - 1)).toBeLessThan(1e-12);
      expect(claim.delta).toBeGreaterThanOrEqual(truth);
      expect(claim.delta / truth - 1).toBeLessThan(1e-13);
    }
  });

  it("has the probability that a lone count passes, by the law of the noise, on both sides of the threshold", () => {
    for (const threshold of [-1, 0.5, 2, 3.5, 20]) {
      const claim = claimOf(thresholdedCounts({ noise: "laplace", epsilon: 1.5, sensitivity: 2, threshold }));
      expect(claim.delta).toBeCloseTo(1 - laplaceLaw(2, 2 / 1.5).cdf(threshold), 13);
    }
  });
});

describe("thresholdedCounts with discrete Laplace noise", () => {
  it("keeps its guarantee on all neighbours with one key, and attains its delta on the worst pair", () => {
    for (const parameters of [integers, { ...integers, epsilon: 1, sensitivity: 1 }, { ...integers, threshold: 1 }]) {
      const mechanism = thresholdedCounts(parameters);
      const claim = claimOf(mechanism);
      for (let count = 0; count <= 14; count++) {
        for (let change = 1; change <= parameters.sensitivity; change++) {
          const pair = { first: mechanism.law(one(count)), second: mechanism.law(one(count + change)) };
          const { verdict } = auditDiscrete(pair, { ...claim, tailsAreNoWorse: true });
          expect(verdict).toBe("holds");
        }
      }
      const pair = mechanism.worstPair();
      const worst = { first: mechanism.law(pair[0]), second: mechanism.law(pair[1]) };
      expect(Math.abs(discreteDelta(worst, claim.epsilon).lower / claim.delta - 1)).toBeLessThan(1e-10);
    }
  });

  it("is refuted by the same audit when its threshold is one too low for its claim", () => {
    const claim = claimOf(thresholdedCounts(integers));
    const broken = thresholdedCounts({ ...integers, threshold: integers.threshold - 1 });
    const pair = { first: broken.law(one(0)), second: broken.law(one(2)) };
    expect(auditDiscrete(pair, { ...claim, tailsAreNoWorse: true }).verdict).toBe("violated");
  });

  it("is exact with a rational epsilon, and claims the same up to rounding", () => {
    const exact = thresholdedCounts({ ...integers, epsilon: { numerator: 1, denominator: 3 } });
    const close = thresholdedCounts({ ...integers, epsilon: 1 / 3 });
    expect(claimOf(exact).delta / claimOf(close).delta).toBeCloseTo(1, 12);
    expect(claimOf(exact).epsilon).toBeGreaterThanOrEqual(1 / 3);
    expect(exact.release(one(50), stream(3, "exact"))).toHaveLength(1);
  });

  it("draws from its law with two keys, and a law with a tenth less noise is told apart", () => {
    const counts: KeyedCounts = new Map([
      ["b", 9],
      ["a", 5],
    ]);
    const random = stream(20261115, "thresholded-counts");
    const draws = 20_000;
    const mechanism = thresholdedCounts(integers);
    const seen = new Map<string, number>();
    for (let k = 0; k < draws; k++) {
      const name = JSON.stringify(mechanism.release(counts, random));
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const pValue = (epsilon: number) => {
      const law = thresholdedCounts({ ...integers, epsilon }).law(counts);
      const [observed, expected] = [[0], [0]];
      for (const release of law.support) {
        const share = draws * exp(law.logMass(release));
        // Rare releases share the first cell.
        const cell = share < 10 ? 0 : observed.push(0) - 1;
        if (cell > 0) expected.push(0);
        observed[cell] += seen.get(JSON.stringify(release)) ?? 0;
        expected[cell] += share;
      }
      return chiSquareTest({ observed, expected }).pValue;
    };
    expect(pValue(0.5)).toBeGreaterThan(1e-3);
    expect(pValue(0.55)).toBeLessThan(1e-3);
  });

  it("gives no mass to keys that are not there nor to counts below the threshold", () => {
    const law = thresholdedCounts(integers).law(one(9));
    expect(law.logMass([["other", 9]])).toBe(-Infinity);
    expect(law.logMass([["key", 8]])).toBe(-Infinity);
    expect(law.support.reduce((sum, release) => sum + exp(law.logMass(release)), 0)).toBeCloseTo(1, 12);
  });

  it("refuses to list what many keys may release, without telling how many they are", () => {
    const { law } = thresholdedCounts({ noise: "discrete-laplace", epsilon: 1, sensitivity: 1, threshold: 5 });
    const counts = new Map(Array.from({ length: 271 }, (_, k) => [`key ${k}`, 9]));
    let message = "";
    try {
      expect(law(counts).support).toBeUndefined();
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain("at most 2^16 releases are likely, got a value that is not shown");
    expect(message).not.toContain("271");
  });

  it("has the least threshold for a delta, in place of a threshold", () => {
    for (const noise of ["laplace", "discrete-laplace"] as const) {
      const asked = { noise, epsilon: 0.5, sensitivity: 2, delta: 1e-6 } as const;
      const mechanism = thresholdedCounts(asked);
      expect(mechanism.threshold).toBe(countThresholdFor(asked));
      expect(claimOf(mechanism).delta).toBeLessThanOrEqual(1e-6);
      const nearer = thresholdedCounts({ noise, epsilon: 0.5, sensitivity: 2, threshold: mechanism.threshold - 1 });
      expect(claimOf(nearer).delta).toBeGreaterThan(1e-6);
      const guarantee = approximate(0.5, 1e-6);
      expect(thresholdedCounts({ noise, guarantee, sensitivity: 2 }).threshold).toBe(mechanism.threshold);
      expect(countThresholdFor({ noise, guarantee, sensitivity: 2 })).toBe(mechanism.threshold);
    }
    expect(() => thresholdedCounts({ ...integers, delta: 0.1 } as never)).toThrow("threshold");
  });

  it("finds a threshold for the least sensitivity that there is", () => {
    const least = { noise: "laplace", epsilon: 1, sensitivity: Number.MIN_VALUE, delta: 0.1 } as const;
    expect(countThresholdFor(least)).toBeLessThan(1e-320);
  });

  it("refuses bad parameters and counts", () => {
    expect(() => thresholdedCounts({ ...integers, epsilon: 0 })).toThrow("epsilon must be positive");
    expect(() => thresholdedCounts({ ...integers, sensitivity: 1.5 })).toThrow("sensitivity must be an integer");
    expect(() => thresholdedCounts({ ...integers, threshold: 2.5 })).toThrow("threshold must be an integer");
    expect(() => thresholdedCounts({ ...integers, noise: "none" as never })).toThrow("noise must be");
    expect(() =>
      thresholdedCounts({ ...integers, noise: "laplace", epsilon: { numerator: 1, denominator: 2 } }),
    ).toThrow("epsilon must be a number");
    const mechanism = thresholdedCounts(integers);
    expect(() => mechanism.release(new Map([["key", 0]]), stream(1))).toThrow("a count must be");
    expect(() => mechanism.release({} as never, stream(1))).toThrow("counts must be a Map");
  });
});
