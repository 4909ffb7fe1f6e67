import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { lowerGamma } from "../../numerics/incomplete-gamma.ts";
import { log } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import { laplaceDelta } from "../../privacy/loss/laplace-profile.ts";
import { stream } from "../../random/stream.ts";
import { clopperPearson } from "../../statistics/proportion-interval.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { laplace } from "./laplace.ts";

describe("laplace of vectors", () => {
  const epsilon = 1;
  const noise = { epsilon, sensitivity: 1, neighbours: "swap" } as const;
  const coverage = (dimension: number, beta: number) => {
    const mechanism = laplace({ epsilon, sensitivity: 1, norm: "l1", dimension, neighbours: "swap" });
    const random = stream(20261115, "laplace-accuracy", dimension);
    const bound = log(dimension / beta) / epsilon;
    const input = new Float64Array(dimension);
    const counts = { largest: 0, sum: 0 };
    for (let trial = 0; trial < 20_000; trial++) {
      const noise = mechanism.release(input, random).map(Math.abs);
      if (Math.max(...noise) <= bound) counts.largest++;
      if (noise.reduce((sum, x) => sum + x, 0) <= bound) counts.sum++;
    }
    return counts;
  };

  it.each([2, 5, 10])(
    "errs by at most ln(d / beta) scales in the largest coordinate, not in sum, d = %d",
    (dimension) => {
      const beta = 0.05;
      const { largest, sum } = coverage(dimension, beta);
      let exact = 1;
      for (let i = 0; i < dimension; i++) exact *= 1 - beta / dimension;
      const confidence = (successes: number) => clopperPearson({ successes, trials: 20_000, errorRate: 1e-4 });
      expect(confidence(largest).lower).toBeLessThan(exact);
      expect(confidence(largest).upper).toBeGreaterThan(exact);
      expect(exact).toBeGreaterThanOrEqual(1 - beta);
      // The sum of magnitudes is Gamma(d): the l1 statement of the lecture notes is false.
      const gamma = lowerGamma(dimension, log(dimension / beta));
      expect(gamma).toBeCloseTo({ 2: 0.883, 5: 0.488, 10: 0.044 }[dimension] ?? 0, 3);
      expect(confidence(sum).lower).toBeLessThan(gamma);
      expect(confidence(sum).upper).toBeLessThan(1 - beta);
    },
  );

  it("takes its noise by its scale too, for which a change in another norm counts for more", () => {
    const vectors = { scale: 2, sensitivity: 3, dimension: 4, neighbours: "swap" } as const;
    const epsilons = (["l1", "l2", "linf"] as const).map((norm) => laplace({ ...vectors, norm }).guarantee);
    expect(epsilons).toEqual([1.5, 3, 6].map(pure));
    expect(laplace({ scale: 2, sensitivity: 3, neighbours: "swap" }).guarantee).toEqual(pure(1.5));
  });

  it("asks for the norm of the sensitivity of a vector, and for the dimension of one", () => {
    const given = { ...noise, dimension: 3 } as never;
    expect(() => laplace(given)).toThrow("norm must be given with a dimension, as l1, l2 or linf, got undefined");
    const flat = { ...noise, norm: "l1" } as never;
    expect(() => laplace(flat)).toThrow("dimension must be given with a norm, got undefined");
  });

  it("loses sqrt d times epsilon if an l2 sensitivity is taken for an l1 one", () => {
    const mechanism = laplace({ epsilon, sensitivity: 1, norm: "l1", dimension: 16, neighbours: "swap" });
    const [zero, spread] = [new Float64Array(16), new Float64Array(16).fill(0.25)];
    expect(largestLoss(mechanism.law(zero), mechanism.law(spread))).toBeCloseTo(4, 12);
  });

  it.each([
    [0.3, 0.9],
    [1, 1],
    [2.5, 0.1],
  ])("is dominated by a change of one coordinate if shifts of %d and %d scales are spread over two", (s, t) => {
    // The delta of two coordinates is the mean, over the loss of the first, of the delta of the second at what is left.
    const [here, there] = [laplaceLaw(0, 1), laplaceLaw(s, 1)];
    const spread = (x: number) =>
      integrate(
        (z) =>
          exp(here.logDensity(z)) *
          laplaceDelta({ epsilon: x - here.logDensity(z) + there.logDensity(z), pureEpsilon: t }),
        {
          lower: -Infinity,
          upper: Infinity,
          kinks: [0, s, (s - x - t) / 2, (s - x + t) / 2],
          absoluteTolerance: 1e-13,
        },
      ).value;
    for (const share of [-0.9, -0.4, 0, 0.2, 0.5, 0.8, 0.99]) {
      const x = share * (s + t);
      const left = 1 + s / 2 - Math.max(0, s - t + x) / 4 - Math.max(0, s - t - x) / 4;
      expect(spread(x)).toBeCloseTo(1 - exp((x - s - t) / 2) * left, 10);
      expect(spread(x)).toBeLessThan(laplaceDelta({ epsilon: x, pureEpsilon: s + t }));
    }
  });
});
