import { describe, expect, it } from "vitest";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { laplace } from "../noise/laplace.ts";
import { cosineSeries } from "./cosine-series.ts";

/** Middles of a thousand equal shares of the density 2x. */
const records = Array.from({ length: 1000 }, (_, i) => Math.sqrt((i + 0.5) / 1000));
const grid = Array.from({ length: 33 }, (_, k) => k / 32);
const change = (one: Float64Array, other: Float64Array) =>
  one.reduce((sum, value, k) => sum + Math.abs(value - other[k]), 0);

describe("the cosine series of a density", () => {
  it("has the coefficients of 2x: 2 sqrt 2 (cos(k pi) - 1) / (k pi)^2", () => {
    const found = cosineSeries({ terms: 6 }).coefficients(records);
    for (const [k, value] of found.entries()) {
      const waves = (k + 1) * Math.PI;
      expect(value).toBeCloseTo((2 * Math.SQRT2 * (k % 2 === 0 ? -2 : 0)) / (waves * waves), 4);
    }
  });

  it("comes nearer to the density with every other term, and is 1 on average", () => {
    const errorOf = (terms: number) => {
      const series = cosineSeries({ terms });
      const coefficients = series.coefficients(records);
      const middles = Array.from({ length: 64 }, (_, k) => (k + 0.5) / 64);
      const heights = middles.map((x) => series.density(coefficients, x));
      expect(heights.reduce((sum, height) => sum + height, 0) / 64).toBeCloseTo(1, 12);
      return middles.reduce((sum, x, k) => sum + (heights[k] - 2 * x) * (heights[k] - 2 * x), 0) / 64;
    };
    const errors = [1, 3, 5, 9].map(errorOf);
    expect(errors).toEqual([...errors].sort((a, b) => b - a));
    expect(errors[3]).toBeLessThan(1e-3);
  });

  it("moves by no more than its sensitivity when a record is replaced, by all of it with one term, by more than half with any", () => {
    for (const terms of [1, 2, 5]) {
      const series = cosineSeries({ terms });
      const rest = [0.3, 0.8, 0.1];
      const changes = grid.flatMap((x) =>
        grid.map((y) => change(series.coefficients([x, ...rest]), series.coefficients([y, ...rest]))),
      );
      const most = Math.max(...changes);
      expect(most).toBeLessThanOrEqual(series.sensitivity(4) * (1 + 1e-12));
      // The broken value, what one record contributes: sqrt 2 K / n.
      expect(most).toBeGreaterThan(series.sensitivity(4) / 2);
      if (terms === 1) expect(most).toBeCloseTo(series.sensitivity(4), 12);
    }
  });

  it("is private with Laplace noise: the law of the release loses no more than epsilon", () => {
    const series = cosineSeries({ terms: 3 });
    const noise = laplace({
      epsilon: 0.7,
      sensitivity: series.sensitivity(2),
      dimension: 3,
      norm: "l1",
      neighbours: "swap",
    });
    const random = stream(20261119, "cosine series");
    const laws = [0, 1].map((x) => noise.law(series.coefficients([x, 0.5])).coordinates);
    let most = 0;
    for (let draw = 0; draw < 200; draw++) {
      const loss = laws[0].reduce((sum, law, k) => {
        const at = 40 * (sampleUniform(random) - 0.5);
        return sum + law.logDensity(at) - laws[1][k].logDensity(at);
      }, 0);
      most = Math.max(most, Math.abs(loss));
    }
    expect(most).toBeLessThanOrEqual(0.7 * (1 + 1e-12));
    expect(most).toBeGreaterThan(0.3);
  });

  it("is refused without records or terms, and with coefficients of another number", () => {
    const series = cosineSeries({ terms: 2 });
    expect(() => cosineSeries({ terms: 0 })).toThrow("terms must be");
    expect(() => series.coefficients([])).toThrow("records must be at least one");
    expect(() => series.density([1], 0)).toThrow("coefficients must be");
    expect(() => series.sensitivity(0)).toThrow("size must be");
  });

  it("takes records outside of the range for its ends", () => {
    const series = cosineSeries({ terms: 3 });
    expect(series.coefficients([-5, 7])).toEqual(series.coefficients([0, 1]));
  });
});
