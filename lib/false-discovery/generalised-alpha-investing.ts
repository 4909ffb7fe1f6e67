/**
 * Generalised alpha-investing: each test costs wealth, each rejection earns some, and the wealth never falls below 0.
 *
 * Theorem: a test at level a costs phi and a rejection earns psi <= min(phi / rho + alpha, phi / a + alpha - 1), where rho is the
 * best power that the test has against its alternative (1 if it is not known). If the wealth starts at most at alpha eta and never
 * falls below 0, then E V / (E R + eta) <= alpha, for p-values of true nulls that are valid given the decisions before them.
 *
 * The rule here pays phi = a / (1 - a) and earns phi + alpha for a rejection, so that only failed tests are paid for: its costs are
 *   phi_t = gamma_(1 + n_0) wealth + gamma_(1 + n_1) (alpha - wealth) + alpha (gamma_(1 + n_2) + ...),
 * where n_j counts the tests that failed after rejection j (n_0: all), and its levels are phi / (1 + phi). The costs of failed
 * tests never sum to more than alpha max(1, rejections), so the false discovery rate, too, is at most alpha for independent
 * p-values.
 * Source: Aharoni, Rosset (JRSS B 76, 2014), theorem 1, for the family; Ramdas, Zrnic, Wainwright, Jordan (ICML 2018), section 2.4,
 * for the rule, which is SAFFRON with lambda_t = a_t and in the software of the field is called alpha-investing or GAI.
 * Limits: dependent p-values may break the bound on the false discovery rate.
 * @example
 * ```ts
 * import { generalisedAlphaInvesting } from "epsilab/false-discovery";
 * [...generalisedAlphaInvesting({ alpha: 0.05 }).decide([1e-7, 3e-4, 0.1, 6e-4]).rejected]; // => [1, 1, 0, 1]
 * ```
 */
import { declare, openProbability, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { anyGamma } from "./gamma-sequence.ts";
import { requireWealth } from "./lord.ts";
import type { OnlineRule } from "./online-rule.ts";
import { rewardRule } from "./reward-rule.ts";
import { POWER } from "./saffron.ts";

export const generalisedAlphaInvestingParameters = declare({
  alpha: openProbability,
  /** The initial wealth, below alpha; half of it if not given. */
  wealth: optional(positive),
  gamma: optional(anyGamma, POWER),
});

export interface GeneralisedAlphaInvestingParameters extends ParametersOf<typeof generalisedAlphaInvestingParameters> {}

export function generalisedAlphaInvesting(parameters: GeneralisedAlphaInvestingParameters): OnlineRule {
  const { alpha, gamma, wealth = alpha / 2 } = generalisedAlphaInvestingParameters.read(parameters);
  requireWealth(wealth, alpha, "alpha");
  return rewardRule({
    name: "generalised-alpha-investing",
    alpha,
    parameters: {},
    spread: { gamma, wealth, first: alpha - wealth, later: alpha, most: 1, scale: "odds" },
    waits: (_, rejected) => rejected,
  });
}
