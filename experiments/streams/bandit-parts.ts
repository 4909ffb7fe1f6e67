/**
 * Private bandits: what the arms pulled tell of one round's rewards, for two arms.
 *
 * `bandit-privacy`: the sums that a learner publishes, by going through all lists of arms and by comparing runs with the same
 * noise; and the arms themselves by their exact laws. `bandit-lower-bound`: the inequality that the lower bound rests on, on every
 * outcome of elimination on Bernoulli arms.
 * Source: Mishra, Thakurta (UAI 2015); Sajed, Sheffet (ICML 2019); Shariff, Sheffet (NeurIPS 2018).
 */
import { batchesReused, confidenceSumsLoss, treeWithoutLevels } from "../../lib/auditing/broken/bandits.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { logLoss } from "../../lib/continual/bandits/bandit-lower-bound.ts";
import { privateElimination } from "../../lib/continual/bandits/private-elimination.ts";
import { privateUpperConfidence } from "../../lib/continual/bandits/private-upper-confidence.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { stream } from "../../lib/random/stream.ts";
import { atLeast, atMost, axis, brokenControl, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import {
  eliminationOutcomes,
  fourRoundsLaw,
  fourRoundsPairs,
  informationOf,
  instancesOf,
  MEAN,
  publishedChange,
  SHORT,
  twoEpochs,
} from "./bandit-laws.ts";

const epsilon = axis(z.number().min(0.05).max(5), {
  means: "epsilon of all arms pulled",
  quick: [0.1, 1],
  full: [0.1, 0.5, 1, 5],
});
const rounds = axis(z.int().min(3).max(12), { means: "rounds T", quick: [5, 10], full: [3, 4, 5, 8, 9, 10, 12] });

/** Of sums that differ by 1 and are compared in scales. */
const RECOVERED = { share: 1e-9 };

/** Tables of two epochs in which both arms always give the same, but for one reward at the start of a batch. */
function eliminationPairs(cell: number) {
  const { batches, horizon } = twoEpochs(cell);
  const [first, second] = batches;
  const starts = [0, first.pulls, 2 * first.pulls, 2 * first.pulls + second.pulls];
  return [0, 1].flatMap((low) =>
    [0, 1].flatMap((high) =>
      starts.map((start) => {
        const table = (reward: number) =>
          Array.from({ length: horizon }, (_, round) => (round === start ? [reward, reward] : [low, high]));
        return [table(0), table(1)] as const;
      }),
    ),
  );
}

export const banditPrivacyPart: PartDraft = {
  claim: "private-bandits",
  asks: "Do the published sums lose exactly epsilon for the rewards of one round, and the arms pulled no more?",
  study: exactStudy({
    axes: { rounds, epsilon },
    exact: ({ rounds: horizon, epsilon }) => {
      const trees = privateUpperConfidence({ arms: 2, horizon, epsilon });
      const four = privateUpperConfidence({ arms: 2, horizon: 4, epsilon });
      const elimination = privateElimination({ ...SHORT, horizon: twoEpochs(epsilon).horizon, epsilon });
      const losses = fourRoundsPairs().map(([one, other]) =>
        discreteEpsilon({
          first: fourRoundsLaw(one, four.noise.scale),
          second: fourRoundsLaw(other, four.noise.scale),
        }),
      );
      const pairs = eliminationPairs(epsilon);
      const noise = () => stream(1, "the same noise for both");
      return {
        checks: {
          "tree-sums": equal(confidenceSumsLoss({ arms: 2, horizon }, trees.noise.scale), epsilon),
          "tree-arms": atMost(largestOf(losses), epsilon),
          "batch-sums": equal(
            largestOf(pairs.map((pair) => publishedChange(elimination, pair, noise))),
            epsilon,
            RECOVERED,
          ),
          "batch-arms": atMost(
            largestOf(
              pairs.map(([one, other]) =>
                discreteEpsilon({ first: elimination.law(one), second: elimination.law(other) }),
              ),
            ),
            epsilon,
          ),
        },
      };
    },
  }),
  controls: {
    "tree-noise-without-levels": {
      says: "trees whose noise is not scaled by the levels of the horizon: a reward enters all of them",
      study: exactStudy({
        axes: { rounds, epsilon },
        exact: ({ rounds: horizon, epsilon }) => ({
          checks: { epsilon: atMost(treeWithoutLevels.broken({ horizon, epsilon }), epsilon) },
        }),
      }),
    },
    "batches-reused": brokenControl(batchesReused, { epsilon }),
  },
};

export const gap = axis(z.number().min(0.1).max(0.4), {
  means: "gap between the two means",
  quick: [0.2],
  full: [0.1, 0.2, 0.4],
});

/** Below this, probabilities of outcomes are not right in the last digits. */
const LEAST_RATIO_MASS = -600;
const KEPT = 1e-300;

/** How near the ratios of the chances of all outcomes come to what privacy allows, and the divergence with the pulls it is paid by. */
function measuredChange(
  learner: { readonly epsilon: number | "infinity"; readonly horizon: number },
  claimed: number,
  gap: number,
) {
  const [one, other] = instancesOf(gap).map((means) => eliminationOutcomes({ ...SHORT, ...learner }, means, KEPT));
  const fall = logLoss(MEAN - gap, MEAN + gap, claimed);
  let [least, divergence, pulls] = [Infinity, 0, 0];
  one.forEach(({ logMass, pulls: seen }, i) => {
    if (logMass < LEAST_RATIO_MASS) return;
    const ratio = Math.max(LEAST_RATIO_MASS, other[i].logMass) - logMass;
    least = Math.min(least, ratio + seen * fall);
    divergence -= exp(logMass) * ratio;
    pulls += exp(logMass) * seen;
  });
  return { least, divergence, pulls };
}

export const banditLowerBoundPart: PartDraft = {
  claim: "private-bandits",
  asks:
    "Does every outcome of a private learner keep at least the chance that the lower bound rests on, " +
    "when an arm becomes the better one?",
  study: exactStudy({
    axes: { epsilon, gap },
    exact: ({ epsilon, gap }) => {
      const { horizon } = twoEpochs(epsilon);
      const { least, divergence, pulls } = measuredChange({ epsilon, horizon }, epsilon, gap);
      return {
        checks: {
          "log-chance-kept": atLeast(least, 0, { absolute: 1e-9 }),
          divergence: atMost(divergence, pulls * informationOf(epsilon, gap), { share: 1e-9 }),
        },
      };
    },
  }),
  controls: {
    "learner-without-privacy": {
      says: "elimination without noise, said to be private: the chance of some outcome falls further",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.001).max(0.05), { means: "epsilon claimed", quick: [0.01, 0.05] }),
          gap,
        },
        exact: ({ epsilon, gap }) => {
          const { least } = measuredChange({ epsilon: "infinity", horizon: 5000 }, epsilon, gap);
          return { checks: { "log-chance-kept": atLeast(least, 0, { absolute: 1e-9 }) } };
        },
      }),
    },
  },
};
