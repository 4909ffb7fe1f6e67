/**
 * The end of Uniform[0, theta] from a private high quantile, with theta between 1/2 and 1.
 *
 * Estimator: the exponential mechanism on [0, 1] for the quantile q = 1 - min(1/2, c ln(n + 1) / (n epsilon)), with c = 4, divided by q and
 * projected on [1/2, 1]. With i records below t the weight is e^(-(epsilon / 2) |i - q n|), so that the empty stretch beyond the largest record, of
 * length up to 1/2, keeps a share of order n^-(c / 2), which must be less than 1 / n: c = 3 is too small for large epsilon.
 * Method: only the largest records carry weight; they are drawn from the top (one gamma variable for all the others), and the mean error given
 * the records is exact, an integral over the stretches between them.
 * Limits: stretches of weight below e^-30 of the largest are left out.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { fillExponential } from "../../lib/random/exponential.ts";
import { sampleGamma } from "../../lib/random/gamma.ts";
import type { Stream } from "../../lib/random/stream.ts";

export interface QuantileSetting {
  readonly size: number;
  readonly epsilon: number;
  /** The constant c above. */
  readonly depth: number;
}

export const LEAST_THETA = 0.5;
const NEGLIGIBLE_EXPONENT = 30;

/** A function that draws records on [0, 1] and returns the exact mean error of the estimate, given them scaled by theta, for each theta. */
export function quantileErrors(setting: QuantileSetting, thetas: readonly number[]) {
  const { size, epsilon, depth } = setting;
  const quantile = 1 - Math.min(0.5, (depth * log(size + 1)) / (size * epsilon));
  const target = quantile * size;
  // Ranks from which on the weights count: as far below the target as weights fall to nothing.
  const first = Math.max(0, Math.ceil(target - (2 * NEGLIGIBLE_EXPONENT) / epsilon));
  const shown = size - first;
  const weights = Float64Array.from({ length: shown + 1 }, (_, i) =>
    exp((-epsilon / 2) * Math.abs(first + i - target)),
  );
  const records = new Float64Array(shown + 1);
  const gaps = new Float64Array(shown + 1);
  return (random: Stream, out: Float64Array): void => {
    let total = first === 0 ? 0 : sampleGamma(random, { shape: first, scale: 1 });
    fillExponential(random, 1, gaps);
    for (let i = 0; i <= shown; i++) {
      records[i] = total;
      total += gaps[i];
    }
    for (let i = 0; i <= shown; i++) records[i] /= total;
    thetas.forEach((theta, k) => {
      out[k] = errorGiven(records, { weights, quantile, theta });
    });
  };
}

/** The stretch i lies between the records first + i and first + i + 1; the last one ends at 1. */
function errorGiven(
  records: Float64Array,
  { weights, quantile, theta }: { weights: Float64Array; quantile: number; theta: number },
): number {
  const last = records.length - 1;
  let mass = 0;
  let error = 0;
  let from = theta * records[0];
  let before = errorIntegral(from / quantile, theta);
  for (let i = 0; i <= last; i++) {
    const to = i === last ? 1 : theta * records[i + 1];
    const after = errorIntegral(to / quantile, theta);
    mass += weights[i] * (to - from);
    error += weights[i] * quantile * (after - before);
    [from, before] = [to, after];
  }
  return error / mass;
}

/** The integral from 1/2 of the error |clamp(y) - theta| of an estimate y. */
function errorIntegral(y: number, theta: number): number {
  if (y <= LEAST_THETA) return (y - LEAST_THETA) * (theta - LEAST_THETA);
  const inside = Math.min(y, 1);
  const left = Math.min(inside, theta);
  const below = ((left - LEAST_THETA) * (2 * theta - LEAST_THETA - left)) / 2;
  const above = inside > theta ? ((inside - theta) * (inside - theta)) / 2 : 0;
  return below + above + (y > 1 ? (y - 1) * (1 - theta) : 0);
}
