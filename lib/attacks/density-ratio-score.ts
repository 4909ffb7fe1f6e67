/**
 * Density-ratio attack on a synthetic table: how much likelier the target is under the synthetic table than in the population.
 *
 * Score: log p_S(target) - log p_R(target), each a kernel estimate from the records of the synthetic table S and of a reference
 * table R of other people. A record weighs, for every column of k categories, 1 - bandwidth where it agrees with the target and
 * bandwidth / (k - 1) where not. With a bandwidth near 0 these are the shares of records equal to the target, with (k - 1) / k in
 * every column the estimate no longer looks at the records.
 * Theorem: as for every function of the release, no threshold on it passes the trade-off curve of the guarantee.
 * Source: van Breugel, Sun, Qian, van der Schaar, "Membership inference attacks against synthetic data through overfitting
 * detection" (AISTATS 2023, DOMIAS) for the ratio; Aitchison, Aitken (Biometrika 63, 1976) for the kernel.
 * Limits: the reference must not hold the target. With a small bandwidth and no equal record the score rests on the nearest ones.
 * @example
 * ```ts
 * import { densityRatioScore } from "epsilab/attacks";
 * const reference = [[0, 0], [0, 1], [1, 0], [1, 1]];
 * densityRatioScore({ target: [1, 1], synthetic: [[1, 1], [1, 1], [0, 0]], reference, sizes: [2, 2], bandwidth: 0.1 }); // => 0.7762...
 * ```
 * @claim empirical-membership
 */

import { logSumExp } from "../numerics/log-sum.ts";
import { log } from "../numerics/logarithm.ts";
import { count, declare, listOf, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { type CodedRecord, EVIDENCE, requireEvidence, requireSizes } from "./synthetic-record.ts";

export const densityRatioParameters = declare(
  {
    ...EVIDENCE,
    /** How many categories each column has. */
    sizes: listOf(count),
    /** Of the kernel, between 0 and 1: the weight of all other categories together. */
    bandwidth: openProbability,
  },
  requireEvidence,
  (evidence) => requireSizes(evidence, evidence.sizes),
);

export interface DensityRatioEvidence extends ParametersOf<typeof densityRatioParameters> {}

/** The higher, the more it speaks for a member. */
export function densityRatioScore(evidence: DensityRatioEvidence): number {
  const { target, synthetic, reference, sizes, bandwidth } = densityRatioParameters.read(evidence, "evidence");
  const kernel = Array.from(sizes, (size) => ({
    same: size === 1 ? 0 : log(1 - bandwidth),
    other: size === 1 ? 0 : log(bandwidth) - log(size - 1),
  }));
  const logDensity = (records: ArrayLike<CodedRecord>) => {
    const weights = Array.from(records, (record) =>
      kernel.reduce((sum, { same, other }, j) => sum + (record[j] === target[j] ? same : other), 0),
    );
    return logSumExp(weights) - log(records.length);
  };
  return logDensity(synthetic) - logDensity(reference);
}
