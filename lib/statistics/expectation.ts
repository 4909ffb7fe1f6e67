/**
 * Expectation: what is known of a mean, and its interval.
 *
 * Three kinds of knowledge, in order of preference: a computed value with its numerical error; a sample of a variable with known bounds
 * (empirical Bernstein, valid for every sample size); the means of batches of an unbounded one (Student's t, asymptotic).
 * For heavy tails, as Cauchy's, there is none: judge a probability or a quantile instead.
 */
import { refuse, requireFinite, requireInteger, requireNonNegative } from "../numerics/requirements.ts";
import { type BoundedSample, empiricalBernstein } from "./empirical-bernstein.ts";
import { type Interval, intervalAround } from "./interval.ts";
import { type MeanSample, studentInterval } from "./student.ts";

export interface ExactExpectation {
  readonly kind: "exact";
  readonly value: number;
  /** How far the computed value may be from the true one. */
  readonly numericalError: number;
}

export interface BoundedExpectation extends BoundedSample {
  readonly kind: "bounded";
}

/** `count`, `mean` and `variance` are those of the batch means. */
export interface BatchedExpectation extends MeanSample {
  readonly kind: "batch-means";
  readonly batchSize: number;
}

export type Expectation = ExactExpectation | BoundedExpectation | BatchedExpectation;

/** Below these the t-interval of a skewed variable errs far more often than it says. */
const LEAST_BATCHES = 1000;
const LEAST_BATCH_SIZE = 1000;

export function expectationInterval(expectation: Expectation): Interval {
  switch (expectation.kind) {
    case "exact": {
      const { value, numericalError } = expectation;
      requireFinite({ value });
      requireNonNegative({ numericalError });
      return intervalAround(value, numericalError);
    }
    case "bounded":
      return empiricalBernstein(expectation);
    case "batch-means":
      requireInteger({ "the number of batches": expectation.count }, LEAST_BATCHES);
      requireInteger({ batchSize: expectation.batchSize }, LEAST_BATCH_SIZE);
      return studentInterval(expectation);
    default:
      return refuse("expectation", "exact, bounded or of batch-means", (expectation as { kind: unknown }).kind);
  }
}
