import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import { quantile } from "./quantile.ts";
import { quantiles } from "./quantiles.ts";
import { smoothedQuantiles } from "./smoothed-quantiles.ts";

const universe = [0, 0.01, 0.5, 0.99, 1];
const unit = { lower: 0, upper: 1 } as const;

const cellsOf = (values: readonly number[]) => values.slice(1).map((value, i) => (values[i] + value) / 2);

function medianLaw(epsilon: number, neighbours: "swap" | "add-remove", data: readonly number[]): ContinuousLaw {
  const law = quantile({ epsilon, probability: 0.5, neighbours, ...unit }).law(data);
  return law;
}

describe("the quantile by the exponential mechanism", () => {
  it("draws from its law, and not from one at an epsilon 10 % larger", () => {
    const data = [0.1, 0.3, 0.35, 0.4, 0.9, 0.95];
    const mechanism = quantile({ epsilon: 2, probability: 0.5, neighbours: "swap", ...unit });
    const random = stream(31, "quantile");
    const draws = Float64Array.from({ length: 60_000 }, () => mechanism.release(data, random));
    const pValue = (epsilon: number) => kolmogorovSmirnov(draws, medianLaw(epsilon, "swap", data).cdf).pValue;
    expect(pValue(2)).toBeGreaterThan(1e-3);
    expect(pValue(2.2)).toBeLessThan(1e-4);
  });
});

describe("joint quantiles", () => {
  const pair = (epsilon: number, neighbours: "swap" | "add-remove", probabilities = [0.3, 0.6]) =>
    quantiles({ epsilon, neighbours, probabilities, ...unit });
  const middles = cellsOf(universe);
  const boxes = middles.flatMap((a, i) => middles.slice(i).map((b) => [a, b]));

  it("have a density whose integral over all boxes is 1", () => {
    const data = [0.01, 0.5, 0.99];
    const mechanism = pair(2, "swap");
    const width = (x: number) => {
      const cell = middles.indexOf(x);
      return universe[cell + 1] - universe[cell];
    };
    const mass = boxes.reduce(
      (sum, [a, b]) => sum + exp(mechanism.logDensity(data, [a, b])) * width(a) * width(b) * (a === b ? 0.5 : 1),
      0,
    );
    expect(mass).toBeCloseTo(1, 12);
    expect(mechanism.logDensity(data, [0.6, 0.5])).toBe(-Infinity);
  });

  it("are drawn from their law, repeats included, and not from one at an epsilon 10 % larger", () => {
    const data = [0.2, 0.5, 0.6];
    const random = stream(33, "joint");
    const trials = 30_000;
    const edges = [0, 0.2, 0.5, 0.6, 1];
    const cells = cellsOf(edges).flatMap((a, i) =>
      cellsOf(edges)
        .slice(i)
        .map((b) => [a, b]),
    );
    const indexOf = (x: number) => data.filter((record) => record <= x).length;
    const keys = cells.map((cell) => cell.map(indexOf).join());
    const observed = new Float64Array(cells.length);
    const mechanism = pair(3, "swap");
    for (let i = 0; i < trials; i++) {
      const points = mechanism.release(data, random);
      observed[keys.indexOf(Array.from(points, indexOf).join())]++;
    }
    const pValue = (epsilon: number) => {
      const expected = cells.map((cell) => {
        const [a, b] = cell.map(indexOf);
        const volume = (edges[a + 1] - edges[a]) * (edges[b + 1] - edges[b]) * (a === b ? 0.5 : 1);
        return trials * volume * exp(pair(epsilon, "swap").logDensity(data, cell));
      });
      return chiSquareTest({ observed, expected }).pValue;
    };
    expect(pValue(3)).toBeGreaterThan(1e-3);
    expect(pValue(3.3)).toBeLessThan(1e-4);
    expect(mechanism.release(data, stream(2))).toEqual(mechanism.release(data, stream(2)));
  });

  it("are drawn at n = 1e5 and m = 9, near the quantiles", () => {
    const data = fillUniform(new Float64Array(100000), stream(34));
    const probabilities = Array.from({ length: 9 }, (_, i) => (i + 1) / 10);
    const points = pair(1, "swap", probabilities).release(data, stream(35));
    const sorted = data.toSorted();
    for (const [i, point] of points.entries()) {
      expect(point).toBeGreaterThan(sorted[10000 * (i + 1) - 300]);
      expect(point).toBeLessThan(sorted[10000 * (i + 1) + 300]);
    }
  });

  it("refuse bad parameters by name", () => {
    const shared = { epsilon: 1, neighbours: "swap", ...unit } as const;
    const good = { ...shared, probabilities: [0.5] };
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => quantiles({ ...good, epsilon })).toThrow(/^epsilon must be/);
      expect(() => quantile({ ...shared, epsilon, probability: 0.5 })).toThrow(/^epsilon must be/);
    }
    for (const probabilities of [[0], [1], [NaN], [-1]]) {
      expect(() => quantiles({ ...good, probabilities })).toThrow(/^probabilities\[0\] must be/);
      expect(() => quantile({ ...shared, probability: probabilities[0] })).toThrow(/^probability must be/);
    }
    expect(() => quantiles({ ...good, probabilities: [] })).toThrow(/^probabilities must be at least one/);
    expect(() => quantiles({ ...good, probabilities: [0.5, 0.5] })).toThrow(/^probabilities\[1\] must be above 0.5/);
    expect(() => quantiles({ ...good, lower: 1 })).toThrow(/^upper must be above lower/);
    expect(() => quantiles({ ...good, neighbours: "event" as never })).toThrow(/^neighbours must be/);
    expect(() => quantiles(good).release([NaN], stream(1))).toThrow(/^a record must be a number/);
    expect(() => quantiles(good).logDensity([], [])).toThrow(/^points must be of length 1/);
    for (const radius of [0, -1, NaN]) {
      expect(() => smoothedQuantiles({ ...good, radius })).toThrow(/^radius must be/);
    }
  });
});

describe("smoothed quantiles", () => {
  const error = (records: Float64Array, radius: number, truth: number) => {
    const parameters = { epsilon: 1, neighbours: "swap", probabilities: [0.5], ...unit } as const;
    const mechanism = radius > 0 ? smoothedQuantiles({ ...parameters, radius }) : quantiles(parameters);
    const random = stream(38, "atoms");
    let total = 0;
    for (let i = 0; i < 200; i++) total += Math.abs(mechanism.release(records, random)[0] - truth);
    return total / 200;
  };

  it("find the median of atoms, within the radius, where joint quantiles do not (claim quantile-atoms)", () => {
    const single = new Float64Array(1000).fill(0.5);
    const double = new Float64Array(1000).map((_, i) => (i < 600 ? 0.3 : 0.7));
    // The error of joint quantiles is .25 on average, with a standard error of .01 at 200 draws.
    expect(Math.abs(error(single, 0, 0.5) - 0.25)).toBeLessThan(0.04);
    expect(error(double, 0, 0.3)).toBeGreaterThan(0.15);
    expect(error(single, 1e-3, 0.5)).toBeLessThan(1e-4);
    expect(error(double, 1e-3, 0.3)).toBeLessThan(1e-3);
    expect(error(single, 1e-2, 0.5)).toBeLessThan(1e-3);
    expect(error(double, 1e-2, 0.3)).toBeLessThan(1e-2);
  });
});
