/**
 * Exact audits of the releases on a grid, over all neighbours of few records, from their laws.
 *
 * Of an epsilon the largest log-ratio, of a rho the largest Renyi divergence over rho times its order. Laws are finite or listed to a mass
 * of e^-42, and the ratios of what is listed have the largest of all. Controls have a tenth less noise than they claim.
 */

import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { exactFraction } from "../../lib/random/rational.ts";
import { atLeast, atMost, axis, type Check, exactStudy, type Judgement, type Part, variant, z } from "../kit.ts";
import {
  BUDGETS,
  type Budget,
  budgetOf,
  epsilon,
  fraction,
  HALF_PLACES,
  HALVES,
  QUARTERS,
  type Relation,
  relation,
  STATISTICS,
} from "./releases.ts";

type Law = (records: readonly number[]) => DiscreteLaw<unknown>;
const ORDERS = [1.5, 2, 3, 8, 32];
const ROUNDED = { share: 1e-9 };

/** Laws of datasets, whatever the order of the records, with masses that are looked up. */
function onceEach(law: Law): Law {
  const known = new Map<string, DiscreteLaw<unknown>>();
  return (records) => {
    const sorted = records.toSorted((a, b) => a - b);
    const found = known.get(sorted.join()) ?? tabled(law(sorted));
    known.set(sorted.join(), found);
    return found;
  };
}

function tabled(law: DiscreteLaw<unknown>): DiscreteLaw<unknown> {
  const masses = new Map(law.support.map((outcome) => [String(outcome), law.logMass(outcome)]));
  return { ...law, support: law.support, logMass: (outcome) => masses.get(String(outcome)) ?? law.logMass(outcome) };
}

interface Searched {
  readonly law: Law;
  readonly universe: readonly number[];
  readonly sizes: readonly number[];
  readonly relation: Relation;
}

/** The largest loss, or the largest share of a rho, over all neighbours. */
function largest({ law, universe, sizes, relation }: Searched, rho?: number): number {
  const lawOf = onceEach(law);
  const lossOf = (x: readonly number[], y: readonly number[]) => {
    const [first, second] = [lawOf(x), lawOf(y)];
    if (rho === undefined) return discreteEpsilon({ first, second });
    const both = (order: number) =>
      Math.max(discreteRenyi({ first, second }, order), discreteRenyi({ first: second, second: first }, order));
    return largestOf(ORDERS.map((order) => both(order) / (order * rho)));
  };
  return largestOf(sizes.map((size) => worstPair<number>({ universe, size, neighbours: relation }, lossOf).loss));
}

type Statistic = (typeof STATISTICS)[number];

interface NoiseCell {
  readonly statistic: Statistic;
  readonly budget: Budget;
  readonly relation: Relation;
  readonly epsilon: number;
}

/** The law of a statistic whose noise is `share` of what it claims. */
function statisticLaw({ statistic, budget, relation, epsilon }: NoiseCell, share: number): Law {
  const common = { ...budgetOf(budget, epsilon / share), neighbours: relation };
  if (statistic === "sum") return noisySum({ ...HALVES, ...common }).law;
  if (statistic === "histogram") return histogram({ step: fraction(3, 1), lower: -1, upper: 2, ...common }).law;
  return noisyMean({ ...HALVES, ...common, neighbours: "swap" }).law;
}

function auditStatistic(cell: NoiseCell, share: number): Judgement {
  const { statistic, budget, relation, epsilon } = cell;
  // A mean of a private number of records is two releases, a sum and a count, each of which is a sum.
  const searched = {
    universe: HALF_PLACES,
    sizes: [1, 2],
    relation: statistic === "mean" ? ("swap" as const) : relation,
  };
  const law = statisticLaw(cell, share);
  const check: Check =
    budget === "epsilon"
      ? atMost(largest({ ...searched, law }), epsilon, ROUNDED)
      : atMost(largest({ ...searched, law }, (epsilon * epsilon) / 2), 1, ROUNDED);
  return { checks: { [budget === "epsilon" ? "epsilon" : "share-of-rho"]: check } };
}

const statistic = axis(z.enum(STATISTICS), { means: "what is released", quick: STATISTICS });
const budget = axis(z.enum(BUDGETS), {
  means: "epsilon: discrete Laplace noise; rho: discrete Gaussian noise of rho = epsilon^2 / 2",
  quick: BUDGETS,
});
/** Laws of a small epsilon have many outcomes. */
const moderate = axis(z.number().min(1).max(4), { means: "epsilon of one release", quick: [2], full: [1, 2, 4] });
const noiseStudy = exactStudy({
  axes: { statistic, budget, relation, epsilon: moderate },
  exact: (cell) => auditStatistic(cell, 1),
});

export const noiseAuditPart: Part = {
  claim: "grid-releases",
  asks: "Are sums, means and histograms on a grid as private as they claim, over all neighbours?",
  study: noiseStudy,
  controls: {
    "scale-a-tenth-short": {
      says: "the same with noise a tenth narrower than claimed",
      study: variant(noiseStudy, { exact: (cell) => auditStatistic(cell, 0.9) }),
    },
  },
};

const TENTHS = { step: fraction(1, 10), lower: 0, upper: 4 } as const;
const TENTH_PLACES = [0, 0.1, 4];
const SIXTHS = { step: fraction(1, 1), lower: 0, upper: 5 } as const;

interface QuantileCell {
  readonly relation: Relation;
  readonly epsilon: number;
}

function singleQuantile({ relation, epsilon }: QuantileCell, share: number): Searched {
  const { law } = quantile({
    ...TENTHS,
    epsilon: exactFraction(epsilon / share),
    probability: fraction(3, 4),
    neighbours: relation,
  });
  return { law, universe: TENTH_PLACES, sizes: [1, 2, 4], relation };
}

/** Three quantiles whose account is that of a relation, searched under another. */
function threeQuantiles({ relation, epsilon }: QuantileCell, accounted: Relation) {
  const { law, rho } = quantiles({
    ...SIXTHS,
    epsilon: exactFraction(epsilon),
    probabilities: QUARTERS,
    neighbours: accounted,
  });
  return { rho, searched: { law, universe: [0, 1, 4, 5], sizes: [1, 2], relation } };
}

export const quantileAuditPart: Part = {
  claim: "grid-quantiles",
  asks: "Are one and three quantiles on a grid as private as they claim, over all neighbours?",
  study: exactStudy({
    axes: { relation, epsilon },
    exact: (cell) => {
      const one = singleQuantile(cell, 1);
      const { rho, searched } = threeQuantiles(cell, cell.relation);
      return {
        checks: {
          "one-quantile": atMost(largest(one), cell.epsilon, ROUNDED),
          "one-quantile-share-of-rho": atMost(largest(one, (cell.epsilon * cell.epsilon) / 8), 1, ROUNDED),
          "three-quantiles": atMost(largest(searched), cell.epsilon, ROUNDED),
          "three-quantiles-share-of-rho": atMost(largest(searched, rho), 1, ROUNDED),
        },
      };
    },
  }),
  controls: {
    "rate-a-tenth-large": {
      says: "one quantile with a tenth less noise than claimed",
      study: exactStudy({
        axes: { relation, epsilon },
        exact: (cell) => ({
          checks: { epsilon: atMost(largest(singleQuantile(cell, 0.9)), cell.epsilon, ROUNDED) },
        }),
      }),
    },
    "bisection-accounted-once": {
      says: "three quantiles under swap, accounted as if a record changed one part of each level",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => {
          const { searched } = threeQuantiles({ ...cell, relation: "swap" }, "add-remove");
          return { checks: { epsilon: atMost(largest(searched), cell.epsilon, ROUNDED) } };
        },
      }),
    },
  },
};

/** Every whole move within the bound, up to order and sign. */
function movesWithin(squared: number, dimension: number): number[][] {
  let moves: number[][] = [[]];
  for (let i = 0; i < dimension; i++)
    moves = moves.flatMap((move) => Array.from({ length: Math.floor(Math.sqrt(squared)) + 1 }, (_, k) => [...move, k]));
  const squareOf = (move: readonly number[]) => move.reduce((sum, k) => sum + k * k, 0);
  return moves.filter((move) => {
    const length = squareOf(move);
    return length > 0 && length <= squared && move.every((k, i) => i === 0 || k <= move[i - 1]);
  });
}

const squared = axis(z.int().min(1).max(9), {
  means: "square of the l2 sensitivity",
  quick: [2, 3],
  full: [1, 2, 3],
});
const rho = axis(z.number().min(0.1).max(2), { means: "rho of the release", quick: [1], full: [1, 2] });

/** Noise for `assumed` as the squared sensitivity, with `share` of its deviation, against all moves within the true one. */
function vectorStudy(share: number, assumed = (squared: number) => squared) {
  return exactStudy({
    axes: { squared, rho },
    exact: ({ squared, rho }) => {
      const dimension = Math.min(3, squared);
      const { law } = discreteGaussian({
        rho: exactFraction(rho / (share * share)),
        squaredSensitivity: assumed(squared),
        dimension,
        neighbours: "swap",
      });
      const first = tabled(law(new Array<number>(dimension).fill(0)));
      let [any, whole] = [0, 0];
      for (const move of movesWithin(squared, dimension)) {
        const second = law(move);
        for (const order of ORDERS) {
          const found = discreteRenyi({ first, second }, order) / (order * rho);
          any = Math.max(any, found);
          if (Number.isInteger(order)) whole = Math.max(whole, found);
        }
      }
      return { checks: { "share-of-rho": atMost(any, 1, ROUNDED), attained: atLeast(whole, 1, ROUNDED) } };
    },
  });
}

export const vectorAuditPart: Part = {
  claim: "vector-discrete-gaussian",
  asks: "Is discrete Gaussian noise on whole vectors as concentrated as claimed, for every move within the bound?",
  study: vectorStudy(1),
  controls: {
    "deviation-a-tenth-short": {
      says: "the same with a standard deviation a tenth smaller than claimed",
      study: variant(vectorStudy(0.9), { only: ["share-of-rho"] }),
    },
    "noise-for-one-coordinate": {
      says: "noise for a change of 1 in one coordinate, claimed for changes in several",
      study: variant(
        vectorStudy(1, () => 1),
        {
          axes: { squared: axis(z.int().min(2).max(9), { means: "square of the l2 sensitivity", quick: [2, 3] }), rho },
          only: ["share-of-rho"],
        },
      ),
    },
  },
};
