/**
 * Chi-square test: do counts in categories agree with their expectations?
 *
 * Method: the sum of (observed - expected)^2 / expected, compared with the chi-square law of as many degrees of freedom as
 * categories, less one, less the number of parameters that were estimated from the same counts.
 * Source: Pearson, Philosophical Magazine 50 (1900); Fisher (1922) for the estimated parameters.
 * Accuracy: the p-value is that of the limit law to a relative error of 1e-12, far into the tail.
 * Limits: the limit law is an approximation for expectations of at least 5, so smaller ones are refused: pool categories first.
 */
import { upperGamma } from "../numerics/incomplete-gamma.ts";
import { declare, integer, listOf, number, optional, type ParametersOf } from "../numerics/parameters.ts";
import { FINITE, refuse, requireInteger, requireNonNegative, requirePositive } from "../numerics/requirements.ts";

const LEAST_EXPECTATION = 5;

const chiSquareParameters = declare(
  {
    observed: listOf(integer(0)),
    expected: listOf(
      number({ ...FINITE, least: LEAST_EXPECTATION, expected: `finite and at least ${LEAST_EXPECTATION}` }),
    ),
    estimatedParameters: optional(integer(0), 0),
  },
  ({ observed, expected }) => {
    if (observed.length !== expected.length) refuse("expected", `of length ${observed.length}`, expected.length);
  },
);

export interface CategoryCounts extends ParametersOf<typeof chiSquareParameters> {}

export interface ChiSquare {
  readonly statistic: number;
  readonly degreesOfFreedom: number;
  readonly pValue: number;
}

export function chiSquareTest(counts: CategoryCounts): ChiSquare {
  const { observed, expected, estimatedParameters } = chiSquareParameters.read(counts);
  const degreesOfFreedom = observed.length - 1 - estimatedParameters;
  requireInteger({ degreesOfFreedom }, 1);
  let statistic = 0;
  let observedTotal = 0;
  let expectedTotal = 0;
  for (let i = 0; i < observed.length; i++) {
    const difference = observed[i] - expected[i];
    statistic += (difference * difference) / expected[i];
    observedTotal += observed[i];
    expectedTotal += expected[i];
  }
  if (Math.abs(observedTotal - expectedTotal) > 1e-8 * observedTotal) {
    refuse("the sum of expected", `the sum of observed = ${observedTotal}`, expectedTotal);
  }
  return { statistic, degreesOfFreedom, pValue: chiSquareUpperTail(statistic, degreesOfFreedom) };
}

/** P(X > x) for the chi-square law. */
export function chiSquareUpperTail(x: number, degreesOfFreedom: number): number {
  requireNonNegative({ x });
  requirePositive({ degreesOfFreedom });
  return upperGamma(degreesOfFreedom / 2, x / 2);
}
