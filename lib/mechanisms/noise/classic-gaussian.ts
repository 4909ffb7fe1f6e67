/**
 * Gaussian mechanism with the textbook noise: standard deviation sensitivity sqrt(2 ln(1.25 / delta)) / epsilon.
 *
 * Theorem: for epsilon below 1 and a query of l2 sensitivity D, f + N(0, sigma^2) with sigma = D sqrt(2 ln(1.25 / delta)) / epsilon is
 * (epsilon, delta)-differentially private.
 * Source: Dwork, Roth, The Algorithmic Foundations of Differential Privacy (2014), theorem 3.22, doi:10.1561/0400000042.
 * Limits: refuses epsilon of 1 or more, where the proof ends (the statement itself fails, from epsilon 8.4 on at delta 1e-5). Its noise is
 * larger than needed: `gaussian` has the least. Float64 noise leaks its input in the low-order bits; for study.
 * @claim gaussian-classic
 */
import type { ParametersOf } from "../../numerics/parameters.ts";
import { classicGaussianSigma } from "../../privacy/calibration/gaussian-calibration.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { type GaussianMechanism, gaussian, MOVED } from "./gaussian.ts";

export const classicGaussianParameters = withBudget(["approximate"], MOVED);

export type ClassicGaussianParameters = ParametersOf<typeof classicGaussianParameters>;

export function classicGaussian(parameters: ClassicGaussianParameters): GaussianMechanism {
  const { guarantee, sensitivity, neighbours } = classicGaussianParameters.read(parameters);
  const { epsilon, delta } = guarantee;
  const sigma = classicGaussianSigma({ epsilon, delta, sensitivity });
  return { ...gaussian({ sigma, sensitivity, neighbours }), name: "classic-gaussian", guarantee };
}
