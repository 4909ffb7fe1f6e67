/**
 * Tails of the privacy loss: the probability that the loss exceeds epsilon, which is NOT the least delta.
 *
 * Theorem: P(loss > epsilon) <= delta suffices for (epsilon, delta) ("probabilistic" privacy), since the least delta is
 * E (1 - e^(epsilon - loss))_+, which is at most the tail. It is not necessary: Gaussian noise with mu = 1 has delta(1) = 0.127 and
 * the tail 0.309. Equality holds only where no loss lies strictly between epsilon and Infinity.
 * Source: Meiser (2018), "Approximate and probabilistic differential privacy definitions"; Balle, Wang (2018), theorem 5.
 * Use these to see how much the tail reading gives away; for a guarantee use the profiles.
 */
import { exp } from "../../numerics/exponential.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { requireFinite, requireNonNegative, requirePositive, requireProbability } from "../../numerics/requirements.ts";
import type { GaussianProfilePoint } from "./gaussian-profile.ts";
import type { LaplaceProfilePoint } from "./laplace-profile.ts";
import type { LeakyResponse } from "./leaky-response-profile.ts";

/** The loss is normal with mean mu^2 / 2 and variance mu^2. */
export function gaussianPrivacyLossTail({ epsilon, mu }: GaussianProfilePoint): number {
  requireFinite({ epsilon });
  requirePositive({ mu });
  return normalCdf(mu / 2 - epsilon / mu);
}

/** The loss is pureEpsilon with probability 1/2 and -pureEpsilon with probability e^-pureEpsilon / 2; between, it is spread. */
export function laplacePrivacyLossTail({ epsilon, pureEpsilon }: LaplaceProfilePoint): number {
  requireFinite({ epsilon });
  requireNonNegative({ pureEpsilon });
  if (epsilon >= pureEpsilon) return 0;
  return epsilon < -pureEpsilon ? 1 : 1 - exp((epsilon - pureEpsilon) / 2) / 2;
}

export function leakyResponsePrivacyLossTail({
  pureEpsilon,
  leak,
  epsilon,
}: LeakyResponse & { readonly epsilon: number }): number {
  requireFinite({ epsilon });
  requireNonNegative({ pureEpsilon });
  requireProbability({ leak });
  if (epsilon >= pureEpsilon) return leak;
  return epsilon < -pureEpsilon ? 1 : leak + (1 - leak) / (1 + exp(-pureEpsilon));
}
