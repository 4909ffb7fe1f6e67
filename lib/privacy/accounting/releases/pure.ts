/**
 * A pure guarantee as a release: any mechanism that has it, at worst binary randomized response.
 *
 * Source: Kairouz, Oh, Viswanath (2015) on the worst pair.
 */
import { declare, nonNegative } from "../../../numerics/parameters.ts";
import type { PureGuarantee } from "../../guarantees/guarantee.ts";
import { worstCasePld } from "../../loss/discrete-pld.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const PURE: ReleaseKind<PureGuarantee> = {
  parameters: declare({ epsilon: nonNegative }),
  guarantee: (release) => release,
  losesNothing: ({ epsilon }) => epsilon === 0,
  loss: ({ epsilon }) => worstCasePld({ epsilon, delta: 0 }),
  budget: ({ epsilon }) => ({ epsilon, delta: 0 }),
};
