/**
 * Expectation: what is known of a mean, and its interval.
 *
 * Three kinds of knowledge, in order of preference: a computed value with its numerical error; a sample of a variable with known bounds
 * (empirical Bernstein, valid for every sample size); the means of batches of an unbounded one (Student's t, asymptotic).
 * For heavy tails, as Cauchy's, there is none: judge a probability or a quantile instead.
 */
import { declareKinds, finite, integer, nonNegative, number, type ParametersOf } from "../numerics/parameters.ts";
import { wholeFrom } from "../numerics/requirements.ts";
import { boundedSampleParameters, empiricalBernstein } from "./empirical-bernstein.ts";
import { type Interval, intervalAround } from "./interval.ts";
import { meanSampleParameters, studentInterval } from "./student.ts";

/** Below these the t-interval of a skewed variable errs far more often than it says. */
const LEAST_BATCHES = 1000;
const LEAST_BATCH_SIZE = 1000;

const expectationParameters = declareKinds({
  exact: {
    value: finite,
    /** How far the computed value may be from the true one. */
    numericalError: nonNegative,
  },
  bounded: boundedSampleParameters.declared,
  /** `count`, `mean` and `variance` are those of the batch means. */
  "batch-means": {
    ...meanSampleParameters.declared,
    count: number({ ...wholeFrom(LEAST_BATCHES), expected: `an integer of at least ${LEAST_BATCHES} batches` }),
    batchSize: integer(LEAST_BATCH_SIZE),
  },
});

export type Expectation = ParametersOf<typeof expectationParameters>;
export type ExactExpectation = Extract<Expectation, { readonly kind: "exact" }>;
export type BoundedExpectation = Extract<Expectation, { readonly kind: "bounded" }>;
export type BatchedExpectation = Extract<Expectation, { readonly kind: "batch-means" }>;

export function expectationInterval(expectation: Expectation): Interval {
  const known = expectationParameters.read(expectation, "expectation");
  if (known.kind === "exact") return intervalAround(known.value, known.numericalError);
  const { count, mean, variance, errorRate } = known;
  if (known.kind === "batch-means") return studentInterval({ count, mean, variance, errorRate });
  const { least, greatest } = known;
  return empiricalBernstein({ count, mean, variance, errorRate, least, greatest });
}
