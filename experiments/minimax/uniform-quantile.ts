/**
 * The end of Uniform[0, theta] from a private high quantile, with theta between 1/2 and 1.
 *
 * Estimator: the exponential mechanism on [0, 1] for the quantile q = 1 - min(1/2, c ln(n + 1) / (n epsilon)), with c = 4, divided by q and
 * projected on [1/2, 1]. With i records below t the weight is e^(-(epsilon / 2) |i - q n|), so that the empty stretch beyond the
 * largest record, of length up to 1/2, keeps a share of order n^-(c / 2), which must be less than 1 / n: c = 3 is too small for
 * large epsilon.
 * Method: only the largest records carry weight; they are drawn from the top (one gamma variable for all the others), and the mean
 * error given the records is exact: the weight is constant on the stretches between records and the error piecewise linear, so that
 * the integrals of the weight and of the weight times the place, summed up once from record to record, give the error for every
 * theta.
 * Limits: stretches of weight below e^-30 of the largest are left out.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { fillExponential } from "../../lib/random/exponential.ts";
import { fillGamma } from "../../lib/random/gamma.ts";
import type { Stream } from "../../lib/random/stream.ts";

interface QuantileSetting {
  readonly size: number;
  readonly epsilon: number;
  /** The constant c above. */
  readonly depth: number;
}

export const LEAST_THETA = 0.5;
const NEGLIGIBLE_EXPONENT = 30;

/** A function that draws samples and writes the exact mean error of the estimate given each, scaled by theta: one column for each theta. */
export function quantileErrors(setting: QuantileSetting, thetas: readonly number[]) {
  const { size, epsilon, depth } = setting;
  const quantile = 1 - Math.min(0.5, (depth * log(size + 1)) / (size * epsilon));
  const target = quantile * size;
  // Ranks from which on the weights count: as far below the target as weights fall to nothing.
  const first = Math.max(0, Math.ceil(target - (2 * NEGLIGIBLE_EXPONENT) / epsilon));
  const stretches = size - first + 1;
  const weights = Float64Array.from({ length: stretches }, (_, i) =>
    exp((-epsilon / 2) * Math.abs(first + i - target)),
  );
  const sums = stretchSums(weights);
  const together = Math.max(1, Math.floor(GAPS / stretches));
  const gaps = new Float64Array(together * stretches);
  const starts = new Float64Array(together);
  return (columns: readonly Float64Array[], random: Stream): void => {
    const count = columns[0].length;
    for (let done = 0; done < count; done += together) {
      const some = Math.min(together, count - done);
      if (first > 0) fillGamma({ shape: first, scale: 1 }, starts.subarray(0, some), random);
      fillExponential(1, gaps.subarray(0, some * stretches), random);
      for (let k = 0; k < some; k++) {
        const sample = { start: starts[k], total: starts[k] + addStretches(sums, gaps, k * stretches) };
        for (let j = 0; j < thetas.length; j++) {
          columns[j][done + k] = errorGiven(sums, sample, { quantile, theta: thetas[j] });
        }
      }
    }
  };
}

/** Gaps between records that are drawn at once. */
const GAPS = 4096;

/**
 * For each record its distance from the first, in units of gaps, and the integrals up to it of the weight and of the weight times
 * twice the distance.
 */
interface StretchSums {
  readonly weights: Float64Array;
  readonly places: Float64Array;
  readonly masses: Float64Array;
  readonly moments: Float64Array;
}

function stretchSums(weights: Float64Array): StretchSums {
  const empty = () => new Float64Array(weights.length);
  return { weights, places: empty(), masses: empty(), moments: empty() };
}

/** Puts the records one gap after the other, and returns where the last gap, beyond all records, ends: the end of the uniform law. */
function addStretches(sums: StretchSums, gaps: Float64Array, from: number): number {
  const { weights, places, masses, moments } = sums;
  let place = 0;
  let mass = 0;
  let moment = 0;
  for (let i = 0; i < weights.length; i++) {
    places[i] = place;
    masses[i] = mass;
    moments[i] = moment;
    const gap = gaps[from + i];
    const part = weights[i] * gap;
    mass += part;
    moment += part * (place + place + gap);
    place += gap;
  }
  return place;
}

interface Sample {
  /** The place of the first record that carries weight. */
  readonly start: number;
  /** The end of the uniform law. */
  readonly total: number;
}

interface Estimate {
  readonly quantile: number;
  readonly theta: number;
}

/**
 * The error of the estimate from a place x is theta - 1/2 up to q / 2, theta - x / q up to q theta, x / q - theta up to q, and 1 -
 * theta from there to 1; the record at t is at theta t / total, so that the error is 0 at t = q total, and the last stretch reaches
 * to 1.
 */
function errorGiven(sums: StretchSums, { start, total }: Sample, { quantile, theta }: Estimate): number {
  const perPlace = theta / total;
  const right = quantile * total - start;
  let [error, mass, moment] = [0, 0, 0];
  let at = 0;
  for (let piece = 0; piece < 4; piece++) {
    const end = piece === 0 ? LEAST_THETA * quantile : piece === 2 ? quantile : 1;
    const place = piece === 1 ? right : end / perPlace - start;
    at = recordBefore(sums.places, place, at);
    const ahead = Math.max(0, place - sums.places[at]); // nothing before the first record
    const massThere = sums.masses[at] + sums.weights[at] * ahead;
    const momentThere = sums.moments[at] + sums.weights[at] * ahead * (2 * sums.places[at] + ahead);
    const massHere = massThere - mass;
    const below = (perPlace / quantile) * (right * massHere - (momentThere - moment) / 2);
    if (piece === 0) error += massHere * (theta - LEAST_THETA);
    else if (piece === 3) error += massHere * (1 - theta);
    else error += piece === 1 ? below : -below;
    mass = massThere;
    moment = momentThere;
  }
  return error / mass;
}

/** The last record at or before a place, from a given one on; the first where there is none. */
function recordBefore(places: Float64Array, place: number, from: number): number {
  let low = from;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (places[middle] <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
