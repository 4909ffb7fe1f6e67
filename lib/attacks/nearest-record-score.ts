/**
 * Nearest-record attack on a synthetic table: who was in the data has, more often than others, a synthetic record near to them.
 *
 * Score: minus the number of columns in which the nearest synthetic record differs from the target. With `reference`, a table of
 * other people of the same population, the distance to its nearest record is added: then a target in a crowd is not taken for a
 * member because everybody is near to somebody.
 * Theorem: a score is a function of the release, so that under a guarantee with trade-off curve f no threshold on it has a
 * false-negative rate below f of its false-positive rate. How far above it stays says how much the attack misses, not how private
 * the table is.
 * Source: Hayes, Melis, Danezis, De Cristofaro, "LOGAN" (PETS 2019) for attacks on what a generator gives; Chen, Yu, Zhang, Fritz,
 * "GAN-Leaks" (CCS 2020) for the nearest record and its calibration by a reference.
 * Limits: columns count alike; the reference must not hold the target, nor as many more records than the synthetic table that it is
 * always nearer. Scores are whole numbers, hence ties: a threshold at a false-positive rate of 0.1 % may not exist.
 * `densityRatioScore` is finer.
 * @example
 * ```ts
 * import { nearestRecordScore } from "epsilab/attacks";
 * const synthetic = [[0, 1, 2], [1, 1, 0]];
 * nearestRecordScore({ target: [1, 1, 2], synthetic }); // => -1
 * nearestRecordScore({ target: [1, 1, 2], synthetic, reference: [[0, 0, 2]] }); // => 1
 * ```
 * @claim empirical-membership
 */
import { type CodedRecord, evidenceParameters, type SyntheticEvidence } from "./synthetic-record.ts";

/** The higher, the more it speaks for a member. */
export function nearestRecordScore(evidence: SyntheticEvidence): number {
  const { target, synthetic, reference } = evidenceParameters.read(evidence, "evidence");
  const near = leastDistance(target, synthetic);
  return (reference === undefined ? 0 : leastDistance(target, reference)) - near;
}

function leastDistance(target: CodedRecord, records: ArrayLike<CodedRecord>): number {
  let least = target.length;
  for (let i = 0; i < records.length && least > 0; i++) {
    const record = records[i];
    let differing = 0;
    for (let j = 0; j < target.length; j++) if (record[j] !== target[j]) differing++;
    least = Math.min(least, differing);
  }
  return least;
}
