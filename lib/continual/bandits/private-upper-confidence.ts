/**
 * Private upper confidence: pull the arm whose mean may be the largest, by rewards that are summed in trees.
 *
 * Each arm has a tree counter of its rewards (`treeSum`) for T' = T - K + 1 pulls, the most that an arm can have. The upper end of
 * an arm after n pulls is the noisy sum over n, plus the radius sqrt(ln(1 / d) / (2 n)) for the rewards, plus q / n for the noise:
 * popcount(n) draws of scale b = L / epsilon, L = floor(log2 T') + 1, exceed q = b y with probability at most d
 * (`laplace-sum-tail.ts`), d = errorRate / (2 (T' + 1)).
 *
 * Theorem: the arms pulled, and all noisy sums, are epsilon-differentially private for the rewards of one round. The reward of a
 * round enters the tree of one arm, and there at most L blocks; for one list of published sums it is fixed which
 * (`private-bandit.ts`), so that the densities have the ratio e^(L / b) at most, which is attained: no smaller noise does. The
 * expected regret is at most the sum over arms of gap min(T', u + T' errorRate), u the first n at which twice the radius is below
 * the gap.
 * Proof: as for `upperConfidence`; each of the T' + 1 bounds now fails with probability 2 d.
 * Source: Mishra, Thakurta (UAI 2015); Tossou, Dimitrakakis (AAAI 2016); trees of Chan, Shi, Song (TISSEC 2011). The constants are ours.
 * Limits: regret of the order K log(T)^(5/2) / epsilon; `privateElimination` has log(T) / epsilon. Needs the horizon. Float64 noise
 * leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { privateUpperConfidence } from "epsilab/continual";
 * const bandit = privateUpperConfidence({ arms: 2, horizon: 10000, epsilon: 1 });
 * bandit.noise.scale; // => 14
 * bandit.regretBound([0.5, 0.3]); // => 1228.9...
 * const session = bandit.start();
 * session.choose(); // => 0
 * session.observe(1, stream(20261115, "example"));
 * session.choose(); // => 1
 * ```
 * @claim private-bandits
 * @also private ucb, bandits
 */

import { log } from "../../numerics/logarithm.ts";
import { popcount } from "../../numerics/popcount.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { treeLevels, treeSum } from "../counters/tree-sum.ts";
import { laplaceSumQuantile } from "./laplace-sum-tail.ts";
import {
  armsPulled,
  type PrivateBandit,
  type PrivateBanditParameters,
  privateBanditParameters,
} from "./private-bandit.ts";
import { type ConfidenceRules, ConfidenceSession, confidenceBandit } from "./upper-confidence.ts";

export type PrivateUpperConfidence = PrivateBandit & { privacyLoss(): DominatingPair };

export function privateUpperConfidence(parameters: PrivateBanditParameters): PrivateUpperConfidence {
  const { arms, horizon, guarantee, errorRate = 1 / horizon } = privateBanditParameters.read(parameters);
  const mostPulls = horizon - arms + 1;
  const tree = treeSum({
    ...{ horizon: mostPulls, records: { lower: 0, upper: 1 }, neighbours: "event" },
    guarantee,
  });
  const { noise } = tree;
  const logLevel = log((2 * (mostPulls + 1)) / errorRate);
  const quantiles = Float64Array.from(
    { length: treeLevels(mostPulls) + 1 },
    (_, draws) => draws && noise.scale * laplaceSumQuantile(draws, logLevel),
  );
  const rules: ConfidenceRules = {
    ...{ arms, horizon, errorRate },
    radius: (pulls) => Math.sqrt(logLevel / (2 * pulls)) + quantiles[popcount(pulls)] / pulls,
    leastRadius: (pulls) => Math.sqrt(logLevel / (2 * pulls)) + quantiles[1] / pulls,
    sumOf: () => {
      const counter = tree.start();
      return (reward, random) => counter.push(reward, random);
    },
  };
  const bandit = {
    name: "private-upper-confidence",
    ...confidenceBandit(rules),
    start: () => new ConfidenceSession(rules),
  };
  return {
    ...bandit,
    neighbours: "event",
    guarantee,
    noise,
    release: (table, random) => armsPulled(bandit, table, random),
    privacyLoss: () => ({ ...tree.privacyLoss(), attained: false }),
  };
}
