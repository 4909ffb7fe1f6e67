/**
 * The privacy of Thresholdout and above-threshold, by exact audits of short sequences.
 *
 * In units of tau and n: a record moves the difference of the means by 1 / n. Neighbours are the worst that are known: queries far
 * above the threshold that come out below, moved up, and then one far below that comes out above, moved down.
 */
import {
  type ThresholdoutPrivacyLossParameters,
  thresholdoutPrivacyLoss,
} from "../../lib/adaptive/thresholdout-privacy-loss.ts";
import {
  aboveThresholdLaw,
  bareAboveThreshold,
  RIGHT_NOISE,
  shortNoises,
} from "../../lib/auditing/broken/above-threshold.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { axis, equal, exactStudy, type Judgement, lossAtMost, type Part, z } from "../kit.ts";
import { epsilonOf } from "./axes.ts";

export function judgeLoss(found: number, claimed: number): Judgement {
  const checks = { loss: lossAtMost(found, claimed) };
  return found === Infinity ? { checks } : { checks, values: { share: found / claimed } };
}

/** A grid of differences, in tolerances, for the queries of a pair; one record moves each up or down. */
const DIFFERENCES = [0, 2, 4, 6, 12, 40, 120];

interface LossCell {
  readonly tolerance: number;
  readonly size: number;
}

/** The worst loss of one query, or of two, over the grid and both directions. */
function shortLoss(
  cell: LossCell & { readonly queries: number; readonly budget: number },
  scales?: ThresholdoutPrivacyLossParameters["scales"],
) {
  const { tolerance, size, queries, budget } = cell;
  const one = DIFFERENCES.flatMap((units) => [1, -1].map((sign) => ({ units, sign })));
  const rules = { threshold: 60 * tolerance, tolerance, budget, ...(scales && { scales }) };
  const pair = ({ units, sign }: (typeof one)[number]) => {
    const holdout = units * tolerance + 1 / size;
    return { training: 0, holdout, neighbour: holdout + sign / size };
  };
  let worst = 0;
  for (const first of one) {
    if (queries === 1) worst = Math.max(worst, thresholdoutPrivacyLoss(rules, [pair(first)]));
    else for (const second of one) worst = Math.max(worst, thresholdoutPrivacyLoss(rules, [pair(first), pair(second)]));
  }
  return worst;
}

/** `belows` queries far apart that the training set answers, and one close by that the holdout answers. */
function longLoss({ tolerance, size, belows }: LossCell & { readonly belows: number }): number {
  const far = { training: 0, holdout: 240 * tolerance, neighbour: 240 * tolerance + 1 / size };
  const close = { training: 0, holdout: 1 / size, neighbour: 0 };
  const rules = { threshold: 120 * tolerance, tolerance, budget: 1 };
  return thresholdoutPrivacyLoss(rules, [...new Array<typeof far>(belows).fill(far), close]);
}

const lossAxes = {
  tolerance: axis(z.number().min(1e-6).max(1), { means: "tolerance", quick: [0.01] }),
  size: axis(z.int().min(1).max(1_000_000), { means: "records of the holdout", quick: [1000] }),
};
const queries = axis(z.int().min(1).max(2), { means: "queries asked", quick: [1, 2] });
const budget = axis(z.int().min(1).max(2), { means: "answers that may come from the holdout", quick: [1, 2] });
const unitOf = ({ tolerance, size }: LossCell) => 1 / (tolerance * size);

/** One query, with noise of other scales. */
const noisedStudy = (scales: ThresholdoutPrivacyLossParameters["scales"]) =>
  exactStudy({
    axes: lossAxes,
    exact: (cell) => judgeLoss(shortLoss({ ...cell, queries: 1, budget: 1 }, scales), unitOf(cell)),
  });

export const thresholdoutPrivacyPart: Part = {
  claim: "thresholdout",
  asks: "Is the exact loss of one or two queries within B / (tau n)?",
  study: exactStudy({
    axes: { ...lossAxes, queries, budget },
    where: (cell) => cell.budget <= cell.queries,
    exact: (cell) => judgeLoss(shortLoss(cell), cell.budget * unitOf(cell)),
  }),
  controls: {
    "halved-noise": {
      says: "noise of 2, 4 and 1 tolerances in place of 4, 8 and 2, under the same claim",
      study: noisedStudy({ threshold: 2, comparison: 4, release: 1 }),
    },
    "bare-release": {
      says: "the holdout's mean returned without noise",
      study: noisedStudy({ threshold: 4, comparison: 8, release: 0 }),
    },
  },
};

export const thresholdoutWholePart: Part = {
  claim: "thresholdout",
  asks: "Does the loss come to the whole of 1 / (tau n) after several answers from the training set, and no further?",
  study: exactStudy({
    axes: {
      ...lossAxes,
      belows: axis(z.int().min(0).max(15), { means: "answers from the training set", quick: [0, 1, 2, 5, 10] }),
    },
    exact: (cell) => judgeLoss(longLoss(cell), unitOf(cell)),
  }),
  controls: {
    "comparison-only": {
      says: "the release left out of the account: a claim of 1 / (2 tau n)",
      study: exactStudy({
        axes: lossAxes,
        exact: (cell) => judgeLoss(longLoss({ ...cell, belows: 10 }), unitOf(cell) / 2),
      }),
    },
  },
};

/** Queries, in units of 1 / epsilon: `belows` high ones, and one that is low. */
function aboveThresholdPrivacyLoss(
  epsilon: number,
  belows: number,
  noise: { threshold: number; query: number } = RIGHT_NOISE,
): number {
  const laws = [0, 1].map((move) => {
    const values = [...new Array<number>(belows).fill(120 / epsilon + move), 1 - move - 120 / epsilon];
    return aboveThresholdLaw({ epsilon, ...noise }, values);
  });
  return discreteEpsilon({ first: laws[0], second: laws[1] });
}

const VARIANTS = {
  "query-noise-halved": shortNoises.query,
  "threshold-noise-halved": shortNoises.threshold,
  "query-noise-quartered": shortNoises.quarter,
  "all-noise-halved": shortNoises.halved,
};

export const aboveThresholdPart: Part = {
  claim: "above-threshold",
  asks: "Is the exact loss within epsilon, for any number of queries?",
  study: exactStudy({
    axes: {
      epsilon: epsilonOf([1], [0.1, 1, 4]),
      belows: axis(z.int().min(1).max(200), { means: "queries before the last", quick: [1, 2, 4, 16, 99] }),
    },
    exact: ({ epsilon, belows }) => judgeLoss(aboveThresholdPrivacyLoss(epsilon, belows), epsilon),
  }),
  controls: {
    ...Object.fromEntries(
      Object.entries(VARIANTS).map(([name, noise]) => [
        name,
        {
          says: `noise of ${noise.threshold} for the threshold and ${noise.query} for queries, where 2 and 4 are right`,
          study: exactStudy({
            axes: { epsilon: epsilonOf([1]) },
            exact: ({ epsilon }: { epsilon: number }) =>
              judgeLoss(aboveThresholdPrivacyLoss(epsilon, 16, noise), epsilon),
          }),
        },
      ]),
    ),
    "price-of-log-k": {
      says: "log k taken for the loss at a fixed noise (erratum E06): the exact loss is epsilon however many there are",
      refutes: ["E06"],
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().positive().max(1), { means: "epsilon", quick: [0.1, 1] }),
          queries: axis(z.int().min(4).max(200), { means: "queries asked, k", quick: [4, 17, 100] }),
        },
        exact: ({ epsilon, queries }) => ({
          checks: { price: equal(aboveThresholdPrivacyLoss(epsilon, queries - 1), log(queries)) },
        }),
      }),
    },
    "no-query-noise": {
      says: "no noise on the queries",
      study: exactStudy({
        axes: { epsilon: epsilonOf([1]) },
        exact: ({ epsilon }) => judgeLoss(discreteEpsilon(bareAboveThreshold.broken({ epsilon })), epsilon),
      }),
    },
  },
};
