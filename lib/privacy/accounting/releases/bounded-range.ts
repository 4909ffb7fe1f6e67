/**
 * Bounded range as a release: on every two neighbours all losses lie in some interval of length `epsilon`, as for the exponential
 * mechanism.
 *
 * Source: Dong, Durfee, Rogers (ICML 2020).
 * Limits: the largest profile is that of no single pair of neighbours. On a Poisson sample it is bounded by its pure guarantee.
 */
import { declare, type ParametersOf, positive } from "../../../numerics/parameters.ts";
import { boundedRangePld } from "../../loss/bounded-range-pld.ts";
import { boundedRangeRenyi } from "../renyi-curves.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({ epsilon: positive });

export interface BoundedRangeRelease extends ParametersOf<typeof parameters> {
  readonly kind: "bounded-range";
}

export const BOUNDED_RANGE: ReleaseKind<BoundedRangeRelease> = {
  parameters,
  loss: ({ epsilon }) => boundedRangePld(epsilon),
  isAttained: () => false,
  budget: ({ epsilon }) => ({ epsilon, delta: 0 }),
  renyi: ({ epsilon }) => boundedRangeRenyi(epsilon),
};
