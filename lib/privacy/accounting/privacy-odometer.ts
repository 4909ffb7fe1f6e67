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
 * that response. The interaction, stopped before the reading passes an (epsilon, delta), is then (epsilon, delta)-private; but the
 * loss of the answers themselves may pass it more often, as delta does not bound the tail of a loss: Gaussian noise of mu = 1 is
 * (1, 0.127)-private and loses more than 1 with probability 0.309. Give such a release as `gaussian` or `zero-concentrated`. Costs
 * count as the decimals they are written as (`release-cost.ts`), and are added exactly. A reading is rounded up: a sum to a float64
 * that is not below it, the formula by 4e-15 relative.
 * Limits: s is chosen for the reading to be best where the rhos reach `tunedRho`; elsewhere it holds, but is wider. A reading bounds the
 * loss with high probability, which is more than (epsilon, delta)-privacy asks, and so it is above what a filter would say.
 */
import { decimalOf, numberAbove, productOf, sumOf, ZERO } from "../../numerics/decimal.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, openProbability, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type ApproximateGuarantee, approximate, type PureGuarantee, pure } from "../guarantees/guarantee.ts";
import { BOUNDED, BOUNDED_OR_CONCENTRATED, chargesOf, type Payable, type Terms } from "./release-charges.ts";
import { type BoundedRelease, boundedCost, type ConcentratedRelease, pureRho, rhoCost } from "./release-cost.ts";

export interface PrivacyOdometer<Release, Reading> {
  /** Records a release and returns the new reading. */
  spend(release: Release): Reading;
  reading(): Reading;
}

const PURE: Terms<PureGuarantee> = {
  kinds: ["pure"],
  known: (knowledge) => {
    const stated = BOUNDED.known(knowledge);
    return stated?.kind === "pure" ? stated : undefined;
  },
  wanted: "one with an epsilon, without a delta",
};

export function pureOdometer(): PrivacyOdometer<Payable<PureGuarantee>, PureGuarantee> {
  let total = ZERO;
  const reading = () => pure(numberAbove(total));
  return {
    spend(release) {
      total = chargesOf(release, PURE).reduce((sum, { guarantee, times }) => {
        if (guarantee.kind !== "pure") refuse("release.kind", '"pure"', guarantee.kind);
        return sumOf(sum, productOf(decimalOf(times), boundedCost(guarantee).epsilon));
      }, total);
      return reading();
    },
    reading,
  };
}

export const concentratedOdometerParameters = declare({ slack: openProbability, tunedRho: positive });

/** More than the roundings of the formula. */
const UPWARDS = 1 + 4e-15;

export function concentratedOdometer(
  parameters: ParametersOf<typeof concentratedOdometerParameters>,
): PrivacyOdometer<Payable<ConcentratedRelease | BoundedRelease>, ApproximateGuarantee> {
  const { slack, tunedRho } = concentratedOdometerParameters.read(parameters);
  const surprise = -2 * log(slack);
  const spread = (2 * tunedRho) / (surprise + log1p(surprise));
  let total = { rhos: ZERO, sum: ZERO, deltas: decimalOf(slack) };
  const reading = () => {
    const { rhos, sum, deltas } = total;
    const rho = numberAbove(rhos);
    const variance = 2 * rho;
    const width = variance + spread;
    const mixture = (rho + Math.sqrt(width * (log1p(variance / spread) + surprise))) * UPWARDS;
    return approximate(Math.min(numberAbove(sum), mixture), Math.min(1, numberAbove(deltas)));
  };
  return {
    spend(release) {
      total = chargesOf(release, BOUNDED_OR_CONCENTRATED).reduce(({ rhos, sum, deltas }, { guarantee, times }) => {
        const often = decimalOf(times);
        if (guarantee.kind !== "approximate" && guarantee.kind !== "pure")
          return { rhos: sumOf(rhos, productOf(often, rhoCost(guarantee))), sum: decimalOf(Infinity), deltas };
        const { epsilon, delta } = boundedCost(guarantee);
        return {
          rhos: sumOf(rhos, productOf(often, pureRho(guarantee.epsilon))),
          sum: sumOf(sum, productOf(often, epsilon)),
          deltas: sumOf(deltas, productOf(often, delta)),
        };
      }, total);
      return reading();
    },
    reading,
  };
}
