/**
 * The exact privacy loss of Thresholdout on short sequences of queries.
 *
 * For two holdouts the log-ratio of an outcome is that of the comparisons (one quadrature for every epoch) plus that of the values
 * released, which Laplace noise can put as far out as it likes, on the worse side: the largest is |log-ratio of the comparisons|
 * plus the sum of |difference of the holdout's means| / (release scale) over the answers from the holdout. With fresh noise after
 * each of these the epochs are independent. A query on which the difference of the means moves by 1 / n, n the size of the holdout,
 * needs 0.625 / (tau n) alone; the theorem's 1 / (tau n) is approached after five belows or more.
 * Limits: at most 16 queries. For the theorem's Laplace noise or multiples of it; the published variant has no bounded loss.
 * @claim thresholdout
 */
import {
  count,
  declare,
  finite,
  group,
  nonNegative,
  optional,
  type ParametersOf,
  positive,
} from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { commonSupport } from "../privacy/loss/law.ts";
import { answersLaw } from "./sparse-vector.ts";
import { THEOREM_SCALES } from "./thresholdout-noise.ts";

/** One query: its mean on the training set, and on two holdouts that are neighbours. */
const holdoutPair = declare({ training: finite, holdout: finite, neighbour: finite });

export interface HoldoutPair extends ParametersOf<typeof holdoutPair> {}

export const thresholdoutPrivacyLossParameters = declare({
  threshold: nonNegative,
  tolerance: positive,
  budget: count,
  /** Scales in units of the tolerance: 4, 8 and 2 are the theorem's. */
  scales: optional(
    group(declare({ threshold: nonNegative, comparison: nonNegative, release: nonNegative })),
    THEOREM_SCALES,
  ),
});

export interface ThresholdoutPrivacyLossParameters extends ParametersOf<typeof thresholdoutPrivacyLossParameters> {}

/** The largest loss over all outcomes of these queries; Infinity if some outcome tells the two apart for certain. */
export function thresholdoutPrivacyLoss(
  parameters: ThresholdoutPrivacyLossParameters,
  queries: readonly HoldoutPair[],
): number {
  const { threshold, tolerance, budget, scales } = thresholdoutPrivacyLossParameters.read(parameters);
  if (!Array.isArray(queries)) refuse("queries", "a list of queries", queries);
  for (const [k, query] of queries.entries()) holdoutPair.read(query, `queries[${k}]`);
  const rules = {
    thresholdScale: scales.threshold * tolerance,
    queryScale: scales.comparison * tolerance,
    aboves: budget,
    resample: true,
  };
  const lawOf = (side: "holdout" | "neighbour") =>
    answersLaw(
      rules,
      queries.map((query) => Math.abs(query[side] - query.training) - threshold),
    );
  const [law, other] = [lawOf("holdout"), lawOf("neighbour")];
  const moves = queries.map(({ holdout, neighbour }) => Math.abs(holdout - neighbour));
  let worst = 0;
  for (const answers of commonSupport(law, other)) {
    let released = 0;
    Array.from(answers).forEach((sign, i) => {
      if (sign === "+" && moves[i] > 0) released += moves[i] / (scales.release * tolerance);
    });
    worst = Math.max(worst, Math.abs(law.logMass(answers) - other.logMass(answers)) + released);
  }
  return worst;
}
