/**
 * Discrete Laplace noise as a release, P(k) proportional to e^(-|k| / scale): its `scale`, and the `sensitivity`, a whole number.
 *
 * Sources: Ghosh, Roughgarden, Sundararajan (STOC 2009); Zhu, Dong, Wang (AISTATS 2022) on samples.
 */
import { count, declare, type ParametersOf, positive } from "../../../numerics/parameters.ts";
import { discreteLaplacePld } from "../../loss/discrete-pld.ts";
import { sampledFinitePld } from "../../loss/sampled-pld.ts";
import { discreteLaplaceRenyi } from "../renyi-curves.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({ scale: positive, sensitivity: count });

export interface DiscreteLaplaceRelease extends ParametersOf<typeof parameters> {
  readonly kind: "discrete-laplace";
}

export const DISCRETE_LAPLACE: ReleaseKind<DiscreteLaplaceRelease> = {
  parameters,
  loss: ({ scale, sensitivity }) => discreteLaplacePld({ scale, sensitivity }),
  poissonLoss: ({ scale, sensitivity }, rate) => sampledFinitePld(discreteLaplacePld({ scale, sensitivity }), rate),
  budget: ({ scale, sensitivity }) => ({ epsilon: sensitivity / scale, delta: 0 }),
  renyi: ({ scale, sensitivity }) => discreteLaplaceRenyi({ scale, sensitivity }),
  group: (release, size) => ({ ...release, sensitivity: size * release.sensitivity }),
};
