/**
 * How many records suffice to learn from a finite class in private, by the exponential mechanism over the number of errors.
 *
 * Theorem: with n at least (2 / (epsilon a)) ln(|H| / errorRate) records, the errors of the chosen hypothesis on them exceed the least by
 * more than a n with probability at most `errorRate`. With n at least the larger of (4 / (epsilon a)) ln(2 |H| / errorRate) and (8 /
 * a^2) ln(4 |H| / errorRate), so does its error on the population exceed the least by more than a: half of a for the choice, a quarter
 * for each of two means, by Hoeffding's inequality.
 * Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith (SIAM Journal on Computing 2011), theorem 3.4,
 * doi:10.1137/090756090; the constants follow from the shortfall of the exponential mechanism (`shortfallBound`).
 * Limits: what counts is the size of the class, not of the universe of the data: of all labelings of m points ln|H| is m ln 2. The number
 * suffices; fewer may do.
 * @example
 * ```ts
 * import { learningSize } from "epsilab/learning";
 * import { log } from "epsilab/numerics";
 * learningSize({ epsilon: 1, logHypotheses: log(64), excess: 0.1, errorRate: 0.05, on: "records" }); // => 144
 * ```
 * @claim klnrs-learning
 * @also KLNRS, private agnostic learning, sample complexity
 */
import { log } from "../numerics/logarithm.ts";
import { nonNegative, oneOf, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";

export const learningSizeParameters = withBudget(["pure"], {
  /** ln|H|. */
  logHypotheses: nonNegative,
  /** The share of errors above the least that is allowed. */
  excess: openProbability,
  /** The probability of a larger one. */
  errorRate: openProbability,
  /** Where errors are counted: on the records at hand, or on the population that they are drawn from. */
  on: oneOf<"records" | "population">("records", "population"),
});

export type LearningSizeQuestion = ParametersOf<typeof learningSizeParameters>;

export function learningSize(question: LearningSizeQuestion): number {
  const { guarantee, logHypotheses, excess, errorRate, on } = learningSizeParameters.read(question);
  const { epsilon } = guarantee;
  if (on === "records") return Math.ceil((2 / (epsilon * excess)) * (logHypotheses - log(errorRate)));
  const choice = (4 / (epsilon * excess)) * (logHypotheses + log(2 / errorRate));
  const means = (8 / (excess * excess)) * (logHypotheses + log(4 / errorRate));
  return Math.ceil(Math.max(choice, means));
}
