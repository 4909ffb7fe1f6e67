/**
 * The sum of many independent privacy losses on one grid, by one tilted Fourier transform, with every error in the bounds.
 *
 * Method: masses are tilted to m e^(t loss - K(t)), with t chosen so that the sum lies about the epsilon in question; so the rounding
 * of the transform, which is relative to the whole mass, is relative to delta, however small. The circular transform folds the sum
 * into a window of n points. With c the tilted law of the sum and x = S - epsilon,
 *   delta(epsilon) = e^(K - t epsilon) * the sum over S > epsilon of c(S) e^(-t x) (1 - e^(-x)) + P(an infinite loss).
 * Errors, each added to the upper and taken from the lower value, in units of the sum (its weights are at most 1):
 * - fold: the Chernoff bound on the mass outside the window;
 * - rounding: 8 u log2(n) for a transform of values whose absolute sum is 1 (every output is a sum along log2 n butterflies, each of
 *   relative error below 4 u, u = 2^-53), times the number of factors, times the Euclidean norm of the weights, as that of the other factors' law is at most 1;
 * - suffix sums: 8 u for each point that counts;
 * - masses: relative 1e-14 (1 + t) for every factor, which covers quadrature, the rounding of the losses, and the cumulants.
 */
import { exp } from "../numerics/exponential.ts";
import { convolve, selfConvolve } from "../numerics/fourier.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { cumulant, type GridEvent, gridCumulant, logMissOf, STRETCH, type TiltedRange } from "./loss-tilt.ts";

const UNIT = 1.1102230246251565e-16; // 2^-53

export interface ComposedLoss {
  readonly step: number;
  readonly tilt: number;
  /** The loss of place 0. */
  readonly bottom: number;
  /** Suffix sums: over S from here on of c(S) e^(-t (S - here)), and with t + 1 for t. */
  readonly plain: Float64Array;
  readonly weighed: Float64Array;
  /** K(t) of the whole composition. */
  readonly cumulant: number;
  readonly infinite: number;
  /** Bounds on the additive error of the sum and on its relative error. */
  readonly error: number;
  readonly relativeError: number;
  /** And on the relative error of each suffix sum. */
  readonly suffixError: number;
}

export interface Composition {
  readonly events: readonly GridEvent[];
  readonly tilt: number;
  readonly range: TiltedRange;
}

/** The number of points that a range needs at a step: a power of two. */
export function pointsFor({ bottom, top }: TiltedRange, step: number): number {
  let points = 64;
  while (points * step < top - bottom + 4 * step) points *= 2;
  return points;
}

export function composeLosses({ events, tilt, range }: Composition): ComposedLoss {
  const { step } = events[0].grid;
  const points = pointsFor(range, step);
  const lowest = Math.floor(range.bottom / step);
  let folded: Float64Array | undefined;
  let factors = 0;
  let logFinite = 0;
  for (const { grid, times } of events) {
    const power = selfConvolve(fold(grid, tilt, points), times);
    folded = folded === undefined ? power : convolve(folded, power);
    factors += times;
    logFinite += times * log1p(-grid.infinite);
  }
  const whole = cumulant(events, tilt);
  const plain = new Float64Array(points + 1);
  const weighed = new Float64Array(points + 1);
  const [decay, fasterDecay] = [exp(-tilt * step), exp(-(tilt + 1) * step)];
  const masses = folded as Float64Array;
  let place = (((lowest + points - 1) % points) + points) % points;
  let [sum, weighedSum] = [0, 0];
  for (let k = points - 1; k >= 0; k--) {
    sum = masses[place] + decay * sum;
    weighedSum = masses[place] + fasterDecay * weighedSum;
    plain[k] = sum;
    weighed[k] = weighedSum;
    place = place === 0 ? points - 1 : place - 1;
  }
  // How many points have a weight that matters: the sum of e^(-2 t j h) over j is below it.
  const weights = Math.min(points, 1 + 1 / Math.max(2 * tilt * step, 1e-9));
  const rounding = UNIT * 8 * (31 - Math.clz32(points)) * (factors + events.length) * Math.sqrt(weights);
  return {
    step,
    tilt,
    bottom: lowest * step,
    plain,
    weighed,
    cumulant: whole,
    infinite: 1 - exp(logFinite),
    error:
      rounding + exp(Math.min(0, logMissOf(events, tilt, { bottom: lowest * step, top: (lowest + points) * step }))),
    relativeError: 1e-14 * (1 + tilt) * (factors + 1),
    suffixError: 8 * UNIT * weights,
  };
}

/** `sign` is 1 for an upper bound, -1 for a lower one, 0 for the value itself. */
export function deltaOf(composed: ComposedLoss, epsilon: number, sign: -1 | 0 | 1): number {
  const { step, tilt, bottom, plain, weighed, error, relativeError, infinite } = composed;
  const at = Math.min(plain.length - 1, Math.max(0, Math.ceil((epsilon - bottom) / step)));
  const ahead = bottom + at * step - epsilon;
  const far = exp(-tilt * ahead);
  const suffix = sign * composed.suffixError * (plain[at] + weighed[at]);
  const sum = far * (plain[at] - exp(-ahead) * weighed[at] + suffix);
  const scale = composed.cumulant - tilt * epsilon;
  const corrected = Math.max(0, sum * (1 + sign * relativeError) + sign * error);
  const finite = corrected > 0 ? exp(Math.min(scale + log(corrected), 0.5)) : 0;
  return Math.min(1, Math.max(0, infinite * (1 + sign * 1e-15) + finite));
}

/** Candidates among which the crossing is bracketed. */
const CANDIDATES = 256;

/**
 * The epsilon at which `deltaOf` falls to delta, at least 0. Far below the window the bounds lose their meaning, so the last crossing
 * in it is taken: any epsilon whose lower delta exceeds the target is a lower bound, and any whose upper delta does not, an upper one.
 */
export function epsilonOf(composed: ComposedLoss, delta: number, sign: -1 | 0 | 1): number {
  const { step, bottom, plain } = composed;
  const exceeds = (epsilon: number) => deltaOf(composed, epsilon, sign) > delta;
  const least = Math.max(0, bottom);
  const length = Math.max(0, bottom + (plain.length - 1) * step - least);
  let high = least + length;
  if (exceeds(high)) return sign > 0 ? Infinity : high;
  let low = -1;
  for (let k = CANDIDATES - 1; k >= 0 && low < 0; k--) {
    const candidate = least + (length * k) / CANDIDATES;
    if (exceeds(candidate)) low = candidate;
    else high = candidate;
  }
  if (low < 0) return sign < 0 || !exceeds(0) ? 0 : high;
  for (let round = 0; round < 70 && high - low > 1e-15 * high; round++) {
    const middle = 0.5 * (low + high);
    if (exceeds(middle)) low = middle;
    else high = middle;
  }
  return sign < 0 ? low : high;
}

function fold(grid: GridEvent["grid"], tilt: number, points: number): Float64Array {
  const { masses, first, step } = grid;
  const folded = new Float64Array(points);
  const shift = gridCumulant(grid, tilt);
  const ratio = exp(tilt * step);
  for (let start = 0; start < masses.length; start += STRETCH) {
    const end = Math.min(start + STRETCH, masses.length);
    let power = exp(tilt * step * (first + start) - shift);
    let place = (((first + start) % points) + points) % points;
    for (let k = start; k < end; k++) {
      folded[place] += masses[k] * power;
      power *= ratio;
      if (++place === points) place = 0;
    }
  }
  return folded;
}
