/**
 * Broken: additive noise of the wrong size. Each law claims `epsilon` and needs more.
 *
 * - Laplace noise whose deviation, not scale, is sensitivity / epsilon: needs sqrt(2) epsilon.
 * - Discrete Laplace noise of ratio e^(-2 epsilon): needs 2 epsilon.
 * - A histogram with noise for add-remove under swap, where two bins move: needs 2 epsilon.
 * - Prefix sums with fresh noise for one sum: a record is in every later sum, so T sums need T epsilon.
 * - Noise scaled by the local sensitivity: where that is 0 the output is bare, so no epsilon suffices.
 */

import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { productLaw } from "../composed-law.ts";

export function laplaceByDeviation(centre: number, epsilon: number): ContinuousLaw {
  requirePositive({ epsilon });
  const scale = 1 / (Math.SQRT2 * epsilon);
  return continuousLaw({
    logDensity: (x) => -Math.abs(x - centre) / scale - log(2 * scale),
    cdf: (x) => (x < centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: [-Infinity, Infinity],
  });
}

/** Correct: a count with discrete Laplace noise of ratio e^-epsilon, listed to `reach` around 0; the tails look like its ends. */
export function discreteLaplaceCount(centre: number, epsilon: number, reach = 60): DiscreteLaw<number> {
  requirePositive({ epsilon });
  const logZero = log(-expm1(-epsilon)) - log1p(exp(-epsilon));
  const support = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach);
  const tail = (steps: number) => exp(-epsilon * steps) / (1 + exp(-epsilon));
  return {
    kind: "discrete",
    support,
    logMass: (k) => logZero - epsilon * Math.abs(k - centre),
    neglected: tail(reach + 1 - centre) + tail(reach + 1 + centre),
  };
}

export function doubledDiscreteLaplace(centre: number, epsilon: number): DiscreteLaw<number> {
  return discreteLaplaceCount(centre, 2 * epsilon);
}

export function addRemoveHistogram(counts: readonly number[], epsilon: number): DiscreteLaw<readonly number[]> {
  return productLaw(counts.map((count) => discreteLaplaceCount(count, epsilon, 30)));
}

export function noisyPrefixSums(records: readonly number[], epsilon: number): DiscreteLaw<readonly number[]> {
  let sum = 0;
  const sums = records.map((record) => {
    sum += record;
    return sum;
  });
  return productLaw(sums.map((total) => discreteLaplaceCount(total, epsilon, 15)));
}

/** The median of three bits, with noise for what one swap of this very dataset can do. */
export function localSensitivityMedian(bits: readonly number[], epsilon: number): DiscreteLaw<number> {
  const ones = bits.filter((bit) => bit === 1).length;
  const median = ones >= 2 ? 1 : 0;
  const localSensitivity = ones === 1 || ones === 2 ? 1 : 0;
  return localSensitivity === 0 ? tabulatedLaw([[median, 0]]) : discreteLaplaceCount(median, epsilon);
}
