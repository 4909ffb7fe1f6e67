import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { type LossGrid, lossGrids } from "./loss-grid.ts";

function sumOver({ first, step, masses }: LossGrid, f: (loss: number) => number): number {
  return masses.reduce((sum, mass, k) => sum + mass * f((first + k) * step), 0);
}

function delta(grid: LossGrid, epsilon: number): number {
  return grid.infinite + sumOver(grid, (loss) => (loss > epsilon ? 1 - exp(epsilon - loss) : 0));
}

const gaussian = gaussianPld({ sigma: 1, sensitivity: 1 }).remove.pieces(1e-30);
const gaussianDelta = (epsilon: number) => normalCdf(0.5 - epsilon) - exp(epsilon) * normalCdf(-0.5 - epsilon);

describe("lossGrids", () => {
  it("keeps the masses of both laws above, and does not lose mass below", () => {
    for (const side of ["remove", "add"] as const) {
      const pieces = subsampledGaussianPld({ noiseMultiplier: 0.9, samplingRate: 0.1 })[side].pieces(1e-30);
      const { lower, upper } = lossGrids(pieces, 0.01);
      expect(sumOver(upper, () => 1)).toBeCloseTo(1, 13);
      expect(sumOver(upper, (loss) => exp(-loss))).toBeCloseTo(1, 13);
      expect(sumOver(lower, () => 1)).toBeCloseTo(1, 13);
    }
  });

  it("touches the true profile from above at the grid points, and lies above it between them", () => {
    const { upper } = lossGrids(gaussian, 0.05);
    for (const k of [-20, 0, 13, 60]) expect(delta(upper, k * 0.05) / gaussianDelta(k * 0.05)).toBeCloseTo(1, 10);
    for (const k of [-20, 0, 13, 60])
      expect(delta(upper, (k + 0.5) * 0.05)).toBeGreaterThan(gaussianDelta((k + 0.5) * 0.05));
  });

  it("lies below the true profile everywhere, by an error that falls with the square of the step", () => {
    for (let epsilon = -2; epsilon < 4; epsilon += 0.0371) {
      expect(delta(lossGrids(gaussian, 0.05).lower, epsilon)).toBeLessThanOrEqual(gaussianDelta(epsilon) * (1 + 1e-12));
    }
    const gap = (step: number) => sumOver(lossGrids(gaussian, step).lower, (loss) => loss * loss);
    const secondMoment = 1.25;
    expect((secondMoment - gap(0.1)) / (secondMoment - gap(0.05))).toBeGreaterThan(3);
  });

  it("keeps mass, mean and variance in the estimate, which is no bound", () => {
    const { estimate } = lossGrids(gaussian, 0.1);
    expect(sumOver(estimate, () => 1)).toBeCloseTo(1, 13);
    expect(sumOver(estimate, (loss) => loss)).toBeCloseTo(0.5, 12);
    expect(sumOver(estimate, (loss) => loss * loss)).toBeCloseTo(1.25, 12);
    expect(delta(estimate, 1)).toBeLessThan(gaussianDelta(1));
  });

  it("puts an atom on its own grid point, and deals another to both ends", () => {
    const pieces = { densities: [], infinite: 0.25, beneath: 0, beyond: 0 };
    const on = lossGrids({ ...pieces, atoms: [{ loss: 0.3, mass: 0.75 }] }, 0.1);
    for (const grid of [on.lower, on.estimate, on.upper]) {
      expect(sumOver(grid, (loss) => Math.abs(loss - 0.3))).toBeLessThan(1e-15);
      expect(grid.infinite).toBe(0.25);
    }
    const between = lossGrids({ ...pieces, atoms: [{ loss: 0.35, mass: 0.75 }] }, 0.1);
    expect(sumOver(between.lower, (loss) => loss)).toBeCloseTo(0.75 * 0.3, 14);
    expect(sumOver(between.upper, (loss) => exp(-loss))).toBeCloseTo(0.75 * exp(-0.35), 14);
  });
});
