/**
 * Interval chain: which of n + 1 intervals each of m ordered points falls into.
 *
 * Indices i_1 <= ... <= i_m have weight prod length(i_j) / prod (repeats)! times prod over j from 1 to m + 1 of
 * exp(-decay |i_j - i_{j-1} - target_j|), with i_0 = 0 and i_{m+1} = n.
 *
 * Method: forward, the weight h_j(i) with which i_{j+1} = i is newly entered after j points, and f_j(i) with which i is left after j points:
 * f_j(i) = L (h_{j-1} + L/2 e^{-decay target_j} (h_{j-2} + L/3 e^{-decay target_{j-1}} (...))) for L = length(i), and h_j is f_j spread by the kernel
 * exp(-decay |d - target|) over d > 0. The kernel falls geometrically on both sides of the target, so that a spread takes time
 * linear in n: beyond the target by a recursion, before it from sums over the two blocks of `target` indices that a window meets. All terms
 * are positive, so nothing cancels. Backward, indices are drawn one run of repeats at a time. Time m n + m^2 n, memory 2 m n.
 * Source: the chain is that of Gillenwater, Joseph, Kulesza (ICML 2021), section 4; the linear spread takes the place of their Fourier products.
 * Accuracy: weights below 1e-290 of the scale of their step count as 0. What is lost is below n^2 m 1e-40 of the total, or undefined is
 * returned, and `logIntervalChain` serves.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";

const LEAST = 1e-290;
/** A total below e^-575 = 1e-250 may have lost a share that matters. */
const LEAST_LOG_TOTAL = -575;

export interface ChainWeights {
  /** The lengths of the n + 1 intervals, of sum 1. */
  readonly lengths: Float64Array;
  /** One more than points. */
  readonly targets: Float64Array;
  readonly decay: number;
}

export interface IntervalChain {
  /** The logarithm of the sum of all weights. */
  readonly logTotal: number;
  /** Ordered indices, with probability proportional to their weight. */
  draw(random: Stream): Int32Array;
}

export function intervalChain({ lengths, targets, decay }: ChainWeights): IntervalChain | undefined {
  const size = lengths.length;
  const points = targets.length - 1;
  const powers = Float64Array.from({ length: size + 1 }, (_, i) => flushed(exp(-decay * i)));
  const kernels = Array.from(targets, (target) => kernelOf(target, decay));
  const entered: Float64Array[] = [Float64Array.from({ length: size }, (_, i) => reach(kernels[0], powers, i))];
  const left = [entered[0]];
  // The true weights of step j are those stored times exp(logScales[j]).
  const logScales = [0];
  const suffix = new Float64Array(size);
  const longest = lengths.reduce((a, b) => Math.max(a, b));
  /** What one more repeat costs at the step before which j points are placed, in the stored scales. */
  const repeat = (j: number) => exp(-decay * targets[j] + logScales[j - 1] - logScales[j]);
  for (let j = 1; j <= points; j++) {
    const weights = new Float64Array(size);
    const first = firstThatMatters(j, (from) => (longest * repeat(from)) / (j - from + 1));
    for (let from = first; from < j; from++) {
      const factor = from === first ? 0 : repeat(from) / (j - from + 1);
      nest(weights, { lengths, entered: entered[from], factor });
    }
    let largest = 0;
    for (let i = 0; i < size; i++) {
      weights[i] *= lengths[i];
      if (weights[i] > largest) largest = weights[i];
    }
    if (!(largest > LEAST)) return undefined;
    for (let i = 0; i < size; i++) weights[i] = flushed(weights[i] / largest);
    left.push(weights);
    logScales.push(logScales[j - 1] + log(largest));
    if (j < points) entered.push(spread(weights, { kernel: kernels[j], powers, suffix }));
  }
  const ends = left[points].map((weight, i) => weight * reach(kernels[points], powers, size - 1 - i));
  const total = ends.reduce((sum, weight) => sum + weight, 0);
  const logTotal = total > 0 ? log(total) + logScales[points] : -Infinity;
  if (!(logTotal > LEAST_LOG_TOTAL)) return undefined;
  return {
    logTotal,
    draw: (random) => {
      const indices = new Int32Array(points);
      const scratch = new Float64Array(Math.max(size, points));
      let index = choose(ends, size, random);
      for (let j = points; j > 0; ) {
        let factor = 1;
        for (let repeats = 1; repeats <= j; repeats++) {
          scratch[repeats - 1] = factor * entered[j - repeats][index];
          if (repeats < j) factor *= (lengths[index] * repeat(j - repeats)) / (repeats + 1);
        }
        const repeats = choose(scratch, j, random) + 1;
        indices.fill(index, j - repeats, j);
        j -= repeats;
        if (j === 0) break;
        for (let i = 0; i < index; i++) scratch[i] = left[j][i] * reach(kernels[j], powers, index - i);
        index = choose(scratch, index, random);
      }
      return indices;
    },
  };
}

/** The number of the weight that a uniform draw falls on; the last one if all are 0. */
export function choose(weights: Float64Array, count: number, random: Stream): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[i];
  let rest = sampleUniform(random) * total;
  for (let i = 0; i < count - 1; i++) {
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return count - 1;
}

interface Kernel {
  readonly whole: number;
  /** The kernel at the largest distance within the target, and at the smallest beyond it. */
  readonly before: number;
  readonly beyond: number;
}

function kernelOf(target: number, decay: number): Kernel {
  const whole = Math.floor(target);
  return { whole, before: exp(-decay * (target - whole)), beyond: exp(-decay * (whole + 1 - target)) };
}

function reach({ whole, before, beyond }: Kernel, powers: Float64Array, distance: number): number {
  return distance <= whole ? before * powers[whole - distance] : beyond * powers[distance - whole - 1];
}

interface Nesting {
  readonly lengths: Float64Array;
  readonly entered: Float64Array;
  readonly factor: number;
}

/** weights = entered + factor * lengths * weights, without products that do not count. */
function nest(weights: Float64Array, { lengths, entered, factor }: Nesting): void {
  const least = LEAST / factor;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    weights[i] = weight > least ? entered[i] + factor * lengths[i] * weight : entered[i];
  }
}

/** The first step whose weights, repeated up to step j, are not all below the smallest that count. */
function firstThatMatters(j: number, factorOf: (from: number) => number): number {
  let factor = 1;
  for (let from = j - 1; from > 0; from--) {
    factor *= factorOf(from);
    // Stored weights are at most 1 where they are left, and at most n where they are entered.
    if (factor < LEAST) return from;
  }
  return 0;
}

interface Spread {
  readonly kernel: Kernel;
  readonly powers: Float64Array;
  readonly suffix: Float64Array;
}

/** At every i the sum over i' < i of weights(i') times the kernel at i - i'. */
function spread(weights: Float64Array, { kernel: { whole, before, beyond }, powers, suffix }: Spread): Float64Array {
  const size = weights.length;
  const ratio = powers.length > 1 ? powers[1] : 0;
  const out = new Float64Array(size);
  // suffix(i): the sum from i to the end of its block of `whole` indices, falling away from i.
  let sum = 0;
  for (let i = size - 1, place = whole === 0 ? 0 : (size - 1) % whole; whole > 0 && i >= 0; i--) {
    sum = flushed(weights[i] + ratio * sum);
    suffix[i] = sum;
    if (place-- === 0) {
      place = whole - 1;
      sum = 0;
    }
  }
  let far = 0;
  let prefix = 0;
  for (let i = 1, place = 0; i < size; i++) {
    if (i > whole) far = flushed(far * ratio + weights[i - whole - 1] * beyond);
    let near = 0;
    if (whole > 0) {
      // `place` is that of i - 1 in its block; prefix is the sum of its block up to it, falling away from the block's beginning.
      prefix = place === 0 ? weights[i - 1] : prefix + weights[i - 1] * powers[place];
      if (i >= whole) near = suffix[i - whole];
      if (place === whole - 1) place = 0;
      else near += prefix * powers[whole - ++place];
    }
    out[i] = flushed(far + before * near);
  }
  return out;
}

/** Without this, values that fall geometrically would end among the subnormal numbers, which are slow. */
function flushed(value: number): number {
  return value < LEAST ? 0 : value;
}
