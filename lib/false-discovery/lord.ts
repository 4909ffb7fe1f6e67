/**
 * LORD++: online control of the false discovery rate, by levels that every rejection raises.
 *
 * Theorem: with rejections at tests tau_1 < tau_2 < ..., test t is at level
 *   gamma_t wealth + gamma_(t - tau_1) (alpha - wealth) + alpha (gamma_(t - tau_2) + gamma_(t - tau_3) + ...),
 * each sum over rejections before t. The levels so far never sum to more than alpha max(1, rejections). So the false discovery rate is at most
 * alpha at every time if the p-values of true nulls are independent of each other and of the rest, and valid; the marginal rate
 * E V / E max(R, 1) is at most alpha if each is valid given the decisions before it.
 * Source: Ramdas, Yang, Wainwright, Jordan (NeurIPS 2017), section 3 (GAI++); Javanmard, Montanari (Annals of Statistics 46, 2018) for LORD.
 * Limits: dependent p-values may break the bound. A gamma sequence with a horizon allows so many tests.
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
 */
import { refuse, requireOpenProbability } from "../numerics/requirements.ts";
import { type GammaSequence, logarithmicSequence, requireGamma } from "./gamma-sequence.ts";
import type { OnlineRule } from "./online-rule.ts";
import type { RewardSpread } from "./reward-levels.ts";
import { rewardRule } from "./reward-rule.ts";

export interface LordParameters {
  readonly alpha: number;
  /** The initial wealth, below alpha; a tenth of it if not given. */
  readonly wealth?: number;
  readonly gamma?: GammaSequence;
}

export function lord(parameters: LordParameters): OnlineRule {
  const { alpha } = parameters;
  return rewardRule({ name: "lord", alpha, parameters: {}, spread: lordSpread(parameters), waits: () => false });
}

/** How LORD++ spreads its wealth and rewards. */
export function lordSpread({ alpha, wealth = alpha / 10, gamma = INFINITE }: LordParameters): RewardSpread {
  requireOpenProbability({ alpha });
  requireWealth(wealth, alpha, "alpha");
  requireGamma(gamma);
  return { gamma, wealth, first: alpha - wealth, later: alpha, most: 1, scale: "level" };
}

const INFINITE = logarithmicSequence();

/** Positive, and below the reward of a rejection. */
export function requireWealth(wealth: number, reward: number, name: string): void {
  if (!(typeof wealth === "number" && wealth > 0 && wealth < reward))
    refuse("wealth", `above 0 and below ${name} = ${reward}`, wealth);
}
