/**
 * Log-log slope: the exponent of a power law, by weighted least squares of log y on log x.
 *
 * Method: one fit gives a slope, and a t-interval from its residuals if y follows the power law up to normal noise; independent replications of
 * the whole grid give a slope each, and an interval of their median that is exact for any law of the slopes, also where the points of one
 * grid are dependent. (A t-interval of their mean is not: of 20 skewed slopes it misses 45 times as often as 1e-4 allows.) A claim that is judged by it is one of
 * the median: the mean of skewed slopes lies elsewhere.
 * Source: Gauss-Markov, e.g. Seber and Lee, Linear Regression Analysis (2003), chapter 3.
 * Own code and not simple-statistics, whose regression knows neither weights nor a standard error.
 * Limits: where theory has logarithms or lower-order terms compare with the slope of the theoretical curve on the same grid and weights
 * (ln n / n has slope -0.850 on 1e2 .. 1e4, not -1).
 */
import { log } from "../numerics/logarithm.ts";
import { refuse, requireInteger, requireList, requirePositive } from "../numerics/requirements.ts";
import { type Interval, intervalAround, requireErrorRate } from "./interval.ts";
import { medianInterval } from "./median-interval.ts";
import { studentUpperQuantile } from "./student.ts";

export interface PowerLawPoints {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Inversely proportional to the variances of log y; equal if absent. */
  readonly weights?: ArrayLike<number>;
}

export interface LogLogFit {
  readonly slope: number;
  /** log y at log x = 0. */
  readonly intercept: number;
  /** Standard error of the slope, from the residuals; 0 for two points. */
  readonly standardError: number;
}

export function logLogSlope({ x, y, weights }: PowerLawPoints): LogLogFit {
  requireList("x", x);
  requireList("y", y);
  if (weights !== undefined) requireList("weights", weights);
  const count = x.length;
  requireInteger({ "the number of points": count }, 2);
  if (y.length !== count) refuse("y", `of length ${count}`, y.length);
  if (weights !== undefined && weights.length !== count) refuse("weights", `of length ${count}`, weights.length);
  const weight = (i: number) => (weights === undefined ? 1 : weights[i]);
  for (let i = 0; i < count; i++) {
    requirePositive({ [`x at ${i}`]: x[i], [`y at ${i}`]: y[i], [`weight at ${i}`]: weight(i) });
  }
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
  requireInteger({ "the number of points": points.x.length }, 3);
  requireErrorRate(errorRate);
  const { slope, standardError } = logLogSlope(points);
  return intervalAround(slope, studentUpperQuantile(errorRate / 2, points.x.length - 2) * standardError);
}

export interface ReplicatedGrid {
  readonly x: ArrayLike<number>;
  /** One array of y, along x, for each independent replication of the whole grid. */
  readonly replications: readonly ArrayLike<number>[];
  readonly weights?: ArrayLike<number>;
  readonly errorRate: number;
}

export interface ReplicatedSlope {
  /** The median of the slopes. */
  readonly slope: number;
  readonly interval: Interval;
  readonly gridPoints: number;
  readonly replications: number;
}

/** The median slope of the replications and its interval. */
export function replicatedLogLogSlope({ x, replications, weights, errorRate }: ReplicatedGrid): ReplicatedSlope {
  requireList("replications", replications);
  const values = replications.map((y) => logLogSlope(weights === undefined ? { x, y } : { x, y, weights }).slope);
  const { median, interval } = medianInterval({ values, errorRate });
  return { slope: median, interval, gridPoints: x.length, replications: values.length };
}

function sumOver(count: number, term: (index: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += term(i);
  return sum;
}
