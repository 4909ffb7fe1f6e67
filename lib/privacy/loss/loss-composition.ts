/**
 * The sum of many independent privacy losses on one grid, by one tilted Fourier transform, with every error in the bounds.
 *
 * Method: masses are tilted to m e^(t loss - K(t)), with t chosen so that the sum lies about the epsilon in question; so the rounding
 * of the transform, which is relative to the whole mass, is relative to delta, however small. The circular transform folds the sum
 * into a window of n points. With c the tilted law of the sum and x = S - epsilon,
 *   delta(epsilon) = e^(K - t epsilon) * the sum over S > epsilon of c(S) e^(-t x) (1 - e^(-x)) + P(an infinite loss).
 * K is any number that is the same in both places, so its own error does not count.
 *
 * Errors, with u = 2^-53, h the step, L = log2 n >= 6 and W = min(n, 1 + 1 / (2 t h)). Added to the sum, whose weights w(j) = r^j
 * (1 - e^(-j h)), r = e^(-t h), are at most 1:
 * - fold: the mass that the tilted sum has outside the window, by Chernoff's bound.
 * - transform: 8 u L (factors + 4 events) sqrt(W). A transform has L/2 passes of radix 4, each two additions (u each) and a product
 *   (sqrt 5 u) with a root (1.5 u), a twist by a product of three roots (11 u) and the packing of reals (2 u): along every path
 *   from a value to a frequency at most 2.9 L u + 13 u <= 6 L u. So frequencies of masses whose sum is 1 are at most 6 L u off;
 *   their m-th power, at 3 u a product, m (6 L + 3) u; and as the transform keeps the Euclidean norm up to sqrt n, m copies are
 *   convolved to a law that is (m + 1) (6 L + 3) u off in that norm. A further event costs three transforms more. 6 L + 3 <= 8 L,
 *   and the norm of w is at most sqrt(W), as the sum of r^(2 j) is at most 1 + 1 / (2 t h).
 * - suffix sums: 8 u W. Each of the j steps to a term costs at most 8 u of it, and r^j (j + 1) is at most 1 + 1 / (e t h).
 * - losses beyond the grids that do not count as infinite: with M = e^K(t) and B = E e^(t loss) over those of a factor, sums with
 *   one of them or more have at most (M + B)^m - M^m of e^(t S), and (1 - e^-x)_+ <= e^(t x): e^(m B / M) - 1.
 * As a factor, for all masses are positive:
 * - masses: what the loss states for each factor, 5e-13 if nothing else: quadrature 1e-15; the rounding of a place x moves a normal
 *   density by x^2 u, at most 1.6e-13 up to the 38 standard deviations that float64 has (more for centres far from 0:
 *   `normalMassError`), and a mass e^-y with a rounded y <= 700 by 3 y u.
 * - tilting: u (3 max |t loss| + |K| + 64) for each factor: two roundings of t loss, one of the difference from K, 1 ulp of exp,
 *   and of the powers multiplied up eight steps.
 * - the scale: the sums K and K - t epsilon, the final logarithm and exponential: u ((events + 8) (|K| + |t epsilon|) + 3000).
 * As a shift of epsilon, for delta(epsilon) is monotone in S: losses are rounded, and atoms moved to a grid point this near, by at most
 * 3e-15 max(1, the largest loss) for each factor; the place of epsilon on the grid by 4 u of it.
 * No sum exceeds the sum of the largest losses of the grids, so that where the infinite mass is below delta, epsilon is at most that.
 * The infinite mass 1 - (1 - i)^m, by log1p and expm1, is within (events + 8) u of itself.
 * The test against closed forms down to delta = 1e-300 is `loss-containment.test.ts`.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { convolve, selfConvolve } from "../../numerics/fourier.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { LossReading } from "./loss-question.ts";
import { cumulant, type GridEvent, gridCumulant, logMissOf, STRETCH, type TiltedRange } from "./loss-tilt.ts";

const UNIT = 1.1102230246251565e-16; // 2^-53
const LOSS_ERROR = 3e-15;

export interface ComposedLoss {
  readonly step: number;
  readonly tilt: number;
  /** The loss of place 0. */
  readonly bottom: number;
  /** Suffix sums: over S from here on of c(S) e^(-t (S - here)), with t + 1 for t, and the difference of the two without cancellation. */
  readonly plain: Float64Array;
  readonly weighed: Float64Array;
  readonly gap: Float64Array;
  /** K(t) of the whole composition. */
  readonly cumulant: number;
  readonly infinite: number;
  /** The largest sum of finite losses. */
  readonly greatest: number;
  /** How many events there are. */
  readonly events: number;
  /**
   * Bounds on the additive error of the sum, on its relative error, on the error of the losses, and on the relative error of
   * `infinite`.
   */
  readonly error: number;
  readonly relativeError: number;
  readonly lossError: number;
  readonly infiniteError: number;
}

interface Composition {
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
  let [factors, logFinite, relative, lossError, greatest, beyond] = [0, 0, 0, 0, 0, 0];
  for (const { grid, times } of events) {
    const power = selfConvolve(fold(grid, tilt, points), times);
    folded = folded === undefined ? power : convolve(folded, power);
    const largest = step * Math.max(Math.abs(grid.first), Math.abs(grid.first + grid.masses.length));
    greatest += times * step * (grid.first + grid.masses.findLastIndex((mass) => mass > 0));
    if (grid.logBeyond !== undefined) {
      beyond += times * exp(Math.min(700, grid.logBeyond(tilt) - gridCumulant(grid, tilt)));
      greatest = Infinity;
    }
    factors += times;
    logFinite += times * log1p(-grid.infinite);
    relative += times * (grid.massError + UNIT * (3 * tilt * largest + Math.abs(gridCumulant(grid, tilt)) + 64));
    lossError += times * LOSS_ERROR * Math.max(1, largest);
  }
  const masses = folded as Float64Array;
  // How many points have a weight that matters: the sum of e^(-2 t j h) over j is below it.
  const weights = Math.min(points, 1 + 1 / Math.max(2 * tilt * step, 1e-9));
  const rounding = UNIT * 8 * (31 - Math.clz32(points)) * (factors + 4 * events.length) * Math.sqrt(weights);
  const missed = logMissOf(events, tilt, { bottom: lowest * step, top: (lowest + points) * step });
  return {
    step,
    tilt,
    bottom: lowest * step,
    ...suffixSums(masses, { lowest, tilt, step }),
    cumulant: cumulant(events, tilt),
    infinite: -expm1(logFinite),
    greatest,
    events: events.length,
    error: rounding + 8 * UNIT * weights + exp(Math.min(0, missed + 2 * relative)) + expm1(beyond * (1 + 1e-9)),
    relativeError: expm1(relative),
    lossError,
    infiniteError: UNIT * (events.length + 8),
  };
}

function suffixSums(
  masses: Float64Array,
  { lowest, tilt, step }: { readonly lowest: number; readonly tilt: number; readonly step: number },
): Pick<ComposedLoss, "plain" | "weighed" | "gap"> {
  const points = masses.length;
  const plain = new Float64Array(points + 1);
  const weighed = new Float64Array(points + 1);
  const gap = new Float64Array(points + 1);
  const [decay, fasterDecay, lift] = [exp(-tilt * step), exp(-(tilt + 1) * step), -expm1(-step)];
  let place = (((lowest + points - 1) % points) + points) % points;
  let [sum, weighedSum, gapSum] = [0, 0, 0];
  for (let k = points - 1; k >= 0; k--) {
    gapSum = decay * (gapSum + lift * weighedSum);
    sum = masses[place] + decay * sum;
    weighedSum = masses[place] + fasterDecay * weighedSum;
    plain[k] = sum;
    weighed[k] = weighedSum;
    gap[k] = gapSum;
    place = place === 0 ? points - 1 : place - 1;
  }
  return { plain, weighed, gap };
}

export function readingOf(composed: ComposedLoss): LossReading {
  return {
    deltaAt: (epsilon, sign) => deltaOf(composed, epsilon, sign),
    epsilonAt: (delta, sign) => epsilonOf(composed, delta, sign),
  };
}

function deltaOf(composed: ComposedLoss, epsilon: number, sign: -1 | 0 | 1): number {
  const { step, tilt, bottom, weighed, gap, cumulant, infinite, events } = composed;
  const moved = epsilon - sign * (composed.lossError + 4 * UNIT * (Math.abs(epsilon) + Math.abs(bottom)));
  const at = Math.min(gap.length - 1, Math.max(0, Math.ceil((moved - bottom) / step)));
  const ahead = bottom + at * step - moved;
  const sum = exp(-tilt * ahead) * (gap[at] - expm1(-ahead) * weighed[at]);
  const scale = cumulant - tilt * moved;
  const scaling = UNIT * ((events + 8) * (Math.abs(cumulant) + Math.abs(tilt * moved)) + 3000);
  const corrected = Math.max(0, sum * (1 + sign * composed.relativeError) + sign * composed.error);
  const finite = corrected > 0 ? exp(Math.min(scale + log(corrected) + sign * scaling, 0.5)) : 0;
  const delta = infinite * (1 + sign * composed.infiniteError) + finite;
  // Below what float64 can hold an upper bound is its least number.
  return Math.min(1, Math.max(sign > 0 && corrected > 0 ? Number.MIN_VALUE : 0, delta));
}

/** Candidates among which the crossing is bracketed. */
const CANDIDATES = 256;

/**
 * The epsilon at which `deltaOf` falls to delta, at least 0. Far below the window the bounds lose their meaning, so the last crossing
 * in it is taken: any epsilon whose lower delta exceeds the target is a lower bound, and any whose upper delta does not, an upper one.
 */
function epsilonOf(composed: ComposedLoss, delta: number, sign: -1 | 0 | 1): number {
  const crossing = crossingOf(composed, delta, sign);
  const { greatest, lossError, infinite, infiniteError } = composed;
  if (sign < 1 || infinite * (1 + infiniteError) > delta) return crossing;
  return Math.min(crossing, Math.max(0, greatest + lossError + 8 * UNIT * Math.abs(greatest)));
}

function crossingOf(composed: ComposedLoss, delta: number, sign: -1 | 0 | 1): number {
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
      const mass = masses[k]; // of an estimate it may be negative
      if (power < Infinity) folded[place] += mass * power;
      // A power beyond float64 meets masses that are next to nothing, or nothing.
      else if (mass !== 0)
        folded[place] += Math.sign(mass) * exp(log(Math.abs(mass)) + tilt * step * (first + k) - shift);
      power *= ratio;
      if (++place === points) place = 0;
    }
  }
  return folded;
}
