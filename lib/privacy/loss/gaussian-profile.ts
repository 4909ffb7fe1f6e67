/**
 * Privacy profile of Gaussian noise: the exact delta at an epsilon, and the exact epsilon at a delta.
 *
 * Theorem: for mu = sensitivity / sigma the least delta is Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).
 * Source: Balle, Wang (ICML 2018), theorem 8; Dong, Roth, Su (2022), corollary 2.13.
 * Method: with c = epsilon/mu both terms share the density phi(c - mu/2), so that delta = phi(c - mu/2) (M(c - mu/2) - M(c + mu/2))
 * with Mills' ratio M; where the two M are close their difference is the integral of -M'(t) = 1 - t M(t), positive everywhere.
 * Accuracy: relative error of gaussianDelta below 2.5e-13 for delta above 1e-300, of gaussianLogDelta below 2e-15 (2.5e-13 where delta is
 * next to 1 and its logarithm next to 0), from mu = 1e-9 on up; gaussianEpsilon is within 1e-13 and rounded up, so that the delta
 * computed at it does not exceed the delta asked for.
 * Limits: the logarithm is -Infinity at mu = 0, where delta is 0. gaussianEpsilon is Infinity at delta = 0 unless mu is 0, and
 * where mu^2 overflows.
 * @claim gaussian-analytic
 */
import { erfcx } from "../../numerics/error-function.ts";
import { exp } from "../../numerics/exponential.ts";
import { logOneMinusExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { logNormalDensity, normalCdf, normalDensity } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { raiseUntil } from "../../numerics/outward-rounding.ts";
import { declare, finite, nonNegative, type ParametersOf, probability } from "../../numerics/parameters.ts";
import { requireFinite, requireNonNegative } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";

export const gaussianProfilePoint = declare({
  /** Any finite number; a negative one too, where the profile is still defined. */
  epsilon: finite,
  /** Sensitivity over standard deviation. */
  mu: nonNegative,
});

export interface GaussianProfilePoint extends ParametersOf<typeof gaussianProfilePoint> {}

export const gaussianDeltaTarget = declare({ delta: probability, mu: nonNegative });

export interface GaussianDeltaTarget extends ParametersOf<typeof gaussianDeltaTarget> {}

/** sqrt(pi / 2). */
const ROOT_HALF_PI = 1.2533141373155003;

/** Gauss-Legendre rule with ten points: the positive nodes and their weights. */
const NODES = [0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717];
const WEIGHTS = [0.2955242247147529, 0.2692667193099964, 0.219086362515982, 0.1494513491505806, 0.0666713443086881];

export function gaussianDelta(point: GaussianProfilePoint): number {
  return Math.min(1, exp(gaussianLogDelta(point)));
}

export function gaussianLogDelta(point: GaussianProfilePoint): number {
  const { epsilon, mu } = gaussianProfilePoint.read(point);
  return logDelta(epsilon, mu);
}

/** The same for searches, with cheap checks. */
export function logDelta(epsilon: number, mu: number): number {
  requireFinite({ epsilon });
  requireNonNegative({ mu });
  // The pair is symmetric: delta(-epsilon) = 1 - e^-epsilon (1 - delta(epsilon)).
  if (epsilon < 0) {
    return logOneMinusExp(Math.min(0, epsilon + logOneMinusExp(Math.min(0, logDelta(-epsilon, mu)))));
  }
  if (mu === 0) return -Infinity;
  const near = epsilon / mu - mu / 2;
  if (near === Infinity) return -Infinity;
  if (mu <= 1 || mu <= near / 2) return logNormalDensity(near) + log(millsDrop(epsilon / mu, mu));
  const far = epsilon / mu + mu / 2;
  if (near > 0) return logNormalDensity(near) + log(mills(near) - mills(far));
  const rest = normalCdf(near) + normalDensity(near) * mills(far);
  return rest < 0.5 ? log1p(-rest) : log(normalCdf(-near) - normalDensity(near) * mills(far));
}

/** The least epsilon, at least 0, for which the noise is (epsilon, delta)-private. */
export function gaussianEpsilon(target: GaussianDeltaTarget): number {
  const { delta, mu } = gaussianDeltaTarget.read(target);
  if (mu === 0 || delta === 1) return 0;
  if (delta === 0) return Infinity;
  const logTarget = log(delta);
  const excess = (epsilon: number) => logDelta(epsilon, mu) - logTarget;
  if (excess(0) <= 0) return 0;
  // The tail of the loss is at least delta, so its quantile is enough.
  const enough = mu * (mu / 2 + normalUpperQuantile(delta));
  if (enough === Infinity) return Infinity;
  let upper = Math.max(enough, mu * mu * Number.EPSILON, Number.MIN_VALUE);
  while (excess(upper) > 0) upper *= 2;
  return raiseUntil(findRoot(excess, { lower: 0, upper }), (epsilon) => excess(epsilon) <= 0);
}

/** Mills' ratio P(Z > t) / phi(t). */
function mills(t: number): number {
  return ROOT_HALF_PI * erfcx(t * Math.SQRT1_2);
}

/** M(centre - width/2) - M(centre + width/2), without cancellation. */
function millsDrop(centre: number, width: number): number {
  let sum = 0;
  for (let k = 0; k < NODES.length; k++) {
    const offset = (width / 2) * NODES[k];
    sum += WEIGHTS[k] * (millsSlope(centre - offset) + millsSlope(centre + offset));
  }
  return (width / 2) * sum;
}

/** -M'(t) = 1 - t M(t); from 4 on by the continued fraction M = 1 / (t + 1 / (t + 2 / (t + ...))). */
function millsSlope(t: number): number {
  if (t < 4) return 1 - t * mills(t);
  let rest = t;
  for (let k = 40; k >= 2; k--) rest = t + k / rest;
  return 1 / (rest * t + 1);
}
