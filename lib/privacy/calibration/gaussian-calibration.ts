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
import { refuse, requireNonNegative, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { gaussianLogDelta } from "../loss/gaussian-profile.ts";

export interface GaussianTarget {
  readonly epsilon: number;
  readonly delta: number;
}

export interface GaussianCalibration extends GaussianTarget {
  /** Largest Euclidean distance of the answers on neighbours. */
  readonly sensitivity: number;
}

/** sqrt(2 pi). */
const ROOT_TWO_PI = 2.5066282746310002;

/**
 * The largest mu = sensitivity / sigma that is (epsilon, delta)-private.
 * @claim gaussian-analytic
 */
export function gaussianMuFor({ epsilon, delta }: GaussianTarget): number {
  requireNonNegative({ epsilon });
  requireOpenProbability({ delta });
  const target = log(delta);
  const excess = (mu: number) => gaussianLogDelta({ epsilon, mu }) - target;
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
export function gaussianSigmaFor({ epsilon, delta, sensitivity }: GaussianCalibration): number {
  requirePositive({ sensitivity });
  requireOpenProbability({ delta });
  const target = log(delta);
  return raiseUntil(
    finiteSigma(sensitivity / gaussianMuFor({ epsilon, delta })),
    (sigma) => gaussianLogDelta({ epsilon, mu: sensitivity / sigma }) <= target,
  );
}

/** @claim gaussian-classic */
export function classicGaussianSigma({ epsilon, delta, sensitivity }: GaussianCalibration): number {
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  if (epsilon >= 1) refuse("epsilon", "below 1 for the classic formula (gaussianSigmaFor has no such limit)", epsilon);
  return finiteSigma((sensitivity * Math.sqrt(2 * log(1.25 / delta))) / epsilon);
}

/** @claim gaussian-tail-calibration */
export function tailGaussianSigma({ epsilon, delta, sensitivity }: GaussianCalibration): number {
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
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
