import { describe, expect, it } from "vitest";
import { integrate } from "../../numerics/quadrature.ts";
import { planarDelta } from "../../oracles/planar-delta.ts";
import { planarLaplacePld, planarSideDensity } from "../../privacy/loss/planar-laplace-pld.ts";
import { pldDelta } from "../../privacy/loss/pld-accountant.ts";
import { stream } from "../../random/stream.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import type { Place } from "../laws/planar-side-law.ts";
import { planarLaplace } from "./planar-laplace.ts";

describe("planarLaplace", () => {
  it.each([1e-9, 1e-3, 0.7, 2, 30, 500])("has a loss whose masses add up to 1, %d scales apart", (epsilon) => {
    const density = planarSideDensity(epsilon);
    const { value } = integrate(density, { lower: -1, upper: 1, kinks: [0, 0.5, 0.9], relativeTolerance: 1e-13 });
    expect(Math.abs(value - 1)).toBeLessThan(1e-13);
  });

  it.each([
    [2, 0],
    [2, 1],
    [2, 1.9],
    [0.5, 0.2],
  ])("has the delta of an integral over the plane, %d scales apart at epsilon %d", (epsilon, level) => {
    const { lower, upper } = pldDelta({ events: [{ loss: planarLaplacePld(epsilon), times: 1 }], epsilon: level });
    const found = planarDelta(epsilon, level);
    expect(lower).toBeLessThan(found * (1 + 1e-6));
    expect(upper).toBeGreaterThan(found * (1 - 1e-6));
    expect(upper / lower).toBeLessThan(1.001);
  });

  it("states epsilon by distance, and no delta is left at it", () => {
    const mechanism = planarLaplace({ epsilon: 1.2, radius: 3 });
    expect(mechanism.scale).toBeCloseTo(2.5, 14);
    expect(mechanism.epsilonWithin(1)).toBeCloseTo(0.4, 14);
    expect(planarLaplace({ scale: 2.5, radius: 3 }).guarantee).toEqual({ kind: "pure", epsilon: 1.2 });
    const loss = mechanism.privacyLossWithin(1);
    const deltaAt = (epsilon: number) => pldDelta({ events: [{ loss, times: 1 }], epsilon });
    expect(deltaAt(0.4).upper).toBeLessThan(1e-12);
    expect(deltaAt(0.39).lower).toBeGreaterThan(1e-6);
  });

  it("has the ratio of its densities at most e^epsilon, everywhere on a grid, and e^epsilon beyond the first place", () => {
    const { logDensity } = planarLaplace({ epsilon: 1, radius: 1 });
    const [first, second]: Place[] = [
      [0.3, -0.2],
      [0.9, 0.6],
    ];
    let largest = 0;
    for (let x = -5; x <= 5; x += 0.25)
      for (let y = -5; y <= 5; y += 0.25)
        largest = Math.max(largest, logDensity(first, [x, y]) - logDensity(second, [x, y]));
    expect(largest).toBeLessThanOrEqual(1 + 1e-14);
    expect(logDensity(first, [-0.3, -1]) - logDensity(second, [-0.3, -1])).toBeCloseTo(1, 13);
  });

  it("draws its distance from Gamma(2, scale); a scale a tenth off is told apart", () => {
    const mechanism = planarLaplace({ scale: 2, radius: 1 });
    const random = stream(20261119, "planar");
    const distances = Array.from({ length: 8000 }, () => {
      const [x, y] = mechanism.release([0, 0], random);
      return Math.sqrt(x * x + y * y);
    });
    expect(kolmogorovSmirnov(distances, mechanism.radiusLaw().cdf).pValue).toBeGreaterThan(1e-3);
    const off = planarLaplace({ scale: 2.2, radius: 1 }).radiusLaw();
    expect(kolmogorovSmirnov(distances, off.cdf).pValue).toBeLessThan(1e-6);
    expect(mechanism.radiusLaw().cdf(0.02 * (1 - 1e-9))).toBeCloseTo(mechanism.radiusLaw().cdf(0.02), 12);
  });
});
