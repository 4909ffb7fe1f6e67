/**
 * Discrete Gaussian noise as a release, P(k) proportional to e^(-k^2 / (2 sigma^2)): its `sigma`, and the `sensitivity`, a whole number.
 *
 * Its rho is that of Gaussian noise, which bounds the Renyi curve.
 * Sources: Canonne, Kamath, Steinke (2020); Zhu, Dong, Wang (AISTATS 2022) on samples.
 */
import { count, declare, type ParametersOf, positive } from "../../../numerics/parameters.ts";
import { discreteGaussianPld } from "../../loss/discrete-pld.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({ sigma: positive, sensitivity: count });

export interface DiscreteGaussianRelease extends ParametersOf<typeof parameters> {
  readonly kind: "discrete-gaussian";
}

export const DISCRETE_GAUSSIAN: ReleaseKind<DiscreteGaussianRelease> = {
  parameters,
  loss: ({ sigma, sensitivity }) => discreteGaussianPld({ sigma, sensitivity }),
  poissonLoss: ({ sigma, sensitivity }, samplingRate) => discreteGaussianPld({ sigma, sensitivity, samplingRate }),
  rho: ({ sigma, sensitivity }) => (sensitivity * sensitivity) / (2 * sigma * sigma),
  group: (release, size) => ({ ...release, sensitivity: size * release.sensitivity }),
};
