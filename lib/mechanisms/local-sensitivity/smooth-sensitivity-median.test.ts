import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { allLists } from "../../oracles/all-lists.ts";
import { integratedDelta } from "../../oracles/hockey-stick.ts";
import { medianLocalSensitivity, medianSmoothSensitivities } from "../../oracles/median-sensitivity.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import { cauchyLaw } from "../laws/cauchy-law.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { smoothSensitivity, smoothSensitivityMedian } from "./smooth-sensitivity-median.ts";

function lawOf(epsilon: number, delta: number | undefined, data: readonly number[]): ContinuousLaw {
  const range = { lower: 0, upper: 1 };
  const law = smoothSensitivityMedian(delta === undefined ? { epsilon, ...range } : { epsilon, delta, ...range }).law(
    data,
  );
  return law;
}

/** The integral of (p - e^epsilon q)+. */
function hockeyStick(p: ContinuousLaw, q: ContinuousLaw, epsilon: number): number {
  const centres = [...p.kinks, ...q.kinks];
  const kinks = centres.flatMap((c) => [c, ...[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30].flatMap((w) => [c - w, c + w])]);
  const [first, second] = [p, q].map((law) => (x: number) => exp(law.logDensity(x)));
  const over = { lower: -1000, upper: 1000, kinks, absoluteTolerance: 1e-9, maximumIntervals: 20000 };
  return integratedDelta(first, second, epsilon, over);
}

describe("smooth sensitivity", () => {
  const universe = [0, 0.2, 0.5, 1];

  it.each([
    [3, 0.3],
    [3, 1.5],
    [5, 0.4],
  ])("of the median of %s records at beta %s is what going through all datasets finds", (size, beta) => {
    for (const { data, sensitivity } of medianSmoothSensitivities(universe, size, beta))
      expect(smoothSensitivity(data, { lower: 0, upper: 1, beta })).toBeCloseTo(sensitivity, 12);
  });

  it("changes by a factor of at most e^beta between neighbours and is no less than the local sensitivity", () => {
    const beta = 0.6;
    const smooth = (data: readonly number[]) =>
      smoothSensitivity(
        data.toSorted((a, b) => a - b),
        { lower: 0, upper: 1, beta },
      );
    for (const data of allLists(universe, 3)) {
      expect(smooth(data)).toBeGreaterThanOrEqual(medianLocalSensitivity(data, universe));
      for (const [i] of data.entries()) {
        for (const value of universe) {
          expect(log(smooth(data) / smooth(data.with(i, value)))).toBeLessThanOrEqual(beta + 1e-12);
        }
      }
    }
  });

  it("stays positive when it is too small for float64", () => {
    const sorted = new Float64Array(2001).fill(0.5);
    expect(smoothSensitivity(sorted, { lower: 0, upper: 1, beta: 1 })).toBeGreaterThan(0);
  });
});

describe("the smooth sensitivity median", () => {
  const universe = [0, 0.4, 1];

  it.each([
    [1, 0.1],
    [4, 0.1],
    [4, 0.01],
  ])("with Laplace noise is (%s, %s)-private on all neighbours of a small domain", (epsilon, delta) => {
    let worst = 0;
    for (const data of allLists(universe, 3)) {
      for (const value of universe) {
        const other = data.with(0, value);
        worst = Math.max(worst, hockeyStick(lawOf(epsilon, delta, data), lawOf(epsilon, delta, other), epsilon));
      }
    }
    expect(worst).toBeLessThanOrEqual(delta);
  });

  it("with Laplace noise would not be private with a fourth of the noise", () => {
    const [epsilon, delta] = [1, 0.01];
    const quarter = (data: readonly number[]) => {
      const sorted = data.toSorted((a, b) => a - b);
      const beta = epsilon / (2 * log(2 / delta));
      const smooth = smoothSensitivity(sorted, { lower: 0, upper: 1, beta });
      return laplaceLaw(sorted[1], smooth / (2 * epsilon));
    };
    expect(hockeyStick(quarter([0, 0, 1]), quarter([0, 1, 1]), epsilon)).toBeGreaterThan(delta);
  });

  it("with Cauchy noise loses at most epsilon everywhere, and more than epsilon with a tenth of the noise", () => {
    const epsilon = 1;
    const points = Array.from({ length: 4001 }, (_, i) => (i - 2000) / 40);
    const loss = (p: ContinuousLaw, q: ContinuousLaw) =>
      Math.max(...points.map((x) => Math.abs(p.logDensity(x) - q.logDensity(x))));
    let worst = 0;
    for (const data of allLists([0, 0.05, 0.4, 1], 3)) {
      for (const value of [0, 0.05, 0.4, 1]) {
        worst = Math.max(worst, loss(lawOf(epsilon, undefined, data), lawOf(epsilon, undefined, data.with(0, value))));
      }
    }
    expect(worst).toBeLessThanOrEqual(epsilon);
    expect(worst).toBeGreaterThan(0.1);
    const narrow = (data: readonly number[]) => {
      const smooth = smoothSensitivity(data, { lower: 0, upper: 1, beta: epsilon / 6 });
      return cauchyLaw(data[1], (0.6 * smooth) / epsilon);
    };
    expect(loss(narrow([0, 0, 1]), narrow([0, 1, 1]))).toBeGreaterThan(epsilon);
  });

  it("is not imitated by noise of the local sensitivity, which vanishes next to data where it does not", () => {
    const fine = [0, 0.5, 1];
    const [still, moving] = [
      [0.5, 0.5, 0.5],
      [0.5, 0.5, 1],
    ];
    expect(medianLocalSensitivity(still, fine)).toBe(0);
    expect(medianLocalSensitivity(moving, fine)).toBe(0.5);
  });

  it.each([0.05, undefined])("draws from its law with delta %s, and not from one 10 % wider", (delta) => {
    const data = [0.1, 0.45, 0.5, 0.6, 0.9];
    const range = { lower: 0, upper: 1 };
    const mechanism = smoothSensitivityMedian(
      delta === undefined ? { epsilon: 1, ...range } : { epsilon: 1, delta, ...range },
    );
    const random = stream(12, "smooth");
    const draws = Float64Array.from({ length: 40000 }, () => mechanism.release(data, random));
    const law = lawOf(1, delta, data);
    expect(kolmogorovSmirnov(draws, law.cdf).pValue).toBeGreaterThan(1e-3);
    const wider = (x: number) => law.cdf(0.5 + (x - 0.5) / 1.1);
    expect(kolmogorovSmirnov(draws, wider).pValue).toBeLessThan(1e-4);
    expect(mechanism.release(data, stream(1))).toBe(mechanism.release(data, stream(1)));
  });

  it("refuses an epsilon above 4 or a delta above 0.1, where the theorem does not hold, and other bad parameters", () => {
    const good = { epsilon: 1, delta: 0.01, lower: 0, upper: 1 };
    expect(() => smoothSensitivityMedian({ ...good, epsilon: 4.01 })).toThrow(
      /^epsilon must be at most 4 with a delta/,
    );
    expect(() => smoothSensitivityMedian({ ...good, delta: 0.11 })).toThrow(/^delta must be at most 0.1, got 0.11/);
    for (const delta of [1, -1, NaN]) {
      expect(() => smoothSensitivityMedian({ ...good, delta })).toThrow(/^delta must be/);
    }
    // A delta of 0 asks for a pure guarantee, which Cauchy noise gives.
    expect(smoothSensitivityMedian({ ...good, delta: 0 }).law([0, 0.5, 1]).family).toEqual(
      smoothSensitivityMedian({ epsilon: 1, lower: 0, upper: 1 }).law([0, 0.5, 1]).family,
    );
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => smoothSensitivityMedian({ ...good, epsilon })).toThrow(/^epsilon must be/);
      expect(() => smoothSensitivityMedian({ epsilon, lower: 0, upper: 1 })).toThrow(/^epsilon must be/);
    }
    expect(() => smoothSensitivityMedian({ ...good, upper: -1 })).toThrow(/^upper must be above lower/);
    expect(() => smoothSensitivityMedian(good).release([1, 2], stream(1))).toThrow(
      /^the number of records must be odd/,
    );
    expect(smoothSensitivityMedian({ epsilon: 9, lower: 0, upper: 1 }).guarantee).toEqual({ kind: "pure", epsilon: 9 });
  });
});

describe("the Cauchy law", () => {
  it("has the distribution function of its density (arctan values from mpmath)", () => {
    const law = cauchyLaw(0, 1);
    expect(law.cdf(1)).toBeCloseTo(0.75, 15);
    expect(law.cdf(-1e10) / (1e-10 / Math.PI)).toBeCloseTo(1, 14);
    expect((law.cdf(0.5) - 0.5) * Math.PI).toBeCloseTo(0.4636476090008061, 15);
    expect((1 - law.cdf(3)) * Math.PI).toBeCloseTo(0.3217505543966422, 14);
    const mass = integrate((x) => exp(law.logDensity(x)), { lower: -2, upper: 0.7 }).value;
    expect(law.cdf(0.7) - law.cdf(-2)).toBeCloseTo(mass, 12);
  });
});
