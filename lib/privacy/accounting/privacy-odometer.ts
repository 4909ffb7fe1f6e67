/**
 * Privacy odometers: how much an adaptive interaction has lost so far, readable at any time and without a budget set in advance.
 *
 * Theorem: with probability at least 1 - delta over the answers, the privacy loss is at most the reading at every moment at once, for
 * every analyst who chooses mechanisms, parameters and the moment to stop from the answers so far.
 * - `pureOdometer`: the sum of the epsilons, at delta 0: no answer has a larger loss.
 * - `concentratedOdometer`: with V twice the sum of the rhos, V / 2 + sqrt((V + s) (ln((V + s) / s) + 2 ln(1 / slack))), or the sum of the
 *   epsilons where that is less; delta is the slack and the sum of the deltas. Proof: e^(t (L - V/2) - t^2 V / 2) is a supermartingale
 *   for every t > 0, so is its mixture over |t| from the normal law of variance 1/s, which is at least
 *   sqrt(s / (V + s)) e^(x^2 / (2 (V + s))) where x = L - V/2 is positive; by Ville's inequality it stays below 1 / slack.
 * Source: Whitehouse, Ramdas, Rogers, Wu, "Fully-adaptive composition in differential privacy" (ICML 2023), the mixture odometer.
 * An (epsilon, delta) release counts as the leaky randomized response of which it is a post-processing: the theorem speaks of the loss of
 * that response. The interaction, stopped before the reading passes an (epsilon, delta), is then (epsilon, delta)-private; but the loss of the
 * answers themselves may pass it more often, as delta does not bound the tail of a loss: Gaussian noise of mu = 1 is (1, 0.127)-private
 * and loses more than 1 with probability 0.309. Give such a release as `gaussian` or `zero-concentrated`.
 * Limits: s is chosen for the reading to be best where the rhos reach `tunedRho`; elsewhere it holds, but is wider. A reading bounds the
 * loss with high probability, which is more than (epsilon, delta)-privacy asks, and so it is above what a filter would say.
 */
import { log, log1p } from "../../numerics/logarithm.ts";
import { refuse, requireNonNegative, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { pureToZeroConcentrated } from "../conversions/pure-conversions.ts";
import { type ApproximateGuarantee, approximate, type PureGuarantee, pure } from "../guarantees/guarantee.ts";
import { type BoundedRelease, boundedBudget, type ConcentratedRelease, rhoOf } from "./privacy-filter.ts";

export interface PrivacyOdometer<Release, Reading> {
  /** Records a release and returns the new reading. */
  spend(release: Release): Reading;
  reading(): Reading;
}

export function pureOdometer(): PrivacyOdometer<PureGuarantee, PureGuarantee> {
  let total = pure(0);
  return {
    spend({ kind, epsilon }) {
      if (kind !== "pure") refuse("release.kind", '"pure"', kind);
      requireNonNegative({ epsilon });
      total = pure(total.epsilon + epsilon);
      return total;
    },
    reading: () => total,
  };
}

export function concentratedOdometer(parameters: {
  readonly slack: number;
  readonly tunedRho: number;
}): PrivacyOdometer<ConcentratedRelease | BoundedRelease, ApproximateGuarantee> {
  const { slack, tunedRho } = parameters;
  requireOpenProbability({ slack });
  requirePositive({ tunedRho });
  const surprise = -2 * log(slack);
  const spread = (2 * tunedRho) / (surprise + log1p(surprise));
  let [rho, sum, leaked] = [0, 0, 0];
  const reading = () => {
    const variance = 2 * rho;
    const width = variance + spread;
    const mixture = rho + Math.sqrt(width * (log1p(variance / spread) + surprise));
    return approximate(Math.min(sum, mixture), Math.min(1, slack + leaked));
  };
  return {
    spend(release) {
      if (release.kind === "approximate" || release.kind === "pure") {
        const { epsilon, delta } = boundedBudget(release);
        rho += pureToZeroConcentrated(pure(epsilon)).rho;
        sum += epsilon;
        leaked += delta;
      } else {
        rho += rhoOf(release);
        sum = Infinity;
      }
      return reading();
    },
    reading,
  };
}
