/**
 * Renyi divergence of the subsampled Gaussian mechanism: Poisson sampling, at every order above 1.
 *
 * Poisson (relation `add-remove`). Theorem: the worst neighbours are N(0, s^2) and (1 - q) N(0, s^2) + q N(1, s^2), the divergence
 * of the mixture from the normal is the larger one, and it is log(A) / (a - 1) with A = E ((1 - q) + q e^((2x - 1) / (2 s^2)))^a, x
 * from N(0, s^2). At an integer order A - 1 is the sum over k >= 2 of Bin(k; a, q) (e^(k (k-1) / (2 s^2)) - 1): positive terms only.
 * At a fractional order A - 1 is the integral of (1 + u)^a - 1 - a u, where u = q (e^((2x - 1) / (2 s^2)) - 1) has mean 0: positive
 * again. The integrand is analytic up to |Im x| = pi s^2, so that the trapezoidal rule errs by e^(-42) of it. The series in binomial
 * coefficients of a fractional order has alternating signs; summed by absolute values it is only an upper bound.
 * Source: Mironov, Talwar, Zhang, "Renyi differential privacy of the sampled Gaussian mechanism" (2019), theorems 4 and 5.
 *
 * Accuracy: relative 1e-12 for rates from 1e-8 to 1, orders to 1024 and multipliers from 0.05 to 100.
 * Limits: with a multiplier below 0.001, fractional orders are bounded above by convexity from the integers beside them.
 * @claim rdp, moments-accountant
 */

import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { logAddExp, logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf, positive, positiveProbability } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { RenyiGuarantee } from "../guarantees/guarantee.ts";
import { logMomentExcess } from "./moment-excess.ts";

export const subsampledGaussianRenyi = declare({
  /** Standard deviation of the noise over the sensitivity. */
  noiseMultiplier: positive,
  samplingRate: positiveProbability,
});

export interface SubsampledGaussianRenyi extends ParametersOf<typeof subsampledGaussianRenyi> {}

/** @also rdp accountant, moments accountant, subsampled rdp */
export function poissonGaussianRenyi(parameters: SubsampledGaussianRenyi): RenyiGuarantee {
  const { noiseMultiplier, samplingRate } = subsampledGaussianRenyi.read(parameters);
  const precision = 1 / (noiseMultiplier * noiseMultiplier);
  const logMoment = (order: number): number => {
    if (samplingRate === 1) return 0.5 * order * (order - 1) * precision;
    if (Number.isInteger(order)) return integerLogMoment(order, samplingRate, precision);
    return fractionalLogMoment(order, samplingRate, noiseMultiplier);
  };
  const exact = samplingRate === 1 || noiseMultiplier >= 0.001;
  return { kind: "renyi", epsilonAt: (order) => perOrder(order, exact ? logMoment : convex(logMoment)) };
}

function perOrder(order: number, logMoment: (order: number) => number): number {
  if (!(order > 1 && order <= 1e6)) refuse("order", "above 1 and at most 1e6", order);
  return logMoment(order) / (order - 1);
}

/** The convex function that agrees at the integers, and is 0 at 1, is linear between them: an upper bound. */
function convex(logMoment: (order: number) => number): (order: number) => number {
  return (order) => {
    const below = Math.floor(order);
    const part = order - below;
    const low = below === 1 ? 0 : logMoment(below);
    return part === 0 ? low : low + part * (logMoment(below + 1) - low);
  };
}

function integerLogMoment(order: number, rate: number, precision: number): number {
  const [logRate, logRest] = [log(rate), log1p(-rate)];
  const terms = new Float64Array(order - 1);
  for (let k = 2; k <= order; k++) {
    const exponent = 0.5 * k * (k - 1) * precision;
    const growth = exponent + logOneMinusExp(-exponent);
    terms[k - 2] = logBinomialCoefficient(order, k) + k * logRate + (order - k) * logRest + growth;
  }
  return logOnePlusExp(logSumExp(terms));
}

function fractionalLogMoment(order: number, rate: number, sigma: number): number {
  // In units of sigma: half the width of the strip that is used, and the step whose error is e^-42 there.
  const strip = Math.min(0.9 * Math.PI * sigma, 6);
  const step = (2 * Math.PI * strip) / (42 + 0.5 * strip * strip);
  // Beyond this distance of both peaks, 0 and order / sigma, the integrand is below e^-42 of the smaller one's.
  const reach = Math.sqrt(2 * (order * 0.7 + 42 - 2 * log(rate)));
  const far = order / sigma;
  const terms: number[] = [];
  const visit = (from: number, to: number) => {
    for (let k = Math.ceil(from / step); k * step <= to; k++) {
      const t = k * step;
      terms.push(logMomentExcess(order, { samplingRate: rate, loss: (t - 0.5 / sigma) / sigma }) - 0.5 * t * t);
    }
  };
  if (far <= 2 * reach) visit(-reach, far + reach);
  else {
    visit(-reach, reach);
    visit(far - reach, far + reach);
  }
  return logOnePlusExp(logSumExp(terms) + log(step) - 0.9189385332046728);
}

function logOnePlusExp(x: number): number {
  return x === -Infinity ? 0 : logAddExp(0, x);
}
