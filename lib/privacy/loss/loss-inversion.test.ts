/**
 * Sums of losses on no grid. Truths: closed forms, and for tiny rates the transform itself, by Gauss-Legendre quadrature without
 * cells in numpy, inverted at two tilts and spacings that agree in nine digits: 1.07730798 (dp_accounting's pessimistic 1.07718 is
 * below it).
 */
import { describe, expect, it } from "vitest";
import { log } from "../../numerics/logarithm.ts";
import { optimalCompositionDelta } from "../accounting/optimal-composition.ts";
import { worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta } from "./gaussian-profile.ts";
import { lossBounds } from "./loss-atoms.ts";
import { invertLosses } from "./loss-inversion.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import type { PrivacyLoss } from "./privacy-loss.ts";

/** The bounds on delta of this many losses. */
function inverted(
  loss: PrivacyLoss,
  times: number,
  { epsilon, truth, tilt }: Record<"epsilon" | "truth" | "tilt", number>,
) {
  const bounds = lossBounds(loss.pieces(1e-30), { cells: 500, tilt, enough: epsilon });
  const place = { tilt, epsilon, logDelta: log(truth), blur: 1e-4 };
  const [lower, upper] = [bounds.lower, bounds.upper].map((atoms) =>
    invertLosses({ events: [{ atoms, times }], ...place }),
  );
  return { lower: lower.deltaAt(epsilon, -1), upper: upper.deltaAt(epsilon, 1) };
}

describe("invertLosses", () => {
  it.each([0.5, 2, 4])("holds the closed form of a thousand Gaussian releases at epsilon %d", (epsilon) => {
    const loss = gaussianPld({ sigma: Math.sqrt(1000), sensitivity: 1 }).remove;
    const truth = gaussianDelta({ epsilon, mu: 1 });
    const { lower, upper } = inverted(loss, 1000, { epsilon, truth, tilt: epsilon + 0.5 });
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
    expect((upper - lower) / truth).toBeLessThan(5e-3);
    // A mu one percent off is refused.
    expect(gaussianDelta({ epsilon, mu: 1.01 })).toBeGreaterThan(upper);
    expect(gaussianDelta({ epsilon, mu: 0.99 })).toBeLessThan(lower);
  });

  it("holds the optimal composition of atoms, whose transform never falls", () => {
    const truth = optimalCompositionDelta({ epsilon: 0.1, delta: 0, times: 20, totalEpsilon: 0.75 });
    const { lower, upper } = inverted(worstCasePld({ epsilon: 0.1, delta: 0 }).remove, 20, {
      epsilon: 0.75,
      truth,
      tilt: 5,
    });
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
  });
});

describe("pldEpsilon at tiny sampling rates", () => {
  const sampled = (noiseMultiplier: number, samplingRate: number, times: number) => [
    { loss: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times },
  ];

  it("holds 1.07730798 at a rate of 1e-5, a million releases and delta 1e-10", () => {
    const { lower, upper } = pldEpsilon({ events: sampled(0.6, 1e-5, 1e6), delta: 1e-10 });
    expect(lower).toBeLessThan(1.07730798);
    expect(upper).toBeGreaterThan(1.07730798);
    expect(upper - lower).toBeLessThan(5e-4);
    expect(lower).toBeGreaterThan(1.07718);
    const delta = pldDelta({ events: sampled(0.6, 1e-5, 1e6), epsilon: 1.07730798 });
    expect(delta.lower).toBeLessThan(1e-10);
    expect(delta.upper).toBeGreaterThan(1e-10);
    expect(delta.upper / delta.lower).toBeLessThan(1.1);
  });

  // The estimates of a grid, whose bounds are far wider: they keep mean and variance of every cell.
  it.each([
    [0.6, 1e-6, 1e4, 1e-8, 0.0069283],
    [0.8, 1e-5, 1e6, 1e-10, 0.1073886],
    [0.5, 1e-6, 1e4, 1e-8, 0.0580051],
    [0.6, 1e-6, 1e3, 1e-8, 0.002996],
    [0.6, 1e-6, 1e4, 1e-10, 0.0294783],
  ])("is within a percent for noise %d, rate %d, %d releases, delta %d", (noise, rate, times, delta, near) => {
    const { lower, upper } = pldEpsilon({ events: sampled(noise, rate, times), delta });
    expect(lower).toBeLessThan(near);
    expect(upper).toBeGreaterThan(near);
    expect((upper - lower) / upper).toBeLessThan(0.01);
  });
});
