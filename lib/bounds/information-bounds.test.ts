import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { pow } from "../numerics/power.ts";
import { integrate } from "../numerics/quadrature.ts";
import { approximate, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { directionAlignment } from "./direction-alignment.ts";
import { exactMinimax } from "./exact-minimax.ts";
import { excessRiskBound } from "./excess-risk.ts";
import { fingerprintingBound } from "./fingerprinting.ts";
import { alignment, squaredCorrelation } from "./output-correlation.ts";
import { vanTrees } from "./van-trees.ts";

const random = stream(9, "information bounds");
const drawn = (lower: number, upper: number) => lower + (upper - lower) * sampleUniform(random);

/**
 * The outputs for k records of two levels: every set of the records once, likelier by e^epsilon for those in it, and one output for
 * the rest.
 */
function twoLevels(records: number, epsilon: number): number[][] {
  const weights = Array.from({ length: 1 << records }, () => drawn(0, 1));
  const rows = Array.from({ length: records }, (_, x) =>
    weights.map((weight, set) => weight * (Math.floor(set / (1 << x)) % 2 === 0 ? 1 : exp(epsilon))),
  );
  const totals = rows.map((row) => row.reduce((sum, each) => sum + each, 0));
  const most = Math.max(...totals);
  const spare = (most - Math.min(...totals)) / (exp(epsilon) - 1);
  return rows.map((row, x) => [...row, most - totals[x] + spare].map((each) => each / (most + spare)));
}

describe("the fingerprinting lemma", () => {
  it("holds by quadrature for drawn estimates of three bits: E[f sum(X_i - p)] = 2 k E[f p]", () => {
    for (const k of [0.7, 1, 2.5]) {
      const estimate = Array.from({ length: 8 }, () => drawn(-1, 1));
      const mean = (value: (p: number) => number) => {
        const density = (p: number) => pow((1 - p) * (1 + p), k - 1);
        const range = { lower: -1, upper: 1, relativeTolerance: 1e-9, absoluteTolerance: 1e-9, maximumIntervals: 4000 };
        const inside = (p: number) => (Math.abs(p) >= 1 ? 0 : value(p) * density(p));
        return integrate(inside, range).value;
      };
      const overSamples = (value: (f: number, sum: number) => number) => (p: number) => {
        let total = 0;
        for (let word = 0; word < 8; word++) {
          const ones = [1, 2, 4].filter((bit) => Math.floor(word / bit) % 2 === 1).length;
          const mass = pow((1 + p) / 2, ones) * pow((1 - p) / 2, 3 - ones);
          total += mass * value(estimate[word], 2 * ones - 3 - 3 * p);
        }
        return total;
      };
      const left = mean(overSamples((f, sum) => f * sum));
      const right = mean((p) => 2 * k * p * overSamples((f) => f)(p));
      expect(Math.abs(left - right)).toBeLessThan(k < 1 ? 1e-4 : 1e-7);
      expect(Math.abs(mean((p) => p * p) / mean(() => 1) - 1 / (2 * k + 1))).toBeLessThan(1e-4);
    }
  });
});

describe("the correlation of an output with one record", () => {
  it("is within the theorems for drawn channels, laws and functions", () => {
    let [largest, widest] = [0, 0];
    for (let trial = 0; trial < 300; trial++) {
      const records = 2 + (trial % 3);
      const epsilon = drawn(0.1, 3);
      const channel = twoLevels(records, epsilon);
      const raw = Array.from({ length: records }, () => drawn(0.05, 1));
      const law = raw.map((each) => each / raw.reduce((sum, value) => sum + value, 0));
      const score = Array.from({ length: records }, () => drawn(-1, 1));
      const mean = score.reduce((sum, each, x) => sum + law[x] * each, 0);
      const centred = score.map((each) => each - mean);
      const variance = centred.reduce((sum, each, x) => sum + law[x] * each * each, 0);
      let [explained, divergence] = [0, 0];
      for (let y = 0; y < channel[0].length; y++) {
        const mass = law.reduce((sum, p, x) => sum + p * channel[x][y], 0);
        if (mass === 0) continue;
        const joint = law.reduce((sum, p, x) => sum + p * channel[x][y] * centred[x], 0);
        explained += (joint * joint) / mass;
        for (let x = 0; x < records; x++)
          divergence += (law[x] * (channel[x][y] - mass) * (channel[x][y] - mass)) / mass;
      }
      const [square, { factor }] = [squaredCorrelation(pure(epsilon)), alignment(pure(epsilon))];
      expect(explained).toBeLessThanOrEqual(square * variance * (1 + 1e-9));
      expect(divergence).toBeLessThanOrEqual(factor * factor * (1 + 1e-9));
      largest = Math.max(largest, explained / (square * variance));
      widest = Math.max(widest, divergence / (factor * factor));
    }
    expect(largest).toBeGreaterThan(0.3);
    expect(widest).toBeGreaterThan(0.3);
  });

  it("bounds the Fisher information of the exponential mechanism on a count, and randomized response has all of it", () => {
    const share = 0.5;
    for (const size of [1, 2, 4]) {
      for (const epsilon of [0.2, 1, 3]) {
        const table = Array.from({ length: size + 1 }, (_, s) => {
          const weights = Array.from({ length: size + 1 }, (_, a) =>
            exp((-epsilon * Math.abs(a - s)) / (size === 1 ? 1 : 2)),
          );
          return weights.map((each) => each / weights.reduce((sum, value) => sum + value, 0));
        });
        let information = 0;
        let binomial = pow(1 - share, size);
        const masses = Array.from({ length: size + 1 }, (_, s) => {
          const mass = binomial;
          binomial *= (size - s) / (s + 1);
          return mass;
        });
        for (let a = 0; a <= size; a++) {
          const mass = masses.reduce((sum, p, s) => sum + p * table[s][a], 0);
          // The score of a fair sample with s ones is 4 (s - n / 2).
          const slope = masses.reduce((sum, p, s) => sum + p * table[s][a] * 4 * (s - size / 2), 0);
          information += (slope * slope) / mass;
        }
        const { records } = vanTrees({ model: { kind: "bernoulli" }, size, guarantee: pure(epsilon) });
        expect(information).toBeLessThanOrEqual(4 * records * (1 + 1e-12));
        if (size === 1) expect(information).toBeCloseTo(4 * records, 12);
      }
    }
  });
});

describe("bounds from information", () => {
  it("are below the exact optimum for a share of ones, with and without delta", async () => {
    for (let trial = 0; trial < 12; trial++) {
      const size = 1 + (trial % 6);
      const epsilon = drawn(0.1, 3);
      const guarantee = trial % 2 === 0 ? pure(epsilon) : approximate(epsilon, drawn(1e-6, 0.1));
      const exact = { size, guarantee, model: "central", target: "population", loss: "squared", grid: 11 } as const;
      const { upper } = await exactMinimax(exact);
      const print = fingerprintingBound({ dimension: 1, size, guarantee }).value;
      const trees = vanTrees({ model: { kind: "bernoulli" }, size, guarantee }).value;
      expect(Math.max(print, trees)).toBeLessThanOrEqual(upper);
      expect(Math.max(print, trees)).toBeGreaterThan(upper / 8);
    }
  });

  it("are within a factor of Gaussian noise in every dimension, which tends to 4", () => {
    for (const [dimension, size, rho] of [
      [100, 1e5, 1e-4],
      [10_000, 1e6, 1e-3],
    ]) {
      const noise = (dimension * dimension) / (2 * rho * size * size);
      const { value } = fingerprintingBound({ dimension, size, guarantee: zeroConcentrated(rho) });
      expect(noise / value).toBeGreaterThan(4);
      expect(noise / value).toBeLessThan(5);
    }
  });

  it("without privacy are those of the sample, and refuse by name", () => {
    // The sample mean of fair bits has d / (4 n).
    const { value } = fingerprintingBound({ dimension: 7, size: 100_000 });
    expect((value * 4 * 100_000) / 7).toBeGreaterThan(0.9);
    expect(value).toBeLessThan(7 / 400_000);
    const normal = { kind: "gaussian-mean", sigma: 2, radius: 1e6 } as const;
    expect(vanTrees({ model: normal, size: 10 }).value).toBeCloseTo(0.4, 9);
    expect(() => fingerprintingBound({ dimension: 7, size: 0 })).toThrow("size must be an integer from 1");
    expect(() => vanTrees({ model: { kind: "uniform", least: 0, most: 1 } as never, size: 3 })).toThrow("model");
  });
});

describe("the excess risk of learning", () => {
  it("knows how well a direction can be known: closed forms on the line and in space", () => {
    for (const logRatio of [0.01, 0.5, 2, 6]) {
      const gain = exp(logRatio) - 1;
      expect(directionAlignment(1, logRatio)).toBeCloseTo(gain / (gain + 2), 8);
      // (1 - g)^2 (L - 1) = 4 g in three dimensions.
      const g = directionAlignment(3, logRatio);
      expect(Math.abs((1 - g) * (1 - g) * gain - 4 * g)).toBeLessThan(1e-6 * gain);
      expect(directionAlignment(20, logRatio)).toBeLessThan(g);
    }
    expect(directionAlignment(4, 0)).toBe(0);
  });

  it("is attained by randomized response for one record on the line", () => {
    const problem = { kind: "convex", lipschitz: 1, radius: 1 } as const;
    for (const epsilon of [0.1, 1, 3]) {
      const { value } = excessRiskBound({ problem, dimension: 1, size: 1, guarantee: pure(epsilon) });
      expect(value).toBeCloseTo(2 / (1 + exp(epsilon)), 8);
    }
  });

  it("grows with the dimension as the theorems of Bassily, Smith and Thakurta, and falls with the records", () => {
    const convex = { kind: "convex", lipschitz: 1, radius: 1 } as const;
    const at = (dimension: number, size: number, guarantee: ReturnType<typeof pure> | ReturnType<typeof approximate>) =>
      excessRiskBound({ problem: convex, dimension, size, guarantee }).value;
    expect(at(400, 1e5, pure(0.1)) / at(100, 1e5, pure(0.1))).toBeCloseTo(4, 0);
    expect((at(400, 1e5, pure(0.1)) * 1e5 * 0.1) / 400).toBeGreaterThan(0.1);
    const delta = approximate(0.1, 1e-9);
    expect(at(400, 1e5, delta) / at(100, 1e5, delta)).toBeCloseTo(2, 1);
    expect(at(400, 2e5, delta) / at(400, 1e5, delta)).toBeCloseTo(0.5, 6);
    const strong = { kind: "strongly-convex", lipschitz: 2, convexity: 1 } as const;
    for (const guarantee of [pure(0.1), delta]) {
      const of = (dimension: number) => excessRiskBound({ problem: strong, dimension, size: 1e5, guarantee }).value;
      // Output perturbation: half the mean square of noise of scale 2 / (n epsilon).
      expect(of(50)).toBeLessThan((2 * 50 * 51) / (1e4 * 1e4));
      expect(of(50)).toBeGreaterThan(of(10));
    }
  });

  it("refuses by name", () => {
    const given = { dimension: 2, size: 10, guarantee: pure(1) };
    expect(() => excessRiskBound({ ...given, problem: { kind: "ridge" } as never })).toThrow(
      "problem.kind must be one of convex",
    );
    expect(() => excessRiskBound({ ...given, problem: { kind: "logistic", penalty: 0 } })).toThrow("penalty");
  });
});
