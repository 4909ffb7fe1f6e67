/**
 * Gaussian mechanism with the least noise: the standard deviation whose exact delta at epsilon is the one asked for.
 *
 * Theorem: for a query of l2 sensitivity D, f + N(0, sigma^2) is (epsilon, delta)-differentially private if and only if
 * Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu) <= delta, with mu = D / sigma; the left side increases with mu.
 * Source: Balle, Wang (ICML 2018), theorem 8, arXiv:1805.06530.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `discreteGaussian`.
 * @example
 * ```ts
 * import { analyticGaussian, stream } from "epsilab";
 * const mechanism = analyticGaussian({ epsilon: 1, delta: 1e-5, sensitivity: 1, neighbours: "swap" });
 * mechanism.sigma; // => 3.7306...
 * mechanism.release(42, stream(20261115, "example")); // => 44.3226...
 * ```
 * @claim gaussian-analytic
 * @also analytic gaussian mechanism
 */
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import { type CalibratedGaussianParameters, calibratedGaussian, type GaussianMechanism } from "./gaussian.ts";

export function analyticGaussian(parameters: CalibratedGaussianParameters): GaussianMechanism {
  return calibratedGaussian("analytic-gaussian", parameters, gaussianSigmaFor);
}
