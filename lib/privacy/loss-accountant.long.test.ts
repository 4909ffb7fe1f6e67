import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { normalDensity } from "../numerics/normal.ts";
import { cos, sin } from "../numerics/trigonometry.ts";
import { stream } from "../random/stream.ts";
import { fillUniform } from "../random/uniform.ts";
import { subsampledGaussianLoss } from "./gaussian-loss.ts";
import { lossEpsilon } from "./loss-accountant.ts";

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
 * 1 / (2 pi) times the integral over u of M(z)^T e^(-z epsilon) / (z (z + 1)), z = t + i u, for any t > 0. The trapezoidal rule in u errs by
 * the values of the sum 2 pi / spacing away, as small as wanted.
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
  const deviation =
    Math.sqrt(Math.max(1e-30, cumulant(tilt * 1.001) + cumulant(tilt * 0.999) - 2 * at)) / (tilt * 0.001);
  // Beyond 14 deviations of the tilted sum lies less than 1e-20 of it.
  const spacing = Math.min(Math.PI / (14 * deviation), 0.25 * tilt);
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
  const loss = subsampledGaussianLoss({ noiseMultiplier: sigma, samplingRate: rate });
  return lossEpsilon({ events: [{ loss, times }], delta });
}

describe("the account of sampled Gaussian training against inversion of its transform", () => {
  it("knows row C9, 6.768781", () => {
    expect(truthOf({ sigma: 1.5, rate: 0.04, times: 2250, delta: 1e-5 })).toBeCloseTo(6.768781, 5);
  });

  it.each(Array.from({ length: 20 }, (_, k) => k))("holds the truth within 1e-3 at random point %i", (k) => {
    const [a, b, c, d] = fillUniform(stream(61, k), new Float64Array(4));
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
