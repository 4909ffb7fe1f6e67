/**
 * The pseudo-regret of one run of a bandit on Bernoulli arms: the sum over all rounds of what the best arm's mean is above that of
 * the arm pulled.
 *
 * Rounds in which the arm cannot change any more are not played: they add their gap. So a run of elimination takes the time of its
 * epochs alone. Rewards and noise are drawn from one stream, in the order in which they are needed.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { banditRegret, upperConfidence } from "epsilab/continual";
 * const bandit = upperConfidence({ arms: 2, horizon: 10000 });
 * banditRegret({ bandit, means: [0.5, 0.3] }, stream(20261115, "example")); // => { regret: 42.8..., pulls: [9786, 214] }
 * ```
 * @claim private-bandits
 */
import { declare, listOf, made, type ParametersOf, probability } from "../../numerics/parameters.ts";
import { requireMadeBy } from "../../numerics/requirements.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { type AnyBandit, gapsOf } from "./private-bandit.ts";

export const banditRegretParameters = declare({
  /** Private or not. */
  bandit: made<AnyBandit>((bandit, name) => requireMadeBy(name, bandit, "upperConfidence", ["start", "regretBound"])),
  /** The probabilities of a reward of 1, one for each arm. */
  means: listOf(probability),
});

export interface BanditRegretParameters extends ParametersOf<typeof banditRegretParameters> {}

export interface BanditRegret {
  readonly regret: number;
  /** How often each arm was pulled. */
  readonly pulls: readonly number[];
}

export function banditRegret(parameters: BanditRegretParameters, random: Stream): BanditRegret {
  const { bandit, means } = banditRegretParameters.read(parameters);
  const { arms, horizon } = bandit;
  const gaps = gapsOf(means, arms);
  const pulls = new Array<number>(arms).fill(0);
  const session = bandit.start();
  for (let left = horizon; left > 0; ) {
    const arm = session.choose();
    const rounds = session.committed;
    pulls[arm] += rounds;
    left -= rounds;
    if (left === 0) break;
    for (let round = 0; round < rounds; round++) session.observe(sampleUniform(random) < means[arm] ? 1 : 0, random);
  }
  return { regret: gaps.reduce((sum, gap, arm) => sum + gap * pulls[arm], 0), pulls };
}
