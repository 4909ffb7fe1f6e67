/**
 * Private elimination: pull all arms in turn, and drop those that are surely not the best, by sums of fresh batches with one draw
 * of noise each.
 *
 * As `successiveElimination`: in epoch e every arm that is left is pulled R times, and the sum of these rewards gets Laplace noise
 * of scale 1 / epsilon. R is the least number for which w = sqrt(ln(4 K / f) / (2 R)) + ln(2 K / f) / (epsilon R) is at most 2^-e /
 * 4, f = errorRate / (e (e + 1)). An arm is dropped if its noisy sum is more than 2 w R below the largest. No reward is used twice.
 *
 * Theorem: the arms pulled, and all noisy sums, are epsilon-differentially private for the rewards of one round. The reward of a
 * round enters one sum, of one arm and epoch; for one list of published sums it is fixed which (`private-bandit.ts`), so that the
 * densities have the ratio e^epsilon at most, which is attained. With probability 1 - errorRate the best arm is never dropped, and
 * an arm with a gap is dropped after the first epoch e with 2^-e < gap at the latest; the expected regret is at most the sum over
 * arms of gap min(T, R_1 + ... + R_e), plus errorRate T times the largest gap: of the order sum of log(T) / gap + K log(T) /
 * epsilon.
 * Proof: as for `successiveElimination`, where half of f is for the rewards, by Hoeffding, and half for the noise, P(|N| > x /
 * epsilon) = e^-x.
 * Source: Sajed, Sheffet (ICML 2019); the constants are ours.
 * Limits: the law is known for two arms. It loses less than epsilon: the arms tell only on which side of a bound a difference of
 * noisy sums lies. Needs the horizon. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { privateElimination } from "epsilab/continual";
 * const bandit = privateElimination({ arms: 2, horizon: 100000, epsilon: 1 });
 * bandit.regretBound([0.5, 0.3]); // => 2453
 * const session = bandit.start();
 * session.committed; // => 657
 * session.observe(1, stream(20261115, "example"));
 * session.choose(); // => 0
 * ```
 * @claim private-bandits
 * @also private bandits
 */
import { logAddExp } from "../../numerics/log-sum.ts";
import { refuse, requireList, requireScale } from "../../numerics/requirements.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { ValueMap } from "../../privacy/loss/value-map.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import { droppedArms, endedBatches, epochLaw, runsOf } from "./elimination-law.ts";
import {
  armsPulled,
  clippedReward,
  type PrivateBandit,
  type PrivateBanditParameters,
  privateBanditParameters,
  type RewardTable,
} from "./private-bandit.ts";
import {
  type Batch,
  batchesOf,
  type EliminationRules,
  EliminationSession,
  eliminationBandit,
} from "./successive-elimination.ts";

export interface PrivateElimination extends PrivateBandit {
  /** Of epoch 1, 2, ... as long as two arms can be pulled so often within the horizon. */
  readonly batches: readonly Batch[];
  privacyLoss(): DominatingPair;
  /** The exact law of the arms pulled, for two arms and a table of `horizon` rounds. */
  law(table: RewardTable): DiscreteLaw<readonly number[]>;
}

export function privateElimination(parameters: PrivateBanditParameters): PrivateElimination {
  const { arms, horizon, guarantee, errorRate = 1 / horizon } = privateBanditParameters.read(parameters);
  const { epsilon } = guarantee;
  const scale = 1 / epsilon;
  requireScale({ "the scale of the noise": scale });
  const batches = batchesOf({ arms, horizon, errorRate }, epsilon);
  const sumOf: EliminationRules["sumOf"] = (sum, random) => sum + sampleLaplace(scale, random);
  const rules: EliminationRules = { arms, horizon, errorRate, batches, sumOf };
  const bandit = {
    name: "private-elimination",
    ...eliminationBandit(rules),
    start: () => new EliminationSession(rules),
  };
  return {
    ...bandit,
    neighbours: "event",
    guarantee,
    noise: { kind: "laplace", scale },
    batches,
    release: (table, random) => armsPulled(bandit, table, random),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
    law: (table) => {
      if (arms !== 2) refuse("arms", "2 for a law", arms);
      requireList("the table of rewards", table);
      if (table.length !== horizon) refuse("the number of rounds", `the horizon, ${horizon}, for a law`, table.length);
      const ended = endedBatches(batches, horizon);
      const differences = batchDifferences(table, ended);
      const laws = ended.map(({ pulls, width }, epoch) => epochLaw(differences[epoch], 2 * width * pulls, scale));
      const masses = new ValueMap<readonly number[], number>();
      for (const outcome of droppedArms(laws)) {
        const runs = runsOf(outcome, batches, horizon);
        const pulled = runs.flatMap(({ arm, rounds }) => new Array<number>(rounds).fill(arm));
        // An arm that is dropped at the very end is not told from one that is not.
        const logMass = logAddExp(masses.get(pulled) ?? -Infinity, outcome.logMass);
        if (logMass > -Infinity) masses.set(pulled, logMass);
      }
      return {
        kind: "discrete",
        support: masses.keys(),
        logMass: (choices) => masses.get(choices) ?? -Infinity,
        neglected: 0,
      };
    },
  };
}

/** Of the sums of both arms in each epoch while both are left: arm 0 minus arm 1. */
function batchDifferences(table: RewardTable, batches: readonly Batch[]): readonly number[] {
  for (const row of table) requireList("a row of rewards", row, 2);
  const rewards = table.map((row) => Array.from(row, clippedReward));
  let at = 0;
  return batches.map(({ pulls }) => {
    const sums = [0, 1].map((arm) => {
      const from = at;
      at += pulls;
      return rewards.slice(from, at).reduce((sum, row) => sum + row[arm], 0);
    });
    return sums[0] - sums[1];
  });
}
