/**
 * Private histogram densities on [0, 1]: their mean integrated squared error, how many bins are best, and cosine series.
 *
 * `nonparametric-density`: the error for the density 2x is put together from the mean and the variance of every height (by summing
 * the binomial law of its count and by quadrature of its noise) and from quadrature of the bias over every bin, and compared with
 * the closed form. `density-bins`: over n from 1e3 to 1e7 the best number of bins without privacy grows like n^(1/3), and the price
 * of privacy at it falls like n^(-2/3), so that it is small as soon as epsilon is large beside n^(-1/3). `cosine-series`: the l1
 * change of K cosine coefficients over all pairs of a grid of records.
 * Source: Wasserman, Zhou (2010).
 */
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { cosineSeries } from "../../lib/mechanisms/statistics/cosine-series.ts";
import { densityEstimate, densityEstimateRisk } from "../../lib/mechanisms/statistics/density-estimate.ts";
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { absoluteMoment } from "../../lib/oracles/law-moments.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilonOf } from "./axes.ts";

interface DensityCell {
  readonly size: number;
  readonly epsilon: number;
  readonly bins: number;
}

const size = axis(z.int().min(10).max(1_000_000), {
  means: "records",
  quick: [1000, 10_000],
  full: [1000, 10_000, 100_000],
});
const bins = axis(z.int().min(1).max(512), {
  means: "bins of the density",
  quick: [2, 8, 32],
  full: [2, 4, 8, 16, 32, 64, 128],
});
const severalBins = axis(z.int().min(2).max(512), { means: "bins, at least two", quick: [2, 32] });
const epsilon = epsilonOf([0.1, 1], [0.03, 0.1, 0.3, 1]);

/** The probability of each bin under the density 2x. */
function probabilities(bins: number): number[] {
  return Array.from({ length: bins }, (_, j) => (2 * j + 1) / (bins * bins));
}

/** Variance of a binomial count, by summing its law 14 deviations and 60 counts either way. */
function countVariance(trials: number, probability: number): number {
  const mean = trials * probability;
  const reach = 14 * Math.sqrt(mean * (1 - probability)) + 60;
  const [least, most] = [Math.max(0, Math.floor(mean - reach)), Math.min(trials, Math.ceil(mean + reach))];
  let variance = 0;
  for (let successes = least; successes <= most; successes++) {
    const off = successes - mean;
    variance += off * off * exp(binomialLogMass({ trials, successes, probability }));
  }
  return variance;
}

/** Integrated squared distance of 2x from its averages over the bins. */
function squaredBias(bins: number): number {
  return probabilities(bins).reduce((sum, probability, j) => {
    const height = bins * probability;
    const off = (x: number) => (2 * x - height) * (2 * x - height);
    return sum + integrate(off, { lower: j / bins, upper: (j + 1) / bins, relativeTolerance: 1e-12 }).value;
  }, 0);
}

/** The mean integrated squared error, from the laws of the heights. */
function integratedError({ size, epsilon, bins }: DensityCell): number {
  const { coordinates } = densityEstimate({ epsilon, bins }).law(new Array<number>(size).fill(0));
  // The noise of every height has the same law, and bins of width 1 / bins the same share of [0, 1].
  const noise = absoluteMoment(coordinates[bins - 1], 2);
  const height = bins / size;
  const spread = probabilities(bins).reduce(
    (sum, probability) => sum + (height * height * countVariance(size, probability) + noise) / bins,
    0,
  );
  return squaredBias(bins) + spread;
}

/** The closed form, with the number of bins in its last term to the power that is given. */
function closedForm({ size, epsilon, bins }: DensityCell, noisePower: 1 | 2): number {
  const spread = probabilities(bins).reduce((sum, p) => sum + p * (1 - p), 0);
  const factor = noisePower === 1 ? bins : bins * bins;
  return 1 / (3 * bins * bins) + (bins * spread) / size + (8 * factor) / (epsilon * size) / (epsilon * size);
}

function libraryRisk({ size, epsilon, bins }: DensityCell): number {
  return densityEstimateRisk({ epsilon, size, probabilities: probabilities(bins), squaredBias: 1 / (3 * bins * bins) });
}

const QUADRATURE = { share: 1e-9 };

export const densityPart: Part = {
  claim: "nonparametric-density",
  asks: "Is the mean integrated squared error of the private histogram density exactly the stated sum?",
  study: exactStudy({
    axes: { size, epsilon, bins },
    exact: (cell) => {
      const found = integratedError(cell);
      return {
        checks: {
          error: equal(found, closedForm(cell, 2), QUADRATURE),
          library: equal(libraryRisk(cell), found, QUADRATURE),
          bias: equal(squaredBias(cell.bins), 1 / (3 * cell.bins * cell.bins), QUADRATURE),
          epsilon: atMost(audit(densityEstimate({ epsilon: cell.epsilon, bins: cell.bins })).lowerBound, cell.epsilon),
        },
        values: { "without-privacy": closedForm({ ...cell, epsilon: Infinity }, 2) },
      };
    },
  }),
  controls: {
    "noise-term-without-a-factor": {
      says: "8 m / (εn)² for the noise, without one factor m",
      study: exactStudy({
        axes: {
          size: axis(z.int().min(10).max(10_000), { means: "records", quick: [1000, 10_000] }),
          epsilon: axis(z.number().min(0.01).max(1), { means: "epsilon of one release", quick: [0.03, 0.3] }),
          bins: severalBins,
        },
        exact: (cell) => ({ checks: { error: equal(integratedError(cell), closedForm(cell, 1), QUADRATURE) } }),
      }),
    },
    "noise-of-one-over-epsilon": {
      says: "counts with Laplace(1/ε) noise under swap, where a record leaves a bin and enters another: they need 2 epsilon",
      study: exactStudy({
        axes: { epsilon, bins: severalBins },
        exact: (cell) => {
          const counts = histogram({ ...cell, neighbours: "add-remove" });
          return {
            checks: { epsilon: atMost(audit(counts, { pair: [[0], [cell.bins - 1]] }).lowerBound, cell.epsilon) },
          };
        },
      }),
    },
  },
};

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];

/** The number of bins of least error without privacy, by trying all up to four times the cube root of n. */
function bestBins(size: number): number {
  let [best, least] = [1, Infinity];
  for (let bins = 1; bins * bins * bins <= 64 * size; bins++) {
    const error = closedForm({ size, bins, epsilon: Infinity }, 2);
    if (error < least) [best, least] = [bins, error];
  }
  return best;
}

/** What privacy adds at that number of bins, over the error without it. */
function price(size: number, epsilon: number): number {
  const best = bestBins(size);
  const without = closedForm({ size, bins: best, epsilon: Infinity }, 2);
  return (libraryRisk({ size, bins: best, epsilon }) - without) / without;
}

const slopeOf = (y: readonly number[]) => logLogSlope({ x: SIZES, y }).slope;

export const densityBinsPart: Part = {
  claim: "nonparametric-density",
  asks: "Does the best number of bins grow like n^(1/3), and the price of privacy fall like n^(-2/3)?",
  study: exactStudy({
    axes: { epsilon },
    exact: ({ epsilon }) => ({
      checks: {
        "bins-slope": equal(slopeOf(SIZES.map(bestBins)), 1 / 3, { absolute: 0.02 }),
        "price-slope": equal(slopeOf(SIZES.map((size) => price(size, epsilon))), -2 / 3, { absolute: 0.04 }),
      },
    }),
  }),
  controls: {
    "bins-like-the-root": {
      says: "the best number of bins growing like the square root of n, and the price falling like 1/n",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({
          checks: {
            "bins-slope": equal(slopeOf(SIZES.map(bestBins)), 1 / 2, { absolute: 0.02 }),
            "price-slope": equal(slopeOf(SIZES.map((size) => price(size, epsilon))), -1, { absolute: 0.04 }),
          },
        }),
      }),
    },
  },
};

const coefficients = axis(z.int().min(1).max(50), {
  means: "cosine coefficients",
  quick: [1, 2, 10],
  full: [1, 2, 5, 10, 20],
});
const GRID = Array.from({ length: 129 }, (_, k) => k / 128);

/** The largest l1 change of the coefficients √2 cos(kπx), k = 1..K, of one record in n = 1. */
function cosineChange(count: number): number {
  const series = cosineSeries({ terms: count });
  const at = new Map(GRID.map((x) => [x, series.coefficients([x])]));
  return worstPair({ universe: GRID, size: 1, neighbours: "swap" }, ([x], [y]) => {
    const [one, other] = [x, y].map((record) => at.get(record) ?? new Float64Array(count));
    return one.reduce((sum, value, k) => sum + Math.abs(value - other[k]), 0);
  }).loss;
}

export const cosinePart: Part = {
  claim: "nonparametric-density",
  asks: "Do K cosine coefficients of n records change by at most 2√2 K / n in the l1 norm?",
  study: exactStudy({
    axes: { coefficients },
    exact: ({ coefficients }) => ({
      checks: { change: atMost(cosineChange(coefficients), cosineSeries({ terms: coefficients }).sensitivity(1)) },
    }),
  }),
  controls: {
    "one-record-alone": {
      says: "√2 K / n, which is what one record can contribute: a swap takes one away and adds another",
      study: exactStudy({
        axes: { coefficients: axis(coefficients.schema, { means: "cosine coefficients", quick: [1, 2, 5, 10] }) },
        exact: ({ coefficients }) => ({
          checks: { change: atMost(cosineChange(coefficients), Math.SQRT2 * coefficients) },
        }),
      }),
    },
  },
};
