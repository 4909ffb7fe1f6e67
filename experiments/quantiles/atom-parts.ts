/**
 * Medians of data made of atoms: JointExp gives the atoms no mass, however many records there are; smoothed data do.
 *
 * The errors of JointExp are exact integrals of its density. For one atom at 1/2 the output is uniform on [0, 1] (1/4); for 60 % of
 * the records at 0.3 and 40 % at 0.7 it is uniform between them but for e^(-0.2 n epsilon) (1/5). With smoothing the law is a
 * mixture over the noise, so that the errors are drawn.
 */

import { listsOf, neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { smoothedQuantiles } from "../../lib/mechanisms/statistics/smoothed-quantiles.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atLeast,
  atMost,
  axis,
  boundedMeanOf,
  equal,
  estimateAtMost,
  exactStudy,
  type Part,
  sampledStudy,
  shareOf,
  z,
} from "../kit.ts";
import { size } from "./axes.ts";
import { ATOMIC, type Atomic, MEDIANS, recordsOf } from "./datasets.ts";

const MEDIAN = { probabilities: [0.5], neighbours: "swap" } as const;
const UNIT = { lower: 0, upper: 1 } as const;

/** The integral of |t - truth| over an interval. */
function absoluteMoment(from: number, to: number, truth: number): number {
  const part = (a: number, b: number) => (b - a) * Math.abs((a + b) / 2 - truth);
  return from < truth && truth < to ? part(from, truth) + part(truth, to) : part(from, to);
}

/** The mean error of JointExp's median on atoms, from its density between them. */
function atomError(data: Atomic, size: number, epsilon: number): number {
  const values = recordsOf(data, size);
  const edges = [0, ...new Set(values), 1];
  const { logDensity } = quantiles({ epsilon, ...MEDIAN, ...UNIT });
  return edges.slice(1).reduce((sum, to, k) => {
    const density = exp(logDensity(values, [(edges[k] + to) / 2]));
    return sum + density * absoluteMoment(edges[k], to, MEDIANS[data]);
  }, 0);
}

/** The same for evenly spread records, by the law of one quantile. */
function spreadError(size: number, epsilon: number): number {
  const values = recordsOf("uniform", size);
  const law = quantile({ epsilon, probability: 0.5, neighbours: "swap", ...UNIT }).law(values);
  const edges = [0, ...values, 1];
  return edges.slice(1).reduce((sum, to, k) => {
    const from = edges[k];
    const mass = law.cdf(to) - law.cdf(from);
    return to > from ? sum + (mass * absoluteMoment(from, to, 0.5)) / (to - from) : sum;
  }, 0);
}

const sizes = axis(z.int().min(100).max(100_000), {
  means: "number of records",
  quick: [100, 1000],
  full: [100, 1000, 10_000, 100_000],
});
const epsilon = axis(z.number().min(0.5).max(4), { means: "epsilon of one release", quick: [1], full: [0.5, 1, 2, 4] });

export const atomsPart: Part = {
  claim: "quantile-atoms",
  asks: "Does JointExp's median stay as far from the truth on atoms however many records there are?",
  study: exactStudy({
    axes: { size: sizes, epsilon },
    exact: ({ size, epsilon }) => {
      const [one, two] = ATOMIC.map((data) => atomError(data, size, epsilon));
      const spread = spreadError(size, epsilon);
      return {
        checks: {
          "one-atom": equal(one, 0.25, { share: 1e-10 }),
          "two-atoms": equal(two, 0.2, { absolute: 2 * exp(epsilon - 0.2 * size * epsilon), share: 1e-9 }),
          "spread-out": atMost(spread, (4 / epsilon + 1) / size),
          "worse-than-spread-out": atLeast(Math.min(one, two), 3 * spread),
        },
        values: { one, two, spread },
      };
    },
  }),
  controls: {
    "accuracy-of-smoothed-data": {
      says: "the error of smoothed data, at most the radius and that of spread-out records, claimed without smoothing",
      study: exactStudy({
        axes: {
          data: axis(z.enum(ATOMIC), { means: "data", quick: ATOMIC }),
          radius: axis(z.number().min(0).max(0.1), { means: "radius that is claimed", quick: [1e-3, 0.1] }),
          size: sizes,
          epsilon,
        },
        exact: ({ data, radius, size, epsilon }) => ({
          checks: { error: atMost(atomError(data, size, epsilon), radius + spreadError(size, epsilon)) },
        }),
      }),
    },
  },
};

const PLACES = [0, 0.01, 0.5, 1];

/** The largest loss over neighbours of three records: for each noise, and for the mixture of all noises of -radius, 0 and radius. */
function smoothedLosses(radius: number, epsilon: number): { readonly fixed: number; readonly mixture: number } {
  // Of one quantile, whose law is that of JointExp, as part jointexp checks.
  const { law } = quantile({ epsilon, probability: 0.5, neighbours: "swap", lower: -radius, upper: 1 + radius });
  const edges = PLACES.flatMap((place) => [place - radius, place, place + radius]).toSorted((a, b) => a - b);
  const points = edges.slice(1).flatMap((to, k) => (to > edges[k] ? [(edges[k] + to) / 2] : []));
  const noises = [...listsOf(3, 3)].map((list) => list.map((k) => (k - 1) * radius));
  const known = new Map<string, number[][]>();
  const tables = (data: readonly number[]) => {
    const found =
      known.get(data.join()) ?? noises.map((noise) => points.map(law(data.map((x, k) => x + noise[k])).logDensity));
    known.set(data.join(), found);
    return found;
  };
  const mixed = (table: readonly number[][], k: number) => log(table.reduce((sum, row) => sum + exp(row[k]), 0));
  let [fixed, mixture] = [0, 0];
  for (const pair of neighbouringPairs<number>({ universe: PLACES, size: 3, neighbours: "swap" })) {
    const [first, second] = pair.map(tables);
    points.forEach((_, k) => {
      mixture = Math.max(mixture, Math.abs(mixed(first, k) - mixed(second, k)));
      first.forEach((row, noise) => {
        fixed = Math.max(fixed, Math.abs(row[k] - second[noise][k]));
      });
    });
  }
  return { fixed, mixture };
}

const radius = axis(z.number().min(1e-5).max(0.1), {
  means: "radius of the smoothing",
  quick: [1e-3, 0.1],
  full: [1e-4, 1e-3, 0.01, 0.1],
});
const privacyAxes = {
  radius,
  epsilon: axis(z.number().min(0.05).max(2), { means: "epsilon of one release", quick: [1], full: [0.1, 0.5, 1, 2] }),
};
const LOSS = { share: 1e-11, absolute: 1e-11 };

export const smoothedPrivacyPart: Part = {
  claim: "hsjointexp",
  asks: "Is JointExp of noisy records epsilon-private for every noise, and so is the mixture?",
  study: exactStudy({
    axes: privacyAxes,
    exact: ({ radius, epsilon }) => {
      const { fixed, mixture } = smoothedLosses(radius, epsilon);
      return {
        checks: {
          "epsilon-for-each-noise": atMost(fixed, epsilon, LOSS),
          "epsilon-of-the-mixture": atMost(mixture, fixed, LOSS),
        },
      };
    },
  }),
  controls: {
    "epsilon-doubled": {
      says: "the exponent for a score that moves by 1, as if noise in the records made up for it",
      study: exactStudy({
        axes: {
          ...privacyAxes,
          radius: axis(z.number().min(1e-5).max(1e-3), { means: "radius of the smoothing", quick: [1e-3] }),
        },
        exact: ({ radius, epsilon }) => ({
          checks: { "epsilon-of-the-mixture": atMost(smoothedLosses(radius, 2 * epsilon).mixture, epsilon, LOSS) },
        }),
      }),
    },
  },
};

const DATA = ["one-atom", "two-atoms", "uniform"] as const;
const smoothedAxes = {
  data: axis(z.enum(DATA), { means: "data", quick: DATA }),
  radius,
  epsilon: axis(z.number().min(0.5).max(4), { means: "epsilon of one release", quick: [1] }),
  size,
};
const RARE = 0.01;
/** What a mean of this many trials can tell apart from the radius; without smoothing the error is ten times as large. */
const CLOSE = 0.02;

/** How far from the quantile of the noisy records all but one output in a thousand lies, twice over. */
const allowance = (size: number, epsilon: number) => (4 * log(1000)) / (size * epsilon);

export const smoothedPart: Part = {
  claim: "hsjointexp",
  asks: "Is the median of smoothed records within the radius and the error of spread-out records, on atoms, too?",
  study: sampledStudy({
    axes: smoothedAxes,
    trials: { quick: 2048, full: 8192 },
    blockSize: 1024,
    intervals: () => 2,
    block: ({ data, radius, epsilon, size }, count, random) => {
      const values = recordsOf(data, size);
      const mechanism = smoothedQuantiles({ epsilon, radius, ...MEDIAN, ...UNIT });
      const errors = Float64Array.from({ length: count }, () =>
        Math.abs(mechanism.release(values, random)[0] - MEDIANS[data]),
      );
      const far = errors.filter((error) => error > radius + allowance(size, epsilon)).length;
      return { errors: momentsOf(errors), far };
    },
    judge: ({ radius }, { errors, far }, context) => {
      const found = boundedMeanOf(errors, { least: 0, greatest: 1 + radius, errorRate: context.errorRate });
      return {
        checks: {
          "mean-error": estimateAtMost(found, radius + CLOSE),
          "share-beyond-the-radius": estimateAtMost(shareOf(far, context), RARE),
        },
      };
    },
  }),
  controls: {
    "no-smoothing": {
      says: "the same accuracy on atoms with radius 0: 0.25 and 0.2",
      study: exactStudy({
        axes: { ...smoothedAxes, data: axis(z.enum(ATOMIC), { means: "data", quick: ATOMIC }) },
        exact: ({ data, radius, epsilon, size }) => ({
          checks: { "mean-error": atMost(atomError(data, size, epsilon), radius + CLOSE) },
        }),
      }),
    },
  },
};
