import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { findRoot } from "../../numerics/root.ts";
import { cos, sin } from "../../numerics/trigonometry.ts";
import { stream } from "../../random/stream.ts";
import { privUnit } from "./priv-unit.ts";

const cases = [
  [0.5, 2],
  [2, 3],
  [4, 10],
  [8, 300],
] as const;

describe("privUnit", () => {
  it.each(cases)(
    "has a cosine of mass 1 and mean m at epsilon %d in dimension %d, by quadrature",
    (epsilon, dimension) => {
      const { cosineLaw, threshold, m } = privUnit({ epsilon, dimension });
      const law = cosineLaw();
      // In the angle the density has no pole at its ends.
      const over = (value: (t: number) => number, lower: number, upper: number) =>
        integrate(
          (angle) => {
            const t = cos(angle);
            return value(t) * exp(law.logDensity(t)) * sin(angle);
          },
          { lower, upper, relativeTolerance: 1e-11 },
        ).value;
      const edge = findRoot((angle) => cos(angle) - threshold, { lower: 0, upper: Math.PI });
      const cap = over(() => 1, 1e-12, edge - 1e-12);
      const rest = over(() => 1, edge + 1e-12, Math.PI - 1e-12);
      expect(cap + rest).toBeCloseTo(1, 8);
      expect(1 - law.cdf(threshold)).toBeCloseTo(cap, 8);
      expect(over((t) => t, 1e-12, edge - 1e-12) + over((t) => t, edge + 1e-12, Math.PI - 1e-12)).toBeCloseTo(m, 8);
    },
  );

  it.each(cases)("has a density ratio of e^epsilon = e^%d in dimension %d, and no more", (epsilon, dimension) => {
    const law = privUnit({ epsilon, dimension }).cosineLaw();
    const losses = Array.from({ length: 199 }, (_, k) => (k - 99) / 100).map(
      (t) => law.logDensity(t) - law.logDensity(-t),
    );
    expect(Math.max(...losses)).toBeCloseTo(epsilon, 10);
    expect(Math.min(...losses)).toBeCloseTo(-epsilon, 10);
  });

  it("splits epsilon better than any other of twenty splits", () => {
    for (const [epsilon, dimension] of cases) {
      const best = privUnit({ epsilon, dimension }).squaredError;
      for (let k = 0; k <= 20; k++)
        expect(privUnit({ epsilon, dimension, choiceShare: k / 20 }).squaredError).toBeGreaterThan(best * (1 - 1e-9));
    }
  });

  it("is unbiased, with the stated error, and m a tenth off would be seen", () => {
    const mechanism = privUnit({ epsilon: 3, dimension: 4 });
    const truth = Float64Array.of(0.5, -0.5, 0.5, 0.5);
    const random = stream(20261117, "priv-unit");
    const draws = 20_000;
    const mean = new Float64Array(4);
    let error = 0;
    for (let k = 0; k < draws; k++) {
      const release = mechanism.release(truth, random);
      let distance = 0;
      for (let i = 0; i < 4; i++) {
        mean[i] += release[i] / draws;
        distance += (release[i] - truth[i]) * (release[i] - truth[i]);
      }
      error += distance / draws;
    }
    const along = mean.reduce((sum, x, i) => sum + x * truth[i], 0);
    const deviation = Math.sqrt(mechanism.squaredError / draws);
    expect(Math.abs(along - 1)).toBeLessThan(4 * deviation);
    expect(4 * deviation).toBeLessThan(0.1);
    expect(Math.abs(error / mechanism.squaredError - 1)).toBeLessThan(0.05);
    mean.forEach((x, i) => {
      expect(Math.abs(x - truth[i])).toBeLessThan(4 * deviation);
    });
  });

  it("is randomized response of an angle's side at a tiny cap, and worse in more dimensions", () => {
    const errors = [2, 5, 20, 100].map((dimension) => privUnit({ epsilon: 2, dimension }).squaredError);
    expect(errors.toSorted((a, b) => a - b)).toEqual(errors);
  });

  it.each([
    [25, 2, 0.99999987107], // mpmath, 60 digits, at the split that is chosen
    [30, 2, 0.99999999],
    [50, 2, 1],
    [100, 2, 1],
    [100, 5, 1],
    [50, 3, 1],
  ])("has a mean cosine of at most 1 at a large epsilon %d, d = %d", (epsilon, dimension, least) => {
    const { m, squaredError } = privUnit({ epsilon, dimension });
    expect(m).toBeLessThanOrEqual(1);
    expect(m).toBeGreaterThan(least - 1e-8);
    expect(squaredError).toBeGreaterThanOrEqual(0);
  });

  it("draws from half of the sphere where all of epsilon is the cap's", () => {
    const mechanism = privUnit({ epsilon: 50, dimension: 2, choiceShare: 0 });
    expect(mechanism.m).toBeCloseTo(0.5, 10);
    expect(mechanism.release(Float64Array.of(1, 0), stream(5)).every(Number.isFinite)).toBe(true);
  });

  it("refuses a truth that is no unit vector, without showing it", () => {
    const mechanism = privUnit({ epsilon: 1, dimension: 2 });
    expect(() => mechanism.release(Float64Array.of(1, 1), stream(1))).toThrow("truth must be of length 1");
    expect(() => mechanism.release(Float64Array.of(1), stream(1))).toThrow("truth");
    expect(() => privUnit({ epsilon: 1, dimension: 1 })).toThrow("dimension");
    expect(() => privUnit({ epsilon: 0, dimension: 2 })).toThrow("epsilon");
  });
});
