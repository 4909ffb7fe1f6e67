/**
 * Log-log slope: the exponent of a power law, by weighted least squares of log y on log x.
 *
 * Method: one fit gives a slope, and a t-interval from its residuals if y follows the power law up to normal noise; independent
 * replications of the whole grid give a slope each, and an interval of their median that is exact for any law of the slopes, also
 * where the points of one grid are dependent. (A t-interval of their mean is not: of 20 skewed slopes it misses 45 times as often
 * as 1e-4 allows.) A claim that is judged by it is one of the median: the mean of skewed slopes lies elsewhere.
 * Source: Gauss-Markov, e.g. Seber and Lee, Linear Regression Analysis (2003), chapter 3.
 * Own code and not simple-statistics, whose regression knows neither weights nor a standard error.
 * Limits: where theory has logarithms or lower-order terms compare with the slope of the theoretical curve on the same grid and weights
 * (ln n / n has slope -0.850 on 1e2 .. 1e4, not -1).
 */
import { log } from "../numerics/logarithm.ts";
import { arrayOf, declare, type Given, listOf, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyErrorRate, type Interval, intervalAround } from "./interval.ts";
import { medianInterval } from "./median-interval.ts";
import { studentUpperQuantile } from "./student.ts";

/** The parameters of `least` points or more. */
const POINTS = (least: number) => ({
  x: listOf(positive, least),
  y: listOf(positive),
  /** Inversely proportional to the variances of log y; equal if absent. */
  weights: optional(listOf(positive)),
});

const pointsParameters = declare(POINTS(2), requireLengths);
const pointsOfAnIntervalParameters = declare(POINTS(3), requireLengths);

export interface PowerLawPoints extends ParametersOf<typeof pointsParameters> {}

export interface LogLogFit {
  readonly slope: number;
  /** log y at log x = 0. */
  readonly intercept: number;
  /** Standard error of the slope, from the residuals; 0 for two points. */
  readonly standardError: number;
}

export function logLogSlope(points: PowerLawPoints): LogLogFit {
  return fitted(pointsParameters.read(points, "points"));
}

function fitted({ x, y, weights }: PowerLawPoints): LogLogFit {
  const count = x.length;
  const weight = (i: number) => (weights === undefined ? 1 : weights[i]);
  const logX = Float64Array.from(x, log);
  const logY = Float64Array.from(y, log);
  const total = sumOver(count, weight);
  const meanX = sumOver(count, (i) => weight(i) * logX[i]) / total;
  const meanY = sumOver(count, (i) => weight(i) * logY[i]) / total;
  const spread = sumOver(count, (i) => weight(i) * (logX[i] - meanX) * (logX[i] - meanX));
  if (!(spread > 0)) refuse("x", "of at least two different values", x[0]);
  const slope = sumOver(count, (i) => weight(i) * (logX[i] - meanX) * (logY[i] - meanY)) / spread;
  const residual = (i: number) => logY[i] - meanY - slope * (logX[i] - meanX);
  const unexplained = sumOver(count, (i) => weight(i) * residual(i) * residual(i));
  const standardError = count === 2 ? 0 : Math.sqrt(unexplained / (count - 2) / spread);
  return { slope, intercept: meanY - slope * meanX, standardError };
}

/** The interval of the slope of one fit, of at least three points. */
export function logLogSlopeInterval(points: PowerLawPoints, errorRate: number): Interval {
  const read = pointsOfAnIntervalParameters.read(points, "points");
  anyErrorRate.read(errorRate, "errorRate");
  const { slope, standardError } = fitted(read);
  return intervalAround(slope, studentUpperQuantile(errorRate / 2, read.x.length - 2) * standardError);
}

const replicatedParameters = declare(
  {
    x: listOf(positive, 2),
    /** One array of y, along x, for each independent replication of the whole grid. */
    replications: arrayOf(listOf(positive)),
    weights: optional(listOf(positive)),
    errorRate: anyErrorRate,
  },
  ({ x, replications, weights }) => {
    for (const [k, y] of replications.entries()) requireLengths({ x, y, weights }, `replications[${k}]`);
  },
);

export interface ReplicatedGrid extends ParametersOf<typeof replicatedParameters> {}

export interface ReplicatedSlope {
  /** The median of the slopes. */
  readonly slope: number;
  readonly interval: Interval;
  readonly gridPoints: number;
  readonly replications: number;
}

/** The median slope of the replications and its interval. */
export function replicatedLogLogSlope(grid: ReplicatedGrid): ReplicatedSlope {
  const { x, replications, weights, errorRate } = replicatedParameters.read(grid);
  const values = replications.map((y) => fitted({ x, y, weights }).slope);
  const { median, interval } = medianInterval({ values, errorRate });
  return { slope: median, interval, gridPoints: x.length, replications: values.length };
}

function requireLengths({ x, y, weights }: Given<ReturnType<typeof POINTS>>, name = "y"): void {
  if (y.length !== x.length) refuse(name, `of length ${x.length}`, y.length);
  if (weights !== undefined && weights.length !== x.length) refuse("weights", `of length ${x.length}`, weights.length);
}

function sumOver(count: number, term: (index: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += term(i);
  return sum;
}
