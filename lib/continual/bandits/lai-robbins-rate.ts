/**
 * The rate of Lai and Robbins: the factor of ln T below which the regret of no consistent bandit can stay on given Bernoulli arms,
 * as T grows.
 *
 * Theorem: a learner whose regret is below every power of T on all Bernoulli arms has liminf E[regret] / ln T >= sum over arms of
 * gap / kl(mean, best mean).
 * Source: Lai, Robbins (Advances in Applied Mathematics 1985), doi:10.1016/0196-8858(85)90002-8.
 * Limits: a rate, not a bound at any T: regrets below this times ln T are no contradiction. Without privacy; `banditLowerBound`
 * holds at every T.
 * @example
 * ```ts
 * import { laiRobbinsRate } from "epsilab/continual";
 * laiRobbinsRate([0.5, 0.3]); // => 2.43...
 * ```
 * @claim private-bandits
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import { bernoulliDivergence } from "./bandit-lower-bound.ts";
import { gapsOf } from "./private-bandit.ts";

export function laiRobbinsRate(means: ArrayLike<number>): number {
  requireList("means", means);
  if (means.length === 0) refuse("means", "at least one", means);
  const gaps = gapsOf(means, means.length);
  Array.from(means).forEach((mean, arm) => {
    if (!(mean > 0 && mean < 1)) refuse(`means[${arm}]`, "strictly between 0 and 1", mean);
  });
  // The best mean itself: a mean plus its gap may be rounded to 1.
  const best = means[gaps.indexOf(0)];
  return gaps.reduce((sum, gap, arm) => (gap === 0 ? sum : sum + gap / bernoulliDivergence(means[arm], best)), 0);
}
