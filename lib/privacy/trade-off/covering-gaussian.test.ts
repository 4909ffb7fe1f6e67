import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { laplaceDelta } from "../loss/laplace-profile.ts";
import type { PldEvent } from "../loss/pld-accountant.ts";
import { coveringMuOf } from "./covering-gaussian.ts";
import { approximateTradeOff } from "./finite-trade-off.ts";
import { laplaceTradeOff, type TradeOff } from "./trade-off.ts";
import { tensor } from "./trade-off-operations.ts";
import { coveringMu } from "./trade-off-readings.ts";

const pure = (epsilon: number, times = 1): PldEvent => ({ loss: worstCasePld({ epsilon, delta: 0 }), times });
const laplace = (epsilon: number, times = 1): PldEvent => ({
  loss: laplacePld({ scale: 1, sensitivity: epsilon }),
  times,
});
const response = (epsilon: number): TradeOff => approximateTradeOff({ epsilon, delta: 0 });

/** The mean of delta(epsilon - loss) over the loss of Laplace noise: two atoms and a density between them. */
function withLaplace(own: number, delta: (epsilon: number) => number): (epsilon: number) => number {
  return (epsilon) =>
    0.5 * delta(epsilon - own) +
    0.5 * exp(-own) * delta(epsilon + own) +
    integrate((loss) => 0.25 * exp((loss - own) / 2) * delta(epsilon - loss), {
      lower: -own,
      upper: own,
      kinks: [epsilon - own, epsilon + own].filter((kink) => Math.abs(kink) < own),
      relativeTolerance: 1e-12,
    }).value;
}

/** The largest mu that some epsilon needs, by bisection. */
function muNeeded(delta: (epsilon: number) => number, epsilons: readonly number[]): number {
  return epsilons.reduce((most, epsilon) => {
    const wanted = delta(epsilon);
    if (gaussianDelta({ epsilon, mu: most }) >= wanted) return most;
    let [low, high] = [most, 20];
    while (high - low > 1e-10) {
      const middle = 0.5 * (low + high);
      if (gaussianDelta({ epsilon, mu: middle }) < wanted) low = middle;
      else high = middle;
    }
    return high;
  }, 0);
}

const upTo = (largest: number) => Array.from({ length: 120 }, (_, k) => (largest * k) / 120);

describe("the Gaussian that covers a composition", () => {
  it.each([[[1, 2]], [[1, 1.37]], [[0.3, Math.PI]], [[0.5, 0.5, 0.5, 0.5]]])(
    "is that of the exact curve for pure releases of %j",
    (epsilons) => {
      const exact = coveringMu(epsilons.map(response).reduce((all, each) => tensor(all, each)));
      const mu = coveringMuOf(epsilons.map((epsilon) => pure(epsilon)));
      expect(mu).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(mu).toBeLessThan(exact * (1 + 1e-7));
    },
  );

  it("is that of the closed form for one Laplace release", () => {
    for (const epsilon of [0.2, 1, 8]) {
      const exact = coveringMu(laplaceTradeOff(epsilon));
      expect(coveringMuOf([laplace(epsilon)])).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(coveringMuOf([laplace(epsilon)])).toBeLessThan(exact * (1 + 1e-6));
    }
  });

  it("is what the profile of two Laplace releases needs, by quadrature", () => {
    const delta = withLaplace(1, (epsilon) => laplaceDelta({ epsilon, pureEpsilon: 1 }));
    const needed = muNeeded(delta, upTo(2));
    const mu = coveringMuOf([laplace(1, 2)]);
    expect(mu).toBeGreaterThan(needed - 1e-9);
    expect(mu).toBeLessThan(needed + 1e-4);
  });

  it("is above what the profile of Gaussian and Laplace noise needs, by less than a twentieth, and no more than both need apart", () => {
    const delta = withLaplace(1, (epsilon) => gaussianDelta({ epsilon, mu: 1 }));
    const needed = muNeeded(delta, upTo(12));
    const mu = coveringMuOf([{ loss: gaussianPld({ sigma: 1, sensitivity: 1 }), times: 1 }, laplace(1)]);
    expect(mu).toBeGreaterThan(needed - 1e-9);
    expect(mu).toBeLessThan(1.05 * needed);
    expect(mu).toBeLessThan(Math.sqrt(1 + coveringMu(laplaceTradeOff(1)) * coveringMu(laplaceTradeOff(1))));
  });

  it("is that without sampling for sampled Gaussian noise, as the far tail needs all of it", () => {
    const loss = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.1 });
    expect(coveringMuOf([{ loss, times: 10 }])).toBeCloseTo(Math.sqrt(10), 12);
    // The test that rejects beyond x needs nearly 1 of one release.
    const needs = (x: number) =>
      normalUpperQuantile(normalCdf(-x)) - normalUpperQuantile(0.9 * normalCdf(-x) + 0.1 * normalCdf(1 - x));
    expect(needs(5)).toBeLessThan(needs(20));
    expect(needs(36)).toBeGreaterThan(0.9);
    expect(needs(36)).toBeLessThan(1);
  });

  it("is Infinity where a loss is", () => {
    expect(coveringMuOf([pure(1), { loss: worstCasePld({ epsilon: 1, delta: 1e-9 }), times: 1 }])).toBe(Infinity);
  });
});
