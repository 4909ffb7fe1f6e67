import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalDensity } from "../../numerics/normal.ts";
import { cos, sin } from "../../numerics/trigonometry.ts";
import { stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import { optimalCompositionEpsilon } from "../accounting/optimal-composition.ts";
import { discreteLaplacePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { laplacePld } from "./laplace-pld.ts";
import { type PldEvent, pldDelta, pldEpsilon } from "./pld-accountant.ts";

interface Training {
  readonly sigma: number;
  readonly rate: number;
  readonly times: number;
  readonly delta: number;
}

/** Losses of one step and their masses, at the points of a trapezoidal rule in the noise, which for such densities errs below 1e-15. */
function nodesOf({ sigma, rate }: Training, side: "remove" | "add"): { losses: Float64Array; masses: Float64Array } {
  const count = 3000;
  const [from, to] = [-14 * sigma, 14 * sigma + (side === "remove" ? 1 : 0)];
  const width = (to - from) / count;
  const losses = new Float64Array(count + 1);
  const masses = new Float64Array(count + 1);
  for (let k = 0; k <= count; k++) {
    const x = from + k * width;
    const loss = log1p(rate * expm1((x - 0.5) / (sigma * sigma)));
    const without = normalDensity(x / sigma) / sigma;
    losses[k] = side === "remove" ? loss : -loss;
    masses[k] = width * (side === "remove" ? without * exp(loss) : without);
  }
  return { losses, masses };
}

/**
 * epsilon at delta without any grid of losses: with M(z) = E e^(z loss), the least delta is the inverse Laplace transform
 * 1 / (2 pi) times the integral over u of M(z)^T e^(-z epsilon) / (z (z + 1)), z = t + i u, for any t > 0. The trapezoidal rule in
 * u errs by the values of the sum 2 pi / spacing away, as small as wanted.
 */
function inverted(training: Training, side: "remove" | "add"): number {
  const { times, delta } = training;
  const { losses, masses } = nodesOf(training, side);
  const cumulant = (t: number) => times * log(masses.reduce((sum, mass, k) => sum + mass * exp(t * losses[k]), 0));
  // The t that makes Chernoff's bound on epsilon least.
  let [tilt, least] = [0, Infinity];
  for (let t = 0.05; t < 400; t *= 1.05) {
    const bound = (cumulant(t) - log(delta)) / t;
    if (bound < least) [tilt, least] = [t, bound];
  }
  const at = cumulant(tilt);
  const sigma = Math.sqrt(Math.max(1e-30, cumulant(tilt * 1.001) + cumulant(tilt * 0.999) - 2 * at)) / (tilt * 0.001);
  // Beyond 14 deviations of the tilted sum lies less than 1e-20 of it.
  const spacing = Math.min(Math.PI / (14 * sigma), 0.25 * tilt);
  const terms: { re: number; im: number; u: number }[] = [];
  for (let k = 0; k < 20_000; k++) {
    const u = k * spacing;
    let [re, im] = [0, 0];
    for (let i = 0; i < losses.length; i++) {
      const size = masses[i] * exp(tilt * losses[i] - at / times);
      re += size * cos(u * losses[i]);
      im += size * sin(u * losses[i]);
    }
    // The power by repeated squaring.
    let [powerRe, powerIm] = [1, 0];
    for (let n = times, [a, b] = [re, im]; n > 0; n = Math.floor(n / 2), [a, b] = [a * a - b * b, 2 * a * b]) {
      if (n % 2 === 1) [powerRe, powerIm] = [powerRe * a - powerIm * b, powerRe * b + powerIm * a];
    }
    // 1 / (z (z + 1)) with z (z + 1) = t (t + 1) - u^2 + i u (2 t + 1).
    const [c, d] = [tilt * (tilt + 1) - u * u, u * (2 * tilt + 1)];
    const norm = c * c + d * d;
    terms.push({ re: (powerRe * c + powerIm * d) / norm, im: (powerIm * c - powerRe * d) / norm, u });
    if (Math.sqrt((powerRe * powerRe + powerIm * powerIm) / norm) < 1e-14 / (tilt * (tilt + 1))) break;
  }
  const deltaAt = (epsilon: number) => {
    const sum = terms.reduce(
      (total, { re, im, u }) => total + (u === 0 ? 0.5 : 1) * (re * cos(u * epsilon) + im * sin(u * epsilon)),
      0,
    );
    return (exp(at - tilt * epsilon) * sum * spacing) / Math.PI;
  };
  let [low, high] = [0, least];
  if (deltaAt(0) <= delta) return 0;
  for (let round = 0; round < 60; round++) {
    const middle = 0.5 * (low + high);
    if (deltaAt(middle) > delta) low = middle;
    else high = middle;
  }
  return low;
}

const truthOf = (training: Training) => Math.max(inverted(training, "remove"), inverted(training, "add"));

function intervalOf({ sigma, rate, times, delta }: Training) {
  const loss = subsampledGaussianPld({ noiseMultiplier: sigma, samplingRate: rate });
  return pldEpsilon({ events: [{ loss, times }], delta });
}

describe("the account of sampled Gaussian training against inversion of its transform", () => {
  it("knows row C9, 6.768781", () => {
    expect(truthOf({ sigma: 1.5, rate: 0.04, times: 2250, delta: 1e-5 })).toBeCloseTo(6.768781, 5);
  });

  it.each(Array.from({ length: 20 }, (_, k) => k))("holds the truth within 1e-3 at random point %i", (k) => {
    const [a, b, c, d] = fillUniform(new Float64Array(4), stream(61, k));
    const training = {
      sigma: 0.6 * exp(1.6 * a),
      rate: exp(-1 - 9 * b),
      times: Math.round(300 * exp(5 * c)),
      delta: exp(-9 - 9 * d),
    };
    const truth = truthOf(training);
    const { lower, estimate, upper } = intervalOf(training);
    expect(lower).toBeLessThanOrEqual(truth + 1e-9);
    expect(upper).toBeGreaterThanOrEqual(truth - 1e-9);
    expect(upper - lower).toBeLessThanOrEqual(1e-3);
    expect(Math.abs(estimate - truth)).toBeLessThan(1e-5);
    // One percent more noise is not inside.
    if (truth > 0.1) expect(intervalOf({ ...training, sigma: 1.01 * training.sigma }).upper).toBeLessThan(truth);
  });
});

describe("the account of sampled Gaussian training of many steps", () => {
  const sampledEvents = (noiseMultiplier: number, samplingRate: number, times: number) => [
    { loss: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times },
  ];

  it("keeps its width at a tiny rate over fifty thousand steps, and at a long training", () => {
    const tiny = pldEpsilon({ events: sampledEvents(1, 1e-5, 50_000), delta: 1e-6 });
    expect(tiny.upper - tiny.lower).toBeLessThan(1e-3);
    const finer = pldEpsilon({ events: sampledEvents(1, 1e-5, 50_000), delta: 1e-6, tolerance: 2.5e-4 });
    expect(Math.abs(tiny.estimate - finer.estimate)).toBeLessThan(1e-5);
    expect(finer.lower).toBeLessThan(tiny.estimate);
    expect(finer.upper).toBeGreaterThan(tiny.estimate);
    const long = pldEpsilon({ events: sampledEvents(1.5, 0.04, 50_000), delta: 1e-5 });
    expect(long.upper - long.lower).toBeLessThan(1e-3);
  });
});

const DELTAS = [1e-2, 1e-3, 1e-6, 1e-9];
const COUNTS = [1, 2, 4, 10, 40];
const EPSILONS = [0.1, 0.5, 1, 3];
const laplaceOf = (epsilon: number) => laplacePld({ scale: 1, sensitivity: epsilon });

/** The interval is narrow, and the deltas at its ends, of another tilt and grid, are on either side of the one asked. */
function expectNarrow(events: readonly PldEvent[], delta: number): void {
  const { lower, upper } = pldEpsilon({ events, delta });
  expect(upper - lower).toBeLessThanOrEqual(Math.min(1e-3, 0.05 * upper));
  if (lower > 0) expect(pldDelta({ events, epsilon: lower }).upper).toBeGreaterThanOrEqual(delta);
  expect(pldDelta({ events, epsilon: upper }).lower).toBeLessThanOrEqual(delta);
}

describe.each(DELTAS)("the account of bounded losses at delta %d", (delta) => {
  it.each(COUNTS)("is narrow for %i Laplace releases, and as many geometric ones", (times) => {
    for (const epsilon of EPSILONS) {
      expectNarrow([{ loss: laplaceOf(epsilon), times }], delta);
      expectNarrow([{ loss: discreteLaplacePld({ scale: 2 / epsilon, sensitivity: 2 }), times }], delta);
    }
  });

  it.each(COUNTS)("is the optimal composition for %i randomized responses", (times) => {
    for (const epsilon of EPSILONS) {
      const events = [{ loss: worstCasePld({ epsilon, delta: 0 }), times }];
      const truth = optimalCompositionEpsilon({ epsilon, delta: 0, times, totalDelta: delta });
      const { lower, upper } = pldEpsilon({ events, delta });
      expect(lower).toBeLessThanOrEqual(truth + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(upper - lower).toBeLessThanOrEqual(Math.min(1e-3, 0.05 * upper));
    }
  });

  it.each(COUNTS)("is narrow for %i Laplace releases and one Gaussian", (times) => {
    for (const epsilon of EPSILONS)
      for (const sigma of [1, 5, 50]) {
        const gaussian = { loss: gaussianPld({ sigma, sensitivity: 1 }), times: 1 };
        expectNarrow([{ loss: laplaceOf(epsilon), times }, gaussian], delta);
      }
  });
});

describe("the delta of very many releases", () => {
  it("ends where the finest step would need more than 2^20 points: five hundred Laplace releases (row B5, 71.0 +- 0.1)", () => {
    const delta = (scale: number) =>
      pldDelta({
        events: [{ loss: laplacePld({ scale, sensitivity: 1 }), times: 500 }],
        epsilon: 1,
        tolerance: 0.1,
      });
    expect(delta(71.1).upper).toBeLessThan(1e-4);
    expect(delta(70.7).lower).toBeGreaterThan(1e-4);
  });
});
