/**
 * LORD++: online control of the false discovery rate, by levels that every rejection raises.
 *
 * Theorem: with rejections at tests tau_1 < tau_2 < ..., test t is at level
 *   gamma_t wealth + gamma_(t - tau_1) (alpha - wealth) + alpha (gamma_(t - tau_2) + gamma_(t - tau_3) + ...),
 * each sum over rejections before t. The levels so far never sum to more than alpha max(1, rejections). So the false discovery rate
 * is at most alpha at every time if the p-values of true nulls are independent of each other and of the rest, and valid; the
 * marginal rate E V / E max(R, 1) is at most alpha if each is valid given the decisions before it.
 * Source: Ramdas, Yang, Wainwright, Jordan (NeurIPS 2017), section 3 (GAI++); Javanmard, Montanari (Annals of Statistics 46, 2018)
 * for LORD.
 * Limits: dependent p-values may break the bound. A gamma sequence with a horizon allows this many tests.
 * @example
 * ```ts
 * import { lord } from "epsilab/false-discovery";
 * const rule = lord({ alpha: 0.05 });
 * const session = rule.start();
 * session.level; // => 0.00026758...
 * session.next(2.9e-8).rejected; // => true
 * session.level; // => 0.0024664...
 * const file = JSON.stringify(session.save()); // to be written to disk
 * rule.resume(JSON.parse(file)).level; // => 0.0024664...
 * ```
 * @claim lord
 * @also online fdr
 */
import { declare, openProbability, optional, type ParametersOf, positive, type Read } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyGamma, logarithmicSequence } from "./gamma-sequence.ts";
import type { OnlineRule } from "./online-rule.ts";
import type { RewardSpread } from "./reward-levels.ts";
import { rewardRule } from "./reward-rule.ts";

/** What LORD++ takes. */
export const LORD = {
  alpha: openProbability,
  /** The initial wealth, below alpha; a tenth of it if not given. */
  wealth: optional(positive),
  gamma: optional(anyGamma, logarithmicSequence()),
};

export const lordParameters = declare(LORD);

export interface LordParameters extends ParametersOf<typeof lordParameters> {}

export function lord(parameters: LordParameters): OnlineRule {
  const read = lordParameters.read(parameters);
  return rewardRule({
    name: "lord",
    alpha: read.alpha,
    parameters: {},
    spread: lordSpread(read),
    waits: () => false,
  });
}

/** How LORD++ spreads its wealth and rewards. */
export function lordSpread({ alpha, wealth = alpha / 10, gamma }: Read<typeof LORD>): RewardSpread {
  requireWealth(wealth, alpha, "alpha");
  return { gamma, wealth, first: alpha - wealth, later: alpha, most: 1, scale: "level" };
}

/** Positive, and below the reward of a rejection. */
export function requireWealth(wealth: number, reward: number, name: string): void {
  if (!(wealth > 0 && wealth < reward)) refuse("wealth", `above 0 and below ${name} = ${reward}`, wealth);
}
