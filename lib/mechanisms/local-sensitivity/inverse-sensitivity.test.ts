import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { allLists } from "../../oracles/all-lists.ts";
import { stepDensityLoss } from "../../oracles/step-density.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import { piecewiseConstantLaw } from "../laws/piecewise-constant-law.ts";
import { changeDistance } from "./change-distance.ts";
import { inverseSensitivity } from "./inverse-sensitivity.ts";
import { inverseSensitivityMean } from "./inverse-sensitivity-mean.ts";
import { inverseSensitivityMedian } from "./inverse-sensitivity-median.ts";

function swapPairs(universe: readonly number[], size: number): [number[], number[]][] {
  return allLists(universe, size).flatMap((x) =>
    x.flatMap((_, i) => universe.map((value): [number[], number[]] => [x, x.with(i, value)])),
  );
}

function discretePld<Value>(first: DiscreteLaw<Value>, second: DiscreteLaw<Value>): number {
  return Math.max(...first.support.map((value) => Math.abs(first.logMass(value) - second.logMass(value))));
}

function medianLaw(mechanism: ReturnType<typeof inverseSensitivityMedian>, data: readonly number[]): ContinuousLaw {
  const law = mechanism.law(data);
  return law;
}

/** Every statistic of two bits with three values. */
const ternary = allLists([0, 1, 2], 4).filter((values) => new Set(values).size === 3);
const pairsOfTwoBits = swapPairs([0, 1], 2);

function byEnumeration(epsilon: number, values: readonly number[]) {
  const { outcomes, distance } = changeDistance<number, number>({
    universe: [0, 1],
    size: 2,
    statistic: ([a, b]) => values[2 * a + b],
  });
  return { outcomes, distance, mechanism: inverseSensitivity({ epsilon, outcomes, distance }) };
}

describe("the inverse sensitivity mechanism", () => {
  it("is private for every statistic of two bits with three values", () => {
    let worst = 0;
    for (const values of ternary) {
      const { mechanism } = byEnumeration(1, values);
      for (const [x, y] of pairsOfTwoBits) worst = Math.max(worst, discretePld(mechanism.law(x), mechanism.law(y)));
    }
    expect(worst).toBeLessThanOrEqual(1 + 1e-12);
    expect(worst).toBeGreaterThan(0.6);
  });

  it("would lose 1.14384 at epsilon 1 with the full exponent (claim ism-discrete)", () => {
    let worst = 0;
    for (const values of ternary) {
      const { mechanism } = byEnumeration(2, values);
      for (const [x, y] of pairsOfTwoBits) worst = Math.max(worst, discretePld(mechanism.law(x), mechanism.law(y)));
    }
    expect(worst).toBeCloseTo(1.14384, 5);
  });

  it("uses the full exponent for two outcomes, is exactly as private as stated, and not 10 % more", () => {
    const { outcomes, distance } = changeDistance<number, number>({
      universe: [0, 1],
      size: 5,
      statistic: (bits) => (bits.reduce((a, b) => a + b, 0) > 2 ? 1 : 0),
    });
    const mechanism = inverseSensitivity({ epsilon: 1, outcomes, distance });
    const losses = swapPairs([0, 1], 5).map(([x, y]) => discretePld(mechanism.law(x), mechanism.law(y)));
    expect(Math.max(...losses)).toBeLessThanOrEqual(1 + 1e-12);
    expect(Math.max(...losses)).toBeGreaterThan(0.9);
    // The majority rule of claim majority by inverse sensitivity, n = 5, epsilon = 1.
    const golden = [0.047426, 0.119203, 0.268941, 0.731059];
    for (const [ones, value] of golden.entries()) {
      const bits = Array.from({ length: 5 }, (_, i) => (i < ones ? 1 : 0));
      expect(exp(mechanism.law(bits).logMass(1))).toBeCloseTo(value, 6);
    }
  });

  it("draws from its law, and not from one with an exponent 10 % larger", () => {
    const { mechanism } = byEnumeration(1.5, [0, 1, 2, 2]);
    const random = stream(4, "inverse");
    const observed = new Float64Array(3);
    const trials = 40000;
    for (let i = 0; i < trials; i++) observed[mechanism.release([0, 0], random)]++;
    const pValue = (epsilon: number) => {
      const law = byEnumeration(epsilon, [0, 1, 2, 2]).mechanism.law([0, 0]);
      return chiSquareTest({ observed, expected: [0, 1, 2].map((value) => trials * exp(law.logMass(value))) }).pValue;
    };
    expect(pValue(1.5)).toBeGreaterThan(1e-3);
    expect(pValue(1.65)).toBeLessThan(1e-4);
    expect(mechanism.release([0, 1], stream(7))).toBe(mechanism.release([0, 1], stream(7)));
  });

  it("gives an outcome at distance Infinity no mass", () => {
    const law = inverseSensitivity<number, string>({
      epsilon: 1,
      outcomes: ["a", "b", "never"],
      distance: (_, outcome) => (outcome === "never" ? Infinity : outcome === "a" ? 0 : 1),
    }).law([]);
    expect(law.support).toEqual(["a", "b"]);
    expect(law.logMass("never")).toBe(-Infinity);
  });

  it("refuses bad parameters by name", () => {
    const good = { epsilon: 1, outcomes: [0, 1, 2], distance: () => 0 };
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => inverseSensitivity({ ...good, epsilon })).toThrow(/^epsilon must be/);
    }
    expect(() => inverseSensitivity({ ...good, outcomes: [] })).toThrow(/^outcomes must be at least one/);
    expect(() => inverseSensitivity({ ...good, outcomes: [1, 1] })).toThrow(/^outcomes must be all different/);
    expect(() => inverseSensitivity({ ...good, distance: () => -1 }).law([])).toThrow(/^distance must be non-negative/);
    expect(() => inverseSensitivity({ ...good, distance: () => NaN }).law([])).toThrow(
      /^distance must be non-negative/,
    );
    expect(() => inverseSensitivity({ ...good, distance: () => Infinity }).law([])).toThrow(/^distance must be finite/);
    expect(() => inverseSensitivity({ ...good, outcomes: [0, 1], distance: () => 1 }).law([])).toThrow(
      /^distance must be 0 for an outcome/,
    );
    const enumerated = { universe: [0, 1], size: 2, statistic: () => 0 };
    expect(() => changeDistance({ ...enumerated, universe: [] })).toThrow(/^universe must be/);
    expect(() => changeDistance({ ...enumerated, size: 0 })).toThrow(/^size must be/);
    const universe = Array.from({ length: 1025 }, (_, k) => k); // whose square is just above 2^20
    expect(() => changeDistance({ ...enumerated, universe })).toThrow(/^size must be at most/);
    expect(() => changeDistance(enumerated).distance([0], 0)).toThrow(/^records must be of length 2/);
  });
});

describe("the inverse sensitivity mean", () => {
  const bits = (size: number, ones: number) => Array.from({ length: size }, (_, i) => (i < ones ? 1 : 0));
  const upperTail = (size: number, ones: number, steps: number) => {
    const law = inverseSensitivityMean({ epsilon: 0.5, size }).law(bits(size, ones));
    return law.support
      .filter((share) => share * size > ones + steps - 0.5)
      .reduce((p, t) => p + exp(law.logMass(t)), 0);
  };

  it("has the tails of claim ism-mean, and not those of the formula that counts zero twice", () => {
    expect(upperTail(1000, 500, 0)).toBeCloseTo(0.5622, 4);
    expect(upperTail(1000, 500, 1)).toBeCloseTo(0.4378, 4);
    expect(upperTail(20, 2, 0)).toBeCloseTo(0.764, 3);
    expect(Math.abs(upperTail(1000, 500, 1) - exp(-0.25) / 2)).toBeGreaterThan(0.04);
  });

  it.each([
    [1, 0.714],
    [0.1, 0.0953],
    [0.01, 0.00995],
  ])("loses, at epsilon %s, %s at the ends and half of epsilon in the interior (claim ism-mean)", (epsilon, stated) => {
    const size = epsilon === 0.01 ? 4000 : 400;
    const mechanism = inverseSensitivityMean({ epsilon, size });
    const a = exp(-epsilon / 2);
    const loss = discretePld(mechanism.law(bits(size, 0)), mechanism.law(bits(size, 1)));
    expect(loss).toBeCloseTo(epsilon / 2 + log(1 + a * (1 - a)), 8);
    expect(Math.abs(loss / stated - 1)).toBeLessThan(1e-3);
    expect(loss).toBeLessThan(epsilon);
    const [x, y] = mechanism.worstPair();
    expect(discretePld(mechanism.law(x), mechanism.law(y))).toBeCloseTo(loss, 12);
  });

  it("loses 1.209 at nominal epsilon 1 with the full exponent (negative control)", () => {
    const doubled = inverseSensitivityMean({ epsilon: 2, size: 400 });
    expect(discretePld(doubled.law(bits(400, 0)), doubled.law(bits(400, 1)))).toBeCloseTo(1.209, 3);
  });

  it("has the distances that going through all datasets finds", () => {
    const size = 5;
    const { outcomes, distance } = changeDistance<number, number>({
      universe: [0, 1],
      size,
      statistic: (data) => data.reduce((a, b) => a + b, 0) / size,
    });
    const oracle = inverseSensitivity({ epsilon: 0.8, outcomes, distance });
    const mechanism = inverseSensitivityMean({ epsilon: 0.8, size });
    for (const data of allLists([0, 1], size)) {
      for (const share of outcomes) {
        expect(mechanism.law(data).logMass(share)).toBeCloseTo(oracle.law(data).logMass(share), 12);
      }
    }
  });

  it("draws from its law, and not from one at an epsilon 10 % larger", () => {
    const random = stream(8, "mean");
    const [size, trials] = [8, 60000];
    const data = bits(size, 3);
    const mechanism = inverseSensitivityMean({ epsilon: 1, size });
    const observed = new Float64Array(size + 1);
    for (let i = 0; i < trials; i++) observed[mechanism.release(data, random) * size]++;
    const pValue = (epsilon: number) => {
      const law = inverseSensitivityMean({ epsilon, size }).law(data);
      return chiSquareTest({ observed, expected: law.support.map((share) => trials * exp(law.logMass(share))) }).pValue;
    };
    expect(pValue(1)).toBeGreaterThan(1e-3);
    expect(pValue(1.1)).toBeLessThan(1e-4);
  });

  it("refuses bad parameters and what are no bits", () => {
    for (const size of [0, 1.5, NaN, -1]) {
      expect(() => inverseSensitivityMean({ epsilon: 1, size })).toThrow(/^size must be/);
    }
    expect(() => inverseSensitivityMean({ epsilon: NaN, size: 2 })).toThrow(/^epsilon must be/);
    const mechanism = inverseSensitivityMean({ epsilon: 1, size: 2 });
    expect(() => mechanism.release([1], stream(1))).toThrow(/^bits must be of length 2/);
    expect(() => mechanism.release([1, 0.5], stream(1))).toThrow(
      /^a bit must be 0 or 1, got a value that is not shown/,
    );
  });
});

describe("the inverse sensitivity median", () => {
  const build = (epsilon: number, radius: number) => inverseSensitivityMedian({ epsilon, radius, lower: 0, upper: 1 });
  const grid = [0, 0.25, 0.5, 0.75, 1];

  it.each([3, 5])("has the distances that going through all datasets of %s records finds, ties included", (size) => {
    const universe = size === 3 ? [0, 0.25, 0.375, 0.5, 0.75, 1] : [0, 0.3, 0.5, 1];
    const { distance, outcomes } = changeDistance<number, number>({
      universe,
      size,
      statistic: (data) => data.toSorted((a, b) => a - b)[(size - 1) / 2],
    });
    for (const data of allLists(universe, size)) {
      const law = medianLaw(build(2, 0.01), data);
      const peak = Math.max(...outcomes.map((value) => law.logDensity(value)));
      for (const value of outcomes) expect(peak - law.logDensity(value)).toBeCloseTo(distance(data, value), 10);
    }
  });

  it.each([0, 0.1, 0.3])("is private with radius %s on all neighbours of a grid of ties", (radius) => {
    const mechanism = build(1, radius);
    const laws = new Map(allLists(grid, 3).map((data) => [data.join(), medianLaw(mechanism, data)]));
    let worst = 0;
    for (const [x, y] of swapPairs(grid, 3)) {
      const [first, second] = [laws.get(x.join()), laws.get(y.join())];
      if (first === undefined || second === undefined) throw new Error("a missing law");
      worst = Math.max(worst, stepDensityLoss(first, second));
    }
    expect(worst).toBeLessThanOrEqual(1 + 1e-12);
    expect(worst).toBeGreaterThan(0.5);
  });

  it("attains its guarantee in the limit, so that a claim 10 % smaller is caught", () => {
    const mechanism = build(1, 0);
    const near = 1e-3;
    // The mass sits in one cell, which moves a step away, while another comes a step nearer.
    const x = [near, near, near, 1 - near, 1 - near, 1 - near, 1 - near];
    const y = [near, near, near, near, 1 - near, 1 - near, 1 - near];
    const losses = [stepDensityLoss(medianLaw(mechanism, x), medianLaw(mechanism, y))];
    for (const data of allLists([0, near, 0.5, 1 - near, 1], 3)) {
      for (const value of [0, near, 0.5, 1 - near, 1]) {
        losses.push(stepDensityLoss(medianLaw(mechanism, data), medianLaw(mechanism, data.with(0, value))));
      }
    }
    expect(Math.max(...losses)).toBeLessThanOrEqual(1 + 1e-12);
    expect(Math.max(...losses)).toBeGreaterThan(0.9);
  });

  it("would lose 5.18 at epsilon 1 on ties if records equal to the median were not counted (claim ism-smoothed)", () => {
    // Half-units of epsilon: the distance is 1 plus the records strictly between the median and t.
    const uncounted = (data: readonly number[]) => {
      const middle = data.toSorted((a, b) => a - b)[10];
      const cells = [0.25, 0.55, 0.8].map(
        (t) => 1 + data.filter((x) => (x > middle && x < t) || (x < middle && x > t)).length,
      );
      return piecewiseConstantLaw(
        [0, 0.5, 0.6, 1],
        cells.map((changes) => -changes / 2),
      );
    };
    const tied = (low: number) => Array.from({ length: 21 }, (_, i) => (i < low ? 0.5 : 0.6));
    expect(stepDensityLoss(uncounted(tied(11)), uncounted(tied(10)))).toBeCloseTo(5.18, 2);
    expect(stepDensityLoss(medianLaw(build(1, 0), tied(11)), medianLaw(build(1, 0), tied(10)))).toBeLessThan(1);
  });

  it("draws from its law, and not from one at an epsilon 10 % larger", () => {
    const data = [0.1, 0.3, 0.35, 0.4, 0.9];
    const random = stream(6, "median");
    const draws = Float64Array.from({ length: 40000 }, () => build(2, 0.02).release(data, random));
    const pValue = (epsilon: number) => kolmogorovSmirnov(draws, medianLaw(build(epsilon, 0.02), data).cdf).pValue;
    expect(pValue(2)).toBeGreaterThan(1e-3);
    expect(pValue(2.2)).toBeLessThan(1e-4);
    expect(build(1, 0).release(data, stream(3))).toBe(build(1, 0).release(data, stream(3)));
  });

  it("refuses bad parameters and an even number of records", () => {
    const good = { epsilon: 1, radius: 0.1, lower: 0, upper: 1 };
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => inverseSensitivityMedian({ ...good, epsilon })).toThrow(/^epsilon must be/);
    }
    for (const radius of [-1, NaN, Infinity]) {
      expect(() => inverseSensitivityMedian({ ...good, radius })).toThrow(/^radius must be/);
    }
    expect(() => inverseSensitivityMedian({ ...good, upper: 0 })).toThrow(/^upper must be above lower/);
    const mechanism = inverseSensitivityMedian(good);
    expect(() => mechanism.release([], stream(1))).toThrow(/^the number of records must be odd, got 0/);
    expect(() => mechanism.release([1, 2], stream(1))).toThrow(/^the number of records must be odd, got 2/);
    expect(() => mechanism.release([NaN], stream(1))).toThrow(/^a record must be a number/);
  });
});

describe("the law of outcomes that are numbers", () => {
  it("is a distribution, and of others it is not", () => {
    const distance = (records: readonly number[], outcome: unknown) => Math.abs(records.length - Number(outcome));
    const { law } = inverseSensitivity<number, number>({ epsilon: 2, outcomes: [5, 1, 2], distance });
    const weights = [exp(-1), 1, exp(-3)]; // of 1, 2, 5 at two records
    const total = weights[0] + weights[1] + weights[2];
    const known = law([7, 7]);
    expect(known.mean()).toBeCloseTo((weights[0] + 2 * weights[1] + 5 * weights[2]) / total, 13);
    expect(known.cdf(4)).toBeCloseTo((weights[0] + weights[1]) / total, 14);
    expect(known.quantile(0.5)).toBe(2);
    const words = inverseSensitivity<number, string>({ epsilon: 2, outcomes: ["5", "1", "2"], distance }).law([7, 7]);
    expect("cdf" in words).toBe(false);
  });
});
