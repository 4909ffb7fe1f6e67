/**
 * The largest risk over all shares, the whole interval from 0 to 1: of an estimator that sees how many of n independent bits are 1.
 *
 * Method: given s ones the estimate has a known law on `actions`, so that the risk is a sum over s of binomial masses times the
 * mean loss. For squared error that is one polynomial in the share, for absolute error one between any two neighbouring actions. In
 * Bernstein's form a polynomial is at most its largest coefficient, and at the ends of the interval equal to the outer ones;
 * halving the interval makes the two meet (de Casteljau). Intervals that cannot hold the maximum are dropped.
 * Source: Lane, Riesenfeld, IEEE Transactions on Pattern Analysis and Machine Intelligence 3 (1981); Farouki, Computer Aided
 * Geometric Design 29 (2012).
 * Accuracy: the value is an upper bound, at most 1e-9 above the supremum: 1e-10 of the halving, 1e-12 for rounding (every step is a
 * mean of two numbers).
 * Limits: actions ascend from 0 to 1; 2 observations or more. Takes time of the order of the square of n for each interval.
 */
import { largestOf } from "../numerics/extremes.ts";
import { ROUNDING } from "./decision-certificate.ts";

export type ShareLoss = "absolute" | "squared";

export interface CountEstimator {
  /** The estimates, ascending from 0 to 1. */
  readonly actions: ArrayLike<number>;
  /** The probability of each estimate given each number of ones, at s * actions.length + a. */
  readonly table: ArrayLike<number>;
  readonly loss: ShareLoss;
}

interface LargestRisk {
  /** No share has a larger risk. */
  readonly value: number;
  /** A share that comes close to it. */
  readonly share: number;
}

interface Piece {
  readonly coefficients: Float64Array;
  readonly from: number;
  readonly to: number;
}

const TOLERANCE = 1e-10;

export function largestRisk(estimator: CountEstimator): LargestRisk {
  let pieces = estimator.loss === "squared" ? [squaredRisk(estimator)] : absoluteRisks(estimator);
  let best = { risk: -Infinity, share: 0 };
  for (;;) {
    for (const { coefficients, from, to } of pieces) {
      const [first, last] = [coefficients[0], coefficients[coefficients.length - 1]];
      if (first > best.risk) best = { risk: first, share: from };
      if (last > best.risk) best = { risk: last, share: to };
    }
    const open = pieces.filter(({ coefficients }) => largestOf(coefficients) > best.risk + TOLERANCE);
    if (open.length === 0) return { value: best.risk + TOLERANCE + ROUNDING, share: best.share };
    pieces = open.flatMap((piece) => split(piece, 0.5));
  }
}

/** One polynomial between any two neighbouring actions, where the loss is linear. */
function absoluteRisks({ actions, table }: CountEstimator): Piece[] {
  const count = actions.length;
  const rows = table.length / count;
  return Array.from({ length: count - 1 }, (_, i) => {
    // At share 0 and 1 of the line that the mean loss follows between the actions i and i + 1.
    const ends = Array.from({ length: rows }, (_, s) => {
      let [atZero, atOne] = [0, 0];
      for (let a = 0; a < count; a++) {
        const mass = table[s * count + a] * (a <= i ? -1 : 1);
        atZero += mass * actions[a];
        atOne += mass * (actions[a] - 1);
      }
      return [atZero, atOne];
    });
    const whole = { coefficients: timesBinomial(ends), from: 0, to: 1 };
    return within(whole, actions[i], actions[i + 1]);
  });
}

function squaredRisk({ actions, table }: CountEstimator): Piece {
  const count = actions.length;
  const moments = Array.from({ length: table.length / count }, (_, s) => {
    let [atZero, between, atOne] = [0, 0, 0];
    for (let a = 0; a < count; a++) {
      const mass = table[s * count + a];
      const [share, rest] = [actions[a], 1 - actions[a]];
      atZero += mass * share * share;
      between -= mass * share * rest;
      atOne += mass * rest * rest;
    }
    return [atZero, between, atOne];
  });
  return { coefficients: timesBinomial(moments), from: 0, to: 1 };
}

/** Bernstein coefficients of the sum over s of the binomial mass of s times a line or a parabola in Bernstein's form. */
function timesBinomial(factors: readonly (readonly number[])[]): Float64Array {
  const bits = factors.length - 1;
  const degree = factors[0].length - 1;
  const product = new Float64Array(bits + degree + 1);
  factors.forEach((factor, s) => {
    // (n choose s) (degree choose i) / (n + degree choose s + i), for lines and parabolas.
    const [n, m] = [bits + 1, bits + 2];
    const weights =
      degree === 1
        ? [(n - s) / n, (s + 1) / n]
        : [((n - s) * (m - s)) / (n * m), (2 * (s + 1) * (n - s)) / (n * m), ((s + 1) * (s + 2)) / (n * m)];
    factor.forEach((value, i) => {
      product[s + i] += weights[i] * value;
    });
  });
  return product;
}

/** The part of a polynomial on an interval within its own, which is from 0 to 1. */
function within(piece: Piece, from: number, to: number): Piece {
  const [left] = split(piece, to);
  const [, right] = split(left, from / to);
  return { coefficients: right.coefficients, from, to };
}

/** Both sides of a place, given as a share of the interval. */
function split({ coefficients, from, to }: Piece, share: number): readonly [Piece, Piece] {
  const degree = coefficients.length - 1;
  const left = new Float64Array(degree + 1);
  const right = coefficients.slice();
  for (let step = 0; step <= degree; step++) {
    left[step] = right[0];
    for (let j = 0; j < degree - step; j++) right[j] += share * (right[j + 1] - right[j]);
  }
  const middle = from + share * (to - from);
  return [
    { coefficients: left, from, to: middle },
    { coefficients: right, from: middle, to },
  ];
}
