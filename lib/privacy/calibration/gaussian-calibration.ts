/**
 * Calibration of Gaussian noise: the standard deviation for a wanted (epsilon, delta).
 *
 * - `gaussianSigmaFor`: the smallest one, by inverting the exact profile (Balle, Wang, ICML 2018, theorem 8 and algorithm 1).
 * - `classicGaussianSigma`: sensitivity sqrt(2 ln(1.25/delta)) / epsilon (Dwork, Roth 2014, theorem A.1), proved below epsilon = 1 only;
 *   from about epsilon = 8.4 on (delta = 1e-5) it is false, so an epsilon of 1 or more is refused.
 * - `tailGaussianSigma`: the loss exceeds epsilon with probability delta exactly; sufficient, hence larger than needed.
 *
 * Accuracy: gaussianSigmaFor within 1e-13 of the exact value, rounded up: the delta computed at it does not exceed the one asked for.
 */
import { log } from "../../numerics/logarithm.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { lowerUntil, raiseUntil } from "../../numerics/outward-rounding.ts";
import {
  declare,
  nonNegative,
  number,
  openProbability,
  type ParametersOf,
  positive,
} from "../../numerics/parameters.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { logDelta } from "../loss/gaussian-profile.ts";

export const gaussianTarget = declare({ epsilon: nonNegative, delta: openProbability });

export interface GaussianTarget extends ParametersOf<typeof gaussianTarget> {}

/** Largest Euclidean distance of the answers on neighbours. */
const sensitivity = positive;

export const gaussianCalibration = declare({ ...gaussianTarget.declared, sensitivity });

export interface GaussianCalibration extends ParametersOf<typeof gaussianCalibration> {}

/** sqrt(2 pi). */
const ROOT_TWO_PI = 2.5066282746310002;

/**
 * The largest mu = sensitivity / sigma that is (epsilon, delta)-private.
 * @claim gaussian-analytic
 */
export function gaussianMuFor(target: GaussianTarget): number {
  const { epsilon, delta } = gaussianTarget.read(target);
  const logTarget = log(delta);
  const excess = (mu: number) => logDelta(epsilon, mu) - logTarget;
  // Two values that suffice: the tail of the loss at delta, and total variation, which is at most mu / sqrt(2 pi).
  const enough = Math.max(tailMu({ epsilon, delta }), delta * ROOT_TWO_PI);
  const lower = lowerUntil(enough, (mu) => excess(mu) <= 0);
  let upper = 2 * lower;
  while (excess(upper) <= 0) upper *= 2;
  return lowerUntil(findRoot(excess, { lower, upper }), (mu) => excess(mu) <= 0);
}

/**
 * The smallest standard deviation that is (epsilon, delta)-private.
 * @example
 * ```ts
 * import { gaussianSigmaFor } from "epsilab";
 * gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: 1 }); // => 3.7306...
 * ```
 * @claim gaussian-analytic
 */
export function gaussianSigmaFor(calibration: GaussianCalibration): number {
  const { epsilon, delta, sensitivity } = gaussianCalibration.read(calibration);
  const target = log(delta);
  return raiseUntil(
    finiteSigma(sensitivity / gaussianMuFor({ epsilon, delta })),
    (sigma) => logDelta(epsilon, sensitivity / sigma) <= target,
  );
}

export const classicGaussianCalibration = declare({
  epsilon: number({
    expected: "below 1 for the classic formula (gaussianSigmaFor has no such limit), and above 0",
    least: Number.MIN_VALUE,
    most: 1 - Number.EPSILON / 2,
  }),
  delta: openProbability,
  sensitivity,
});

/** @claim gaussian-classic */
export function classicGaussianSigma(calibration: GaussianCalibration): number {
  const { epsilon, delta, sensitivity } = classicGaussianCalibration.read(calibration);
  return finiteSigma((sensitivity * Math.sqrt(2 * log(1.25 / delta))) / epsilon);
}

export const tailGaussianCalibration = declare({ epsilon: positive, delta: openProbability, sensitivity });

/** @claim gaussian-tail-calibration */
export function tailGaussianSigma(calibration: GaussianCalibration): number {
  const { epsilon, delta, sensitivity } = tailGaussianCalibration.read(calibration);
  return finiteSigma(sensitivity / tailMu({ epsilon, delta }));
}

function finiteSigma(sigma: number): number {
  requirePositive({ "sigma for this sensitivity, epsilon and delta": sigma });
  return sigma;
}

/** The root of mu/2 - epsilon/mu = -z, z the upper delta-quantile, without cancellation on either side of 0. */
function tailMu({ epsilon, delta }: GaussianTarget): number {
  const z = normalUpperQuantile(delta);
  // There z is as good as 0, and twice epsilon may overflow.
  if (epsilon > 1e300) return Math.SQRT2 * Math.sqrt(epsilon);
  const root = Math.sqrt(z * z + 2 * epsilon);
  return z > 0 ? (2 * epsilon) / (root + z) : root - z;
}
