/**
 * Calibration of Poisson-subsampled Gaussian noise by its Renyi curve instead of the certified accountant: what published tables use.
 *
 * `renyiNoiseMultiplierFor`: the smallest noise multiplier whose Renyi curve, converted over a list of orders, stays within the target. A
 * valid bound, and larger than needed; it depends on the list.
 * Source: Mironov, Talwar, Zhang (2019).
 * Accuracy: 1e-12 relative, rounded so that the computed epsilon does not exceed the target.
 */
import { log } from "../../numerics/logarithm.ts";
import { raiseUntil } from "../../numerics/outward-rounding.ts";
import { arrayOf, declare, openProbability, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { poissonGaussianRenyi } from "../accounting/renyi-subsampled.ts";
import { repeatRenyi } from "../conversions/composition.ts";
import { anyOrder, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import { RELEASES, requireNoise, startingMu } from "./release-plan.ts";

export const renyiPlan = declare(
  {
    ...RELEASES,
    delta: openProbability,
    /** Orders above 1. */
    orders: arrayOf(anyOrder),
  },
  requireNoise,
);

export interface RenyiPlan extends ParametersOf<typeof renyiPlan> {}

export function renyiNoiseMultiplierFor(wanted: RenyiPlan): number {
  const plan = renyiPlan.read(wanted);
  const { epsilon, delta, times, samplingRate, orders } = plan;
  const epsilonAt = (noiseMultiplier: number) => {
    const curve = repeatRenyi(poissonGaussianRenyi({ noiseMultiplier, samplingRate }), times);
    return renyiToApproximate(curve, { delta, orders }).epsilon;
  };
  const start = 1 / startingMu(plan);
  let lower = start;
  while (epsilonAt(lower) <= epsilon) lower /= 2;
  let upper = Math.max(start, 2 * lower);
  while (epsilonAt(upper) > epsilon) {
    [lower, upper] = [upper, 2 * upper];
    // Every order above 1 pays for delta whatever the noise: the target may lie below all of the list.
    if (upper > start * 1e9) refuse("orders", "a list that reaches the target with some noise", orders);
  }
  const root = findRoot((noise) => log(Math.max(epsilonAt(noise), 1e-300) / epsilon), { lower, upper });
  return raiseUntil(root, (noise) => epsilonAt(noise) <= epsilon);
}
