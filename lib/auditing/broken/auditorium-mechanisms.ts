/**
 * The example mechanisms of DP-Auditorium that state what they claim: a mean, six sparse vectors, a noisy maximum and one step of gradient
 * descent, at epsilon 1, with what its documentation says of them.
 *
 * Its example tests with 10 000 draws of each input at level 0.05; no results are published with its code. Neighbours have a record more.
 * - The mean of records in [0, 1] adds noise of scale 1 / (epsilon size), of the true size, so that the neighbour's has another scale: no
 *   epsilon suffices without a delta. With one the noise is Gaussian, of the classical calibration, and the exact epsilon follows
 *   from the two places at which the log-ratio of the densities is epsilon.
 * - The same means by the true size, with noise of a scale that follows from a noisy size: half of epsilon for the size, half for the
 *   noise, of scale 2 / (epsilon size), or 1e-12 where that is larger. The exact epsilon is that of what is within a few
 *   1e-12 of one of the two means, where the one law has nearly an atom and the other a density that is an integral over sizes.
 * - Sparse vectors answer four queries at threshold 1/2, of the records 0, 1 against 0, 1, 0 (the last record three times and the one
 *   before it); they stop at two positives, the third, whose queries are four equal sums, at one. Those numbered are of Lyu, Su, Li.
 * - The noisy maximum adds Gumbel noise of scale 2 / epsilon to five counts: an exponential mechanism.
 * - The step of gradient descent has Gaussian noise for the clipping norm, where a record's exchange moves a sum by twice the norm: the
 *   Renyi budget that is computed so is a quarter of the true one. Its claim here is the epsilon at delta 0.01 that the budget implies.
 * Source: Kong, Munoz Medina, Ribero, Syed (2023), and the mechanisms published with their library; Lyu, Su, Li (VLDB 2017).
 * Limits: the mean by a noisy size is left out, as is what it wraps of another library. `exact` is that of the pair audited, but of
 * the third sparse vector it is over all queries.
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { findRoot } from "../../numerics/root.ts";
import { zeroConcentratedEpsilon } from "../../privacy/conversions/zero-concentrated-conversions.ts";
import { gaussianEpsilon } from "../../privacy/loss/gaussian-profile.ts";
import { sparseProgram } from "./benchmark-programs.ts";
import type { BenchmarkRow } from "./benchmark-row.ts";
import type { NoisyProgram, ProgramPair } from "./noisy-program.ts";
import { cellsEpsilon, sparseEpsilon, sparsePairEpsilon } from "./sparse-epsilon.ts";
import { type SparseVariant, sparseVariant } from "./sparse-vector.ts";

type Pair = ProgramPair["inputs"];

interface AuditoriumMechanism extends BenchmarkRow {
  /** What the library's documentation says of the claim. */
  readonly documented: "private" | "not private";
}

/** Half of them choose the event. */
export const AUDITORIUM_DRAWS = 10_000;
export const AUDITORIUM_ERROR_RATE = 0.05;

const MEAN_DELTA = 1e-5;
const STEP_DELTA = 0.01;
const NOISE_MULTIPLIER = 1;

/** The distance of the mean from 1/2, the mean of the records 1 and 0; `scale` is that of the noise on a sum. */
function meanProgram(noise: "laplace" | "normal", scale: number): NoisyProgram {
  return {
    noise,
    width: () => 1,
    sees: "half-lines",
    see: (records, variables, at) => {
      let sum = 0;
      for (const record of records) sum += record;
      return Math.abs((sum + scale * variables[at]) / records.length - 0.5);
    },
  };
}

const LEAST_SCALE = 1e-12;
/** Of epsilon, the share of the noisy size, and that of the noise on the mean. */
const HALF = 0.5;

/** The same distance where the scale of the noise follows from a noisy size; with normal noise, four variables make that of the size. */
function noisyScaleProgram(noise: "laplace" | "normal", scale: number): NoisyProgram {
  const sizeVariables = noise === "laplace" ? 1 : 4;
  const sizeNoise = (v: Float64Array, at: number) =>
    noise === "laplace"
      ? v[at]
      : (v[at] * v[at] + v[at + 1] * v[at + 1] - v[at + 2] * v[at + 2] - v[at + 3] * v[at + 3]) / 2;
  return {
    noise,
    width: () => sizeVariables + 1,
    sees: "half-lines",
    see: (records, variables, at) => {
      let sum = 0;
      for (const record of records) sum += record;
      const noisySize = records.length + sizeNoise(variables, at) / HALF;
      const spread = Math.max(LEAST_SCALE, scale / HALF / noisySize);
      return Math.abs(sum / records.length + spread * variables[at + sizeVariables] - 0.5);
    },
  };
}

/** The density of the mean with noise, as far from the mean as the neighbour's, over the sizes that leave more than the least scale. */
export function noisyScaleDensity(noise: "laplace" | "normal", scale: number, size: number): number {
  const density = (noisySize: number) => {
    const spread = scale / HALF / noisySize;
    const inner = noise === "laplace" ? exp(-0.5 / spread) / 2 : normalDensity(0.5 / spread);
    return ((HALF / 2) * exp(-HALF * Math.abs(noisySize - size)) * inner) / spread;
  };
  return integrate(density, { lower: 0, upper: Infinity, kinks: [size], relativeTolerance: 1e-12 }).value;
}

/** The epsilon of the pair at delta, by the interval around a mean that the least scale leaves. */
function noisyScaleEpsilon(noise: "laplace" | "normal", scale: number, delta: number): number {
  const height = noise === "laplace" ? (u: number) => exp(-u) / 2 : normalDensity;
  const within = noise === "laplace" ? (u: number) => 1 - exp(-u) : (u: number) => 2 * normalCdf(u) - 1;
  const each = [
    { own: 1, other: 2 },
    { own: 2, other: 1 },
  ].map(({ own, other }) => {
    const weight = exp(-HALF * own) / 2;
    const radius =
      delta === 0 ? 0 : findRoot((u) => weight * (within(u) - 2 * u * height(u)) - delta, { lower: 0, upper: 50 });
    return log((weight * height(radius)) / (LEAST_SCALE * noisyScaleDensity(noise, scale, other)));
  });
  return largestOf(each);
}

const records: Pair = [[1], [1, 0]];

interface Normal {
  readonly mean: number;
  readonly sigma: number;
}

/**
 * The least epsilon at which P(E) <= e^epsilon Q(E) + delta for all E, P having the larger deviation, and the same with P and Q
 * exchanged.
 */
export function normalPairEpsilon({ wide, narrow, delta }: { wide: Normal; narrow: Normal; delta: number }): number {
  const [a, b] = [1 / (2 * wide.sigma * wide.sigma), 1 / (2 * narrow.sigma * narrow.sigma)];
  // log(p / q) = log(sigma_q / sigma_p) + (b - a) (x - m)^2 + least.
  const middle = (b * narrow.mean - a * wide.mean) / (b - a);
  const gap = narrow.mean - wide.mean;
  const least = log(narrow.sigma / wide.sigma) - (a * b * gap * gap) / (b - a);
  /** The probability of being within `radius` of the middle. */
  const within = ({ mean, sigma }: Normal, radius: number) =>
    normalCdf((middle + radius - mean) / sigma) - normalCdf((middle - radius - mean) / sigma);
  const beyond = ({ mean, sigma }: Normal, radius: number) =>
    normalCdf((middle - radius - mean) / sigma) + normalCdf((mean - middle - radius) / sigma);
  const radiusAt = (ratio: number) => Math.sqrt(Math.max(0, (ratio - least) / (b - a)));
  const forth = (epsilon: number) => {
    const radius = radiusAt(epsilon);
    return beyond(wide, radius) - exp(epsilon) * beyond(narrow, radius);
  };
  const back = (epsilon: number) => {
    const radius = radiusAt(-epsilon);
    return within(narrow, radius) - exp(epsilon) * within(wide, radius);
  };
  const solved = [forth, back].map((deltaAt) =>
    deltaAt(0) <= delta ? 0 : findRoot((epsilon) => deltaAt(epsilon) - delta, { lower: 0, upper: 500 }),
  );
  return largestOf(solved);
}

const meanSigma = Math.sqrt(2 * log(1.25 / MEAN_DELTA));

const revealed: Pair = [
  [0.5, 0.5, 0.5, -0.5],
  [-0.5, -0.5, -0.5, 0.5],
];
const sums: Pair = [
  [-0.5, -0.5, -0.5, -0.5],
  [0.5, 0.5, 0.5, 0.5],
];
const two = { epsilon: 1, positives: 2 };
const stopping = { positives: 2, releases: "answer" } as const;

function sparse(variant: SparseVariant, documented: AuditoriumMechanism["documented"]): Mechanism {
  return {
    claimed: 1,
    documented,
    program: sparseProgram(variant, { kind: "places" }),
    inputs: revealed,
    exact: () => sparsePairEpsilon(variant, revealed),
  };
}

/** The least of exponential variables with weights is the largest of Gumbel variables. */
function gumbelMax(scale: number): NoisyProgram {
  return {
    noise: "exponential",
    width: (counts) => counts.length,
    sees: "cells",
    see: (counts, noise, at) => {
      let [best, index] = [Infinity, 0];
      for (let k = 0; k < counts.length; k++) {
        const value = noise[at + k] * exp(-counts[k] / scale);
        if (value < best) [best, index] = [value, k];
      }
      return index;
    },
  };
}

const votes: Pair = [
  [2, 1, 1, 1, 1],
  [1, 1, 1, 1, 1],
];
const shares = (counts: readonly number[]) => {
  const weights = counts.map((count) => exp(count / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};

type Mechanism = Omit<AuditoriumMechanism, "name">;

const third = sparseVariant(3, { epsilon: 1, positives: 1 });

const mechanisms: Readonly<Record<string, Mechanism>> = {
  "Laplace mean": {
    claimed: 1,
    documented: "not private",
    program: meanProgram("laplace", 1),
    inputs: records,
    exact: () => Infinity,
  },
  "Gaussian mean": {
    claimed: 1,
    documented: "not private",
    program: meanProgram("normal", meanSigma),
    inputs: records,
    delta: MEAN_DELTA,
    exact: () =>
      normalPairEpsilon({
        wide: { mean: 1, sigma: meanSigma },
        narrow: { mean: 0.5, sigma: meanSigma / 2 },
        delta: MEAN_DELTA,
      }),
  },
  "Laplace mean, noisy scale": {
    claimed: 1,
    documented: "not private",
    program: noisyScaleProgram("laplace", 1),
    inputs: records,
    exact: () => noisyScaleEpsilon("laplace", 1, 0),
  },
  "Gaussian mean, noisy scale": {
    claimed: 1,
    documented: "not private",
    program: noisyScaleProgram("normal", meanSigma),
    inputs: records,
    delta: MEAN_DELTA,
    exact: () => noisyScaleEpsilon("normal", meanSigma, MEAN_DELTA),
  },
  SVT1: sparse({ ...stopping, thresholdScale: 2, queryScale: 8 }, "private"),
  SVT2: sparse({ ...stopping, thresholdScale: 4, queryScale: 8 }, "private"),
  SVT3: {
    claimed: 1,
    documented: "not private",
    program: sparseProgram(third, { kind: "last value" }),
    inputs: sums,
    exact: () => sparseEpsilon(third, 4),
  },
  SVT4: sparse(sparseVariant(4, two), "not private"),
  SVT5: sparse({ ...stopping, thresholdScale: 2, queryScale: 0 }, "not private"),
  SVT6: sparse({ ...stopping, thresholdScale: 2, queryScale: 2 }, "not private"),
  "noisy maximum": {
    claimed: 1,
    documented: "private",
    program: gumbelMax(2),
    inputs: votes,
    exact: () => cellsEpsilon(shares(votes[0]), shares(votes[1])),
  },
  "gradient step": {
    claimed: zeroConcentratedEpsilon({ rho: 1 / (2 * NOISE_MULTIPLIER * NOISE_MULTIPLIER), delta: STEP_DELTA }),
    documented: "not private",
    program: {
      noise: "normal",
      width: () => 1,
      sees: "half-lines",
      see: ([sum], noise, at) => sum + NOISE_MULTIPLIER * noise[at],
    },
    inputs: [[1], [-1]],
    delta: STEP_DELTA,
    exact: () => gaussianEpsilon({ mu: 2 / NOISE_MULTIPLIER, delta: STEP_DELTA }),
  },
};

export const auditoriumMechanisms: readonly AuditoriumMechanism[] = Object.entries(mechanisms).map(
  ([name, mechanism]) => ({ name, ...mechanism }),
);
