/**
 * Noisy counts and histograms: what their errors depend on, from the laws of all bins.
 *
 * The error of one bin by quadrature; the mean of the largest error by quadrature of its tail, against scale times the harmonic
 * number; its tail against the union bound; the l1 error against the number of bins times the scale.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006).
 */
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { noisyCount } from "../../lib/mechanisms/statistics/noisy-count.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { absoluteMoment } from "../../lib/oracles/law-moments.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { betaOf, epsilonOf, SUMMED } from "./axes.ts";

const relation = axis(z.enum(["swap", "add-remove"]), {
  means: "which data sets are neighbours",
  quick: ["swap", "add-remove"],
});
type Relation = "swap" | "add-remove";
const epsilon = epsilonOf([0.1, 1], [0.1, 1, 3]);
const bins = axis(z.int().min(1).max(4096), {
  means: "bins of the histogram",
  quick: [2, 16, 256],
  full: [1, 2, 4, 16, 64, 256, 1024, 4096],
});
const severalBins = axis(z.int().min(2).max(4096), {
  means: "bins, at least two",
  quick: [2, 64],
  full: [2, 16, 256, 4096],
});

interface HistogramCell {
  readonly epsilon: number;
  readonly bins: number;
  readonly relation: Relation;
}

/** The laws of the errors of all bins: the histogram of no records. */
function errorLaws({ epsilon, bins, relation }: HistogramCell): readonly ContinuousLaw[] {
  return histogram({ epsilon, bins, neighbours: relation }).law([]).coordinates;
}

/** P(the largest error of independent bins > reach), without cancellation where it is small. */
function largestTail(laws: readonly ContinuousLaw[], reach: number): number {
  // Twice the lower tail is the probability of a larger error of a bin.
  const within = laws.reduce((sum, law) => sum + log1p(-2 * law.cdf(-reach)), 0);
  return -expm1(within);
}

function meanLargest(laws: readonly ContinuousLaw[], scale: number): number {
  const tail = (u: number) => (u === 0 ? 1 : largestTail(laws, scale * u));
  const middle = log(laws.length + 1);
  return scale * integrate(tail, { lower: 0, upper: Infinity, kinks: [middle], relativeTolerance: 1e-11 }).value;
}

function harmonic(count: number): number {
  let sum = 0;
  for (let k = count; k >= 1; k--) sum += 1 / k;
  return sum;
}

const scaleOf = ({ epsilon, relation }: Pick<HistogramCell, "epsilon" | "relation">) =>
  (relation === "swap" ? 2 : 1) / epsilon;

function meanL1(laws: readonly ContinuousLaw[]): number {
  return laws.reduce((sum, law) => sum + absoluteMoment(law, 1), 0);
}

export const histogramPart: Part = {
  claim: "counting-histogram-noisymax-accuracy",
  asks: "Does the error of a bin depend neither on records nor on bins, while the largest error grows like ln m and the l1 error like m?",
  study: exactStudy({
    axes: { epsilon, bins, relation, beta: betaOf([0.05], [0.01, 0.2]) },
    exact: ({ beta, ...cell }) => {
      const laws = errorLaws(cell);
      const scale = scaleOf(cell);
      const count = noisyCount<number>({ epsilon: cell.epsilon, neighbours: cell.relation, counts: () => true });
      const many = histogram({ epsilon: cell.epsilon, bins: cell.bins, neighbours: cell.relation }).law(
        new Array<number>(1000).fill(0),
      );
      const largest = meanLargest(laws, scale);
      const bin = absoluteMoment(laws[0], 1);
      const l1 = meanL1(laws);
      return {
        checks: {
          count: equal(absoluteMoment(count.law([0, 0, 0]), 1), 1 / cell.epsilon, SUMMED),
          bin: equal(bin, scale, SUMMED),
          "bin-of-many-records": equal(absoluteMoment(many.coordinates[0], 1), scale, SUMMED),
          "largest-mean": equal(largest, scale * harmonic(cell.bins), { share: 1e-9 }),
          "largest-tail": atMost(largestTail(laws, scale * log(cell.bins / beta)), beta, SUMMED),
          l1: equal(l1, cell.bins * scale, SUMMED),
        },
        values: { bin, largest, l1 },
      };
    },
  }),
  controls: {
    "independent-of-bins": {
      says: "the accuracy of a histogram does not depend on the number of bins: true of a bin, not of the largest nor of the l1 error",
      refutes: ["E22"],
      study: exactStudy({
        axes: { epsilon, bins: severalBins, relation },
        exact: (cell) => {
          const laws = errorLaws(cell);
          const one = absoluteMoment(errorLaws({ ...cell, bins: 1 })[0], 1);
          return {
            checks: {
              largest: equal(meanLargest(laws, scaleOf(cell)), one, SUMMED),
              l1: equal(meanL1(laws), one, SUMMED),
            },
          };
        },
      }),
    },
  },
};
