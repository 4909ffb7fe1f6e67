/**
 * SAFFRON: online control of the false discovery rate that does not pay for promising tests.
 *
 * Theorem: call p_t <= lambda a candidate. Test t is at level min(lambda, ...) with
 *   gamma_(t - C_0) wealth + gamma_(t - tau_1 - C_1) ((1 - lambda) alpha - wealth) + (1 - lambda) alpha (gamma_(t - tau_2 - C_2) + ...),
 * where tau_j is the test of rejection j and C_j counts the candidates after it and before t (C_0: all before t). Then the estimate
 * sum of a_i 1{p_i > lambda} / ((1 - lambda) max(R, 1)) of the false discovery proportion never exceeds alpha, so the false
 * discovery rate is at most alpha if the p-values of true nulls are independent of each other and of the rest, and valid.
 * Source: Ramdas, Zrnic, Wainwright, Jordan (ICML 2018), algorithm 1, where wealth is what is here wealth / (1 - lambda).
 * Limits: dependent p-values may break the bound.
 * @example
 * ```ts
 * import { saffron } from "epsilab/false-discovery";
 * const { levels, rejected } = saffron({ alpha: 0.05 }).decide([2.9e-8, 0.06743, 0.01514, 0.08174, 0.00171]);
 * [...rejected]; // => [1, 0, 0, 0, 1]
 * levels[4]; // => 0.010937...
 * ```
 * @claim saffron
 * @also online fdr
 */
import { declare, openProbability, optional, type ParametersOf, positive, type Read } from "../numerics/parameters.ts";
import { anyGamma, powerSequence } from "./gamma-sequence.ts";
import { requireWealth } from "./lord.ts";
import type { OnlineRule } from "./online-rule.ts";
import type { RewardSpread } from "./reward-levels.ts";
import { rewardRule } from "./reward-rule.ts";

export const POWER = powerSequence({ exponent: 1.6 });

const SAFFRON = {
  alpha: openProbability,
  /** p-values up to it are candidates; a half if not given. */
  lambda: optional(openProbability, 0.5),
  /** The initial wealth, below (1 - lambda) alpha; half of that if not given. */
  wealth: optional(positive),
  gamma: optional(anyGamma, POWER),
};

export const saffronParameters = declare(SAFFRON);

export interface SaffronParameters extends ParametersOf<typeof saffronParameters> {}

export function saffron(parameters: SaffronParameters): OnlineRule {
  const read = saffronParameters.read(parameters);
  const { alpha, lambda } = read;
  const spread = saffronSpread(read);
  return rewardRule({ name: "saffron", alpha, parameters: { lambda }, spread, waits: (p) => p <= lambda });
}

/** How SAFFRON spreads its wealth and rewards. */
export function saffronSpread({ alpha, lambda, wealth, gamma }: Read<typeof SAFFRON>): RewardSpread {
  const reward = (1 - lambda) * alpha;
  const initial = wealth === undefined ? reward / 2 : wealth;
  requireWealth(initial, reward, "(1 - lambda) alpha");
  return { gamma, wealth: initial, first: reward - initial, later: reward, most: lambda, scale: "level" };
}
