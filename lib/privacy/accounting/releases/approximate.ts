/**
 * An (epsilon, delta) guarantee as a release: any mechanism that has it, at worst randomized response that tells everything with
 * probability delta.
 *
 * Source: Kairouz, Oh, Viswanath (2015) on the worst pair.
 * Limits: the worst pair is one of a positive epsilon; below 1e-9 it is taken at 1e-9, which is still an upper bound.
 */
import { declare, nonNegative, probabilityBelowOne } from "../../../numerics/parameters.ts";
import type { ApproximateGuarantee } from "../../guarantees/guarantee.ts";
import { worstCasePld } from "../../loss/discrete-pld.ts";
import type { ReleaseKind } from "./release-kind.ts";

const LEAST_EPSILON = 1e-9;

export const APPROXIMATE: ReleaseKind<ApproximateGuarantee> = {
  parameters: declare({ epsilon: nonNegative, delta: probabilityBelowOne }),
  guarantee: (release) => release,
  losesNothing: ({ epsilon, delta }) => epsilon === 0 && delta === 0,
  loss: ({ epsilon, delta }) => worstCasePld({ epsilon: Math.max(epsilon, LEAST_EPSILON), delta }),
  isAttained: ({ epsilon }) => epsilon >= LEAST_EPSILON,
  budget: ({ epsilon, delta }) => ({ epsilon, delta }),
};
