/**
 * Structured releases of linear answers: workloads by the matrix mechanism, covariance matrices and principal components.
 *
 * Errors of strategies are norms of matrices, compared with the dual bound and with that of the singular values; the measured
 * errors of releases, with what the matrices say. What principal components lose is compared with a bound: the noisy first
 * direction v has v C v >= lambda_1 - lambda_max(E) + w E w for noise E and the exact direction w; the mean of the last is 0, and
 * that of lambda_max(E) at most sigma sqrt(2 d).
 * Source: Li, Hay, Rastogi, Miklau, McGregor (PODS 2010); Li, Miklau (ICDT 2013); Dwork, Talwar, Thakurta, Zhang (STOC 2014).
 */
import { matrixMechanism } from "../../lib/mechanisms/linear/matrix-mechanism.ts";
import { noisyCovariance } from "../../lib/mechanisms/linear/noisy-covariance.ts";
import { optimalStrategy } from "../../lib/mechanisms/linear/optimal-strategy.ts";
import { principalComponents } from "../../lib/mechanisms/linear/principal-components.ts";
import {
  hierarchicalStrategy,
  marginalWorkload,
  prefixWorkload,
  rangeWorkload,
  waveletStrategy,
} from "../../lib/mechanisms/linear/workload.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { symmetricEigen } from "../../lib/numerics/symmetric-eigen.ts";
import { cos } from "../../lib/numerics/trigonometry.ts";
import { gaussianSigmaFor } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import type { ProductLaw } from "../../lib/privacy/loss/law.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atLeast,
  atMost,
  axis,
  equal,
  estimateAtMost,
  estimateNear,
  exactStudy,
  meanOf,
  type Part,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { relation } from "./axes.ts";

const WORKLOADS = ["prefix", "ranges", "marginals"] as const;
type Kind = (typeof WORKLOADS)[number];
const workload = axis(z.enum(WORKLOADS), { means: "what is asked", quick: WORKLOADS });
const bits = axis(z.int().min(1).max(6), { means: "log2 of the cells", quick: [2, 3, 4], full: [1, 2, 3, 4, 5] });
const severalBits = axis(z.int().min(3).max(6), {
  means: "log2 of the cells, at least 3",
  quick: [3, 4],
  full: [3, 4, 5],
});
const target = { epsilon: 1, delta: 1e-6 } as const;

function questions(kind: Kind, bits: number): Float64Array[] {
  const cells = 1 << bits;
  if (kind === "prefix") return prefixWorkload(cells);
  if (kind === "ranges") return rangeWorkload(cells);
  // All pairs of bits, and each alone.
  const each = Array.from({ length: bits }, (_, i) => i);
  const pairs = each.flatMap((i) => each.slice(i + 1).map((j) => [i, j]));
  return marginalWorkload({ sizes: each.map(() => 2), marginals: [...each.map((i) => [i]), ...pairs] });
}

const identity = (cells: number) =>
  Array.from({ length: cells }, (_, i) => Float64Array.from({ length: cells }, (_, j) => (i === j ? 1 : 0)));

/** The total squared error at unit sensitivity and unit noise. */
function totalOf(asked: readonly Float64Array[], strategy: readonly Float64Array[]): number {
  const built = matrixMechanism({ ...target, neighbours: "add-remove", workload: asked, strategy });
  return (built.totalSquaredError / (built.sigma * built.sigma)) * built.sensitivity * built.sensitivity;
}

export const strategyPart: Part = {
  claim: "matrix-mechanism",
  asks: "Does the strategy found reach the dual bound, never below that of the singular values, and do no other ones do better?",
  study: exactStudy({
    axes: { workload, bits },
    exact: (cell) => {
      const asked = questions(cell.workload, cell.bits);
      const cells = 1 << cell.bits;
      const best = optimalStrategy(asked);
      const others = {
        identity: totalOf(asked, identity(cells)),
        hierarchy: totalOf(asked, hierarchicalStrategy({ cells, branching: 2 })),
        wavelet: totalOf(asked, waveletStrategy(cells)),
      };
      return {
        checks: {
          gap: equal(best.totalSquaredError, best.lowerBound, { share: 1e-6 }),
          error: equal(totalOf(asked, best.strategy), best.totalSquaredError, { share: 1e-6 }),
          spectral: atMost(best.spectralBound, best.lowerBound),
          others: atLeast(leastOf(Object.values(others)), best.lowerBound),
        },
        values: { ...others, optimal: best.totalSquaredError, bound: best.lowerBound, spectral: best.spectralBound },
      };
    },
  }),
  controls: {
    "identity-is-best": {
      says: "asking every cell claimed to be the best strategy for prefix sums",
      study: exactStudy({
        axes: { bits: severalBits },
        exact: (cell) => {
          const asked = prefixWorkload(1 << cell.bits);
          const { totalSquaredError } = optimalStrategy(asked);
          return {
            checks: { error: atMost(totalOf(asked, identity(1 << cell.bits)), totalSquaredError, { share: 1e-3 }) },
          };
        },
      }),
    },
  },
};

/** Mean squared errors of releases whose noise is `factor` times what it should be, against the exact error. */
function measuredError(factor: number) {
  return sampledStudy({
    axes: { workload, bits: axis(z.int().min(1).max(5), { means: "log2 of the cells", quick: [3] }) },
    trials: { quick: 20_000, full: 200_000 },
    blockSize: 10_000,
    intervals: () => 1,
    block: (cell, count, random) => {
      const asked = questions(cell.workload, cell.bits);
      const { strategy } = optimalStrategy(asked);
      const built = matrixMechanism({ ...target, neighbours: "add-remove", workload: asked, strategy });
      const nothing = new Float64Array(1 << cell.bits);
      return momentsOf(
        Float64Array.from({ length: count }, () => {
          const answers = built.release(nothing, random);
          return (factor * factor * answers.reduce((sum, x) => sum + x * x, 0)) / built.totalSquaredError;
        }),
      );
    },
    judge: (_, found, context) => ({
      checks: { "mean-square": estimateNear(meanOf(found, context), 1, { absolute: 0.05 }) },
    }),
  });
}

export const measuredPart: Part = {
  claim: "matrix-mechanism",
  asks: "Is the mean squared error of releases the one that the matrices say?",
  study: measuredError(1),
  controls: {
    "noise-a-tenth-smaller": { says: "noise a tenth smaller than stated", study: measuredError(0.9) },
  },
};

const dimension = axis(z.int().min(2).max(50), { means: "columns d", quick: [2, 8], full: [2, 4, 8, 16, 32] });
const epsilon = axis(z.number().min(0.05).max(8), { means: "epsilon", quick: [0.5, 2], full: [0.1, 0.5, 1, 2, 4] });
const DELTA = 1e-6;

function distanceOf(first: ProductLaw, second: ProductLaw): number {
  const centre = (law: ProductLaw, i: number) => law.coordinates[i].family?.centre ?? 0;
  return Math.sqrt(
    first.coordinates.reduce((sum, _, i) => {
      const gap = centre(first, i) - centre(second, i);
      return sum + gap * gap;
    }, 0),
  );
}

export const covariancePart: Part = {
  claim: "analyze-gauss",
  asks: "Do the worst rows move the matrix by 1 under add-remove and sqrt 2 under swap, and is delta used up?",
  study: exactStudy({
    axes: { epsilon, dimension, relation },
    exact: ({ relation: neighbours, ...cell }) => {
      const { measured, sigma } = noisyCovariance({ ...cell, clip: 1, delta: DELTA, neighbours });
      const [first, second] = measured.worstPair().map(measured.law);
      const distance = distanceOf(first, second);
      const found = gaussianDelta({ epsilon: cell.epsilon, mu: distance / sigma });
      return {
        checks: {
          sensitivity: equal(distance, neighbours === "swap" ? Math.SQRT2 : 1, { share: 1e-12 }),
          delta: atMost(found, DELTA, { share: 1e-9 }),
          attained: equal(found, DELTA, { share: 1e-6 }),
        },
      };
    },
  }),
  controls: {
    "add-remove-under-swap": {
      says: "the noise of sensitivity 1 under swap, where orthogonal rows are sqrt 2 apart",
      study: exactStudy({
        axes: { epsilon, dimension },
        exact: (cell) => {
          const { measured } = noisyCovariance({ ...cell, clip: 1, delta: DELTA, neighbours: "swap" });
          const [first, second] = measured.worstPair().map(measured.law);
          const sigma = gaussianSigmaFor({ epsilon: cell.epsilon, delta: DELTA, sensitivity: 1 });
          const found = gaussianDelta({ epsilon: cell.epsilon, mu: distanceOf(first, second) / sigma });
          return { checks: { delta: atMost(found, DELTA, { share: 1e-6 }) } };
        },
      }),
    },
  },
};

/** Rows of norm at most 1 whose columns shrink. */
function rowsOf(records: number, dimension: number): Float64Array[] {
  return Array.from({ length: records }, (_, i) => {
    const row = Float64Array.from({ length: dimension }, (_, j) => cos((i + 1) * (j + 1) * 0.7) / (j + 1));
    const norm = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    return row.map((x) => x / Math.max(1, norm));
  });
}

const records = axis(z.int().min(50).max(20_000), {
  means: "records n",
  quick: [100, 1000],
  full: [100, 300, 1000, 3000, 10_000],
});
const columns = axis(z.int().min(2).max(30), { means: "columns d", quick: [8], full: [4, 8, 16] });

const componentsOf = (cell: { readonly columns: number }) =>
  principalComponents({
    ...{ epsilon: 1, delta: DELTA, clip: 1, neighbours: "swap", components: 1, dimension: cell.columns },
  });

/** The first direction of sums with noise: of deviation sigma on the diagonal and sigma / sqrt 2 off it. */
function noisyDirection(sums: readonly Float64Array[], sigma: number, random: Stream): Float64Array {
  const noisy = sums.map((row) => row.slice());
  for (let i = 0; i < sums.length; i++)
    for (let j = i; j < sums.length; j++) {
      const z = sampleNormal({ mean: 0, sigma: i === j ? sigma : sigma * Math.SQRT1_2 }, random);
      noisy[i][j] += z;
      if (i !== j) noisy[j][i] += z;
    }
  return symmetricEigen(noisy).vectors[0];
}

/** What the noisy first direction loses of the largest sum of squares. */
const componentsStudy = sampledStudy({
  axes: { records, columns },
  trials: { quick: 500, full: 4000 },
  blockSize: 500,
  intervals: () => 1,
  block: (cell, count, random) => {
    const rows = rowsOf(cell.records, cell.columns);
    const sums = Array.from({ length: cell.columns }, (_, i) =>
      Float64Array.from({ length: cell.columns }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)),
    );
    const [largest] = symmetricEigen(sums).values;
    const { sigma } = componentsOf(cell);
    return momentsOf(
      Float64Array.from({ length: count }, () => {
        const v = noisyDirection(sums, sigma, random);
        const along = v.reduce((sum, x, i) => sum + x * v.reduce((inner, y, j) => inner + y * sums[i][j], 0), 0);
        return largest - along;
      }),
    );
  },
  judge: (cell, found, context) => {
    const bound = componentsOf(cell).sigma * Math.sqrt(2 * cell.columns);
    const loss = meanOf(found, context);
    return { checks: { loss: estimateAtMost(loss, bound) }, values: { loss: loss.estimate, bound } };
  },
});

export const componentsPart: Part = {
  claim: "analyze-gauss",
  asks:
    "Does the first private component lose at most sigma sqrt(2 d) of the largest sum of squares on average, " +
    "whatever the number of records?",
  study: componentsStudy,
  controls: {
    "no-loss": {
      says: "the noisy direction claimed to capture as much as the exact one",
      study: variant(componentsStudy, {
        judge: (_, found, context) => ({ checks: { loss: estimateAtMost(meanOf(found, context), 0) } }),
      }),
    },
  },
};
