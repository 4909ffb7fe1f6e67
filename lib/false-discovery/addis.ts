/**
 * ADDIS: SAFFRON that also discards p-values that are too large to tell anything, for nulls that are conservative.
 *
 * Theorem: p_t > tau is discarded and p_t <= lambda is a candidate, lambda < tau; time goes by only at tests with lambda < p <=
 * tau. Test t is at level
 *   min(lambda, gamma_(1 + n_0) wealth + gamma_(1 + n_1) ((tau - lambda) alpha - wealth) + (tau - lambda) alpha (gamma_(1 + n_2) + ...)),
 * where n_j counts the tests with lambda < p <= tau after rejection j and before t (n_0: all before t). The false discovery rate is
 * at most alpha if the p-values of true nulls are independent of each other and of the rest, and uniformly conservative: P(p <= tau
 * x | p <= tau) <= x for all x. With tau = 1 it is SAFFRON.
 * Source: Tian, Ramdas (NeurIPS 2019), algorithm 1, where gamma starts at index 0 and wealth is what is here wealth / (tau - lambda).
 * Limits: validity alone is not enough for tau below 1, and dependent p-values may break the bound.
 * @example
 * ```ts
 * import { addis } from "epsilab/false-discovery";
 * [...addis({ alpha: 0.05 }).decide([1e-7, 3e-4, 0.1, 6e-4]).rejected]; // => [1, 1, 0, 1]
 * ```
 */
import {
  declare,
  openProbability,
  optional,
  type ParametersOf,
  positive,
  positiveProbability,
} from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyGamma } from "./gamma-sequence.ts";
import { requireWealth } from "./lord.ts";
import type { OnlineRule } from "./online-rule.ts";
import { rewardRule } from "./reward-rule.ts";
import { POWER } from "./saffron.ts";

export const addisParameters = declare(
  {
    alpha: openProbability,
    /** p-values up to it are candidates; a quarter if not given. */
    lambda: optional(openProbability, 0.25),
    /** p-values above it are discarded; a half if not given. */
    tau: optional(positiveProbability, 0.5),
    /** The initial wealth, below (tau - lambda) alpha; half of that if not given. */
    wealth: optional(positive),
    gamma: optional(anyGamma, POWER),
  },
  ({ lambda, tau }) => {
    if (!(tau > lambda)) refuse("tau", `above lambda = ${lambda} and at most 1`, tau);
  },
);

export interface AddisParameters extends ParametersOf<typeof addisParameters> {}

export function addis(parameters: AddisParameters): OnlineRule {
  const { alpha, lambda, tau, wealth, gamma } = addisParameters.read(parameters);
  const reward = (tau - lambda) * alpha;
  const initial = wealth === undefined ? reward / 2 : wealth;
  requireWealth(initial, reward, "(tau - lambda) alpha");
  return rewardRule({
    name: "addis",
    alpha,
    parameters: { lambda, tau },
    spread: { gamma, wealth: initial, first: reward - initial, later: reward, most: lambda, scale: "level" },
    waits: (p) => p <= lambda || p > tau,
  });
}
