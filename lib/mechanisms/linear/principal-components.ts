/**
 * Principal components: the directions along which the rows vary most, from a noisy covariance matrix.
 *
 * Theorem: `noisyCovariance` is (epsilon, delta)-differentially private, and its eigenvectors and eigenvalues are computed from it
 * alone: post-processing. If the k-th and the next eigenvalue of the exact sum are further apart than the norm of the noise, about
 * sigma sqrt(2 d) for d columns, the space of the first k is nearly the exact one (Davis, Kahan 1970).
 * Source: Dwork, Talwar, Thakurta, Zhang, "Analyze Gauss" (STOC 2014), doi:10.1145/2591796.2591883.
 * Limits: as those of `noisyCovariance`: rows are clipped and not centred. A small eigenvalue may be that of the noise, or
 * negative. The sign of a direction makes its largest entry positive. Float64 noise is for study.
 * @example
 * ```ts
 * import { principalComponents } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const target = { epsilon: 1, delta: 1e-6, clip: 1, dimension: 3, neighbours: "swap" } as const;
 * const rows = Array.from({ length: 5000 }, (_, i) => [0.8, 0.6 * (i % 2), 0]);
 * const { directions } = principalComponents({ ...target, components: 1 }).release(rows, stream(20261115, "example"));
 * directions[0][2] * directions[0][2] < 1e-3; // => true
 * ```
 * @claim analyze-gauss
 * @also private pca
 */
import { count, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { symmetricEigen } from "../../numerics/symmetric-eigen.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Stream } from "../../random/stream.ts";
import { GAUSSIAN_KINDS } from "../noise/gaussian.ts";
import { type NoisyCovariance, noisyCovariance, type Rows, SQUARED } from "./noisy-covariance.ts";

const LARGEST_DIMENSION = 256;

export const principalComponentsParameters = withBudget(
  GAUSSIAN_KINDS,
  {
    ...SQUARED,
    /** How many directions are released, `dimension` at most. */
    components: count,
  },
  ({ dimension, components }) => {
    if (dimension > LARGEST_DIMENSION)
      refuse("dimension", `at most ${LARGEST_DIMENSION} for its eigenvectors`, dimension);
    if (components > dimension) refuse("components", `at most dimension (${dimension})`, components);
  },
);

export type PrincipalComponentsParameters = ParametersOf<typeof principalComponentsParameters>;

interface Components {
  /** Orthogonal unit vectors, the one of the largest value first. */
  readonly directions: Float64Array[];
  /** The noisy sum of squares along each direction. */
  readonly values: Float64Array;
}

export interface PrincipalComponents extends Mechanism<Rows, Components, Stream> {
  readonly sigma: number;
  readonly sensitivity: number;
  /** What is measured, as that of `noisyCovariance`. */
  readonly measured: NoisyCovariance["measured"];
  privacyLoss(): DominatingPair;
}

export function principalComponents(parameters: PrincipalComponentsParameters): PrincipalComponents {
  const { components, ...measuring } = principalComponentsParameters.read(parameters);
  const covariance = noisyCovariance(measuring);
  const name = "principal-components";
  const { neighbours, guarantee, sigma, sensitivity, measured, privacyLoss } = covariance;
  return {
    name,
    neighbours,
    guarantee,
    sigma,
    sensitivity,
    measured: { ...measured, name },
    privacyLoss,
    release: (rows, random) => {
      const { values, vectors } = symmetricEigen(covariance.release(rows, random));
      return { directions: vectors.slice(0, components), values: values.slice(0, components) };
    },
  };
}
