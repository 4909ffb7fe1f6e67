/**
 * Factorisations of running sums: square root, banded and buffered factors beside the tree and beside the bounds that none can beat.
 *
 * All at unit sensitivity and unit Gaussian privacy, so that errors are norms of rows of B times the largest norm of a column of C.
 * The coefficients of the square root are compared with Gamma(k + 1/2) / (sqrt(pi) Gamma(k + 1)), their squares summed, and their
 * convolution with itself with the ones.
 * Source: Fichtenberger, Henzinger, Upadhyay (ICML 2023); Henzinger, Upadhyay, Upadhyay (SODA 2023); Mathias (1993); Dvijotham et
 * al. (FOCS 2024).
 */
import { forgottenColumnMu } from "../../lib/auditing/broken/streams.ts";
import { bandedSum } from "../../lib/continual/counters/banded-sum.ts";
import { bufferedSum } from "../../lib/continual/counters/buffered-sum.ts";
import { countingErrorBounds } from "../../lib/continual/counters/counting-error-bounds.ts";
import { noisyRecordsSum } from "../../lib/continual/counters/noisy-records-sum.ts";
import { refinedTreeSum } from "../../lib/continual/counters/refined-tree-sum.ts";
import { squareRootCoefficients, squareRootSum } from "../../lib/continual/counters/square-root-sum.ts";
import { multiplyToeplitz } from "../../lib/continual/counters/toeplitz.ts";
import { treeSum } from "../../lib/continual/counters/tree-sum.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { logGamma } from "../../lib/numerics/log-gamma.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { gaussianDp } from "../../lib/privacy/guarantees/guarantee.ts";
import { atLeast, atMost, axis, type Check, equal, exactStudy, type Part, z } from "../kit.ts";
import { BITS, errorsOf } from "./counter-axes.ts";

const BANDS = 16;
const BUFFERS = 6;
/** Variances are shown over time up to here. */
const SHOWN = 64;

const horizon = axis(z.int().min(1).max(131_072), {
  means: "records T",
  quick: [1, 2, 16, 64, 1024, 16_384],
  full: [1, 2, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 100_000],
});

function countersAt(horizon: number) {
  const given = { horizon, records: BITS, guarantee: gaussianDp(1), neighbours: "event" } as const;
  return {
    tree: treeSum(given),
    refined: refinedTreeSum(given),
    records: noisyRecordsSum(given),
    "square-root": squareRootSum(given),
    banded: bandedSum({ ...given, bands: Math.min(BANDS, horizon), coefficients: "square-root" }),
    buffered: bufferedSum({ ...given, buffers: BUFFERS }),
  };
}

/** The largest deviation of the square of the factor from the matrix of ones. */
function squareDeviation(horizon: number): number {
  const coefficients = squareRootCoefficients(horizon);
  const square = multiplyToeplitz(coefficients, coefficients, 1);
  return square.reduce((most, x) => Math.max(most, Math.abs(x - 1)), 0);
}

/** S_T from the gamma function. */
function gammaSquares(horizon: number): number {
  let sum = 0;
  for (let k = 0; k < horizon; k++) sum += exp(2 * (logGamma(k + 0.5) - logGamma(k + 1))) / Math.PI;
  return sum;
}

export const factorisationPart: Part = {
  claim: "matrix-factorisation",
  asks: "Does the square root err as stated, nearly as little as its rivals, and none less than the bounds?",
  study: exactStudy({
    axes: { horizon },
    exact: ({ horizon }) => {
      const counters = countersAt(horizon);
      const errors = Object.fromEntries(
        Object.entries(counters).map(([name, counter]) => [name, errorsOf(counter, horizon)]),
      );
      const bounds = countingErrorBounds(horizon);
      const checks: Record<string, Check> = {
        "square-root-largest": equal(errors["square-root"].largest, gammaSquares(horizon), { share: 1e-10 }),
        "square-root-squared": atMost(squareDeviation(horizon), 0, { absolute: 1e-11 }),
        "square-root-bound": atMost(errors["square-root"].largest, 1 + log((4 * horizon - 1) / 3) / Math.PI),
        "square-root-and-refined": atMost(errors["square-root"].rms, errors.refined.rms),
        "refined-and-tree": atMost(errors.refined.rms, errors.tree.rms),
        "buffered-and-square-root": atMost(errors.buffered.largest, errors["square-root"].largest, { share: 0.005 }),
        "least-largest": atMost(Math.max(bounds.largest, bounds.rootMeanSquare), bounds.largestUpper),
      };
      for (const [name, { largest, rms }] of Object.entries(errors)) {
        checks[`${name}-rms-bound`] = atLeast(rms, bounds.rootMeanSquare);
        checks[`${name}-largest-bound`] = atLeast(largest, bounds.largest);
      }
      const over = Array.from({ length: Math.min(SHOWN, horizon) }, (_, k) => k + 1);
      return {
        checks,
        values: {
          ...Object.fromEntries(Object.entries(errors).map(([name, { rms }]) => [`${name}-rms`, rms])),
          "square-root-largest": errors["square-root"].largest,
          "buffered-largest": errors.buffered.largest,
          "rms-bound": bounds.rootMeanSquare,
          "largest-bound": bounds.largest,
          ...(horizon === SHOWN
            ? {
                "tree-over-time": over.map(counters.tree.variance),
                "refined-over-time": over.map(counters.refined.variance),
                "square-root-over-time": over.map(counters["square-root"].variance),
                "records-over-time": over.map(counters.records.variance),
              }
            : {}),
        },
      };
    },
  }),
  controls: {
    "column-norm-forgotten": {
      says: "noise B z of deviation 1 / mu sold as mu-Gaussian private: a record changes a whole column of C",
      study: exactStudy({
        axes: {
          horizon: axis(z.int().min(2).max(20_000), { means: "records T", quick: [2, 64, 1024] }),
          mu: axis(z.number().min(0.01).max(10), { means: "mu that is claimed", quick: [0.5, 1] }),
        },
        exact: (cell) => ({ checks: { mu: atMost(forgottenColumnMu(cell), cell.mu) } }),
      }),
    },
    "an-error-that-does-not-grow": {
      says: "the least root mean squared error said to be at most that of 64 records",
      study: exactStudy({
        axes: { horizon: axis(z.int().min(65).max(131_072), { means: "records T", quick: [128, 1024] }) },
        exact: ({ horizon }) => ({
          checks: {
            bound: atMost(countingErrorBounds(horizon).rootMeanSquare, countingErrorBounds(64).rootMeanSquare),
          },
        }),
      }),
    },
  },
};
