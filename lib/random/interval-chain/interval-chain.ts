/**
 * Interval chain: which of n + 1 intervals each of m ordered points falls into.
 *
 * Indices i_1 <= ... <= i_m have weight prod length(i_j) / prod (repeats)! times prod over j from 1 to m + 1 of
 * exp(-decay |i_j - i_{j-1} - target_j|), with i_0 = 0 and i_{m+1} = n.
 *
 * Method: forward, the weight h_j(i) with which i_{j+1} = i is newly entered after j points, and f_j(i) with which i is left after
 * j points: f_j(i) = L (h_{j-1} + L/2 e^{-decay target_j} (h_{j-2} + L/3 e^{-decay target_{j-1}} (...))) for L = length(i), and h_j
 * is f_j spread by the kernel over d > 0 (`chain-steps.ts`). Each level is scaled to a largest weight of 1, and only the places are
 * visited whose weight float64 holds beside it. Backward, indices are drawn one run of repeats at a time. Time m w + m^2 w, memory
 * 2 m w, where w is the number of those places: n at most, and about 1300 / decay.
 * Source: the chain is that of Gillenwater, Joseph, Kulesza (ICML 2021), section 4; the linear spread takes the place of their
 * Fourier products.
 * Accuracy: weights below 1e-290 of the largest of their level count as 0. What is lost (`lost-weight.ts`) is below 1e-20 of the total,
 * or undefined is returned, and `logIntervalChain` serves.
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { Stream } from "../stream.ts";
import { sampleUniform } from "../uniform.ts";
import { type ChainKernel, type ChainSteps, chainKernel, chainSteps, LEAST } from "./chain-steps.ts";
import { lostWeight } from "./lost-weight.ts";

/** The largest share of the total that may be lost. */
const MOST_LOST = 1e-20;

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

/** Weights of the intervals from low to high - 1, of which the first stands at a place of the memory; all others are 0. */
interface Level {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

export function intervalChain(
  { lengths, targets, decay }: ChainWeights,
  steps: ChainSteps = chainSteps(),
): IntervalChain | undefined {
  const size = lengths.length;
  const points = targets.length - 1;
  const kernels = Array.from(targets, (target) => chainKernel(target, decay));
  const powers = decayPowers(decay, size);
  // The memory: powers, lengths, room for suffix sums, and then the levels.
  const lengthsAt = powers.length;
  const suffix = lengthsAt + size;
  const rows = suffix + size;
  let end = rows;
  let memory = steps.memory(end + 2 * size);
  memory.set(powers);
  memory.set(lengths, lengthsAt);
  const keep = (low: number, high: number): Level => {
    const level = trimmed(memory, { at: end, low, high });
    end = level.at + level.high - level.low;
    memory = steps.memory(end + 2 * size);
    return level;
  };
  for (let i = 0; i < size; i++) memory[end + i] = reach(kernels[0], powers, i);
  const entered = [keep(0, size)];
  const left = [entered[0]];
  /** repeats[j]: what one more repeat costs at the step before which j points are placed, in the stored scales. */
  const repeats = [0];
  const longest = lengths.reduce((a, b) => Math.max(a, b));
  const lost = lostWeight(lengths, decay, points);
  // The true weights of the last level are those stored times exp(logScale).
  let logScale = 0;
  for (let j = 1; j <= points; j++) {
    const first = firstThatMatters(repeats, j, longest);
    const low = entered.slice(first, j).reduce((least, level) => Math.min(least, level.low), size);
    const high = entered.slice(first, j).reduce((most, level) => Math.max(most, level.high), low);
    memory.fill(0, end, end + high - low);
    for (let from = first; from < j; from++) {
      const level = entered[from];
      if (from > first) steps.shrink(end, lengthsAt + low, high - low, repeats[from] / (j - from + 1));
      steps.add(end + level.low - low, level.at, level.high - level.low);
    }
    const largest = steps.weigh(end, lengthsAt + low, high - low);
    if (!(largest > LEAST)) return undefined;
    steps.scale(end, high - low, largest);
    lost.advance(exp(-decay * targets[j - 1]), largest);
    logScale += log(largest);
    repeats.push(exp(-decay * targets[j] - log(largest)));
    const level = keep(low, high);
    left.push(level);
    if (j === points) break;
    const count = level.high - level.low;
    const room = size - 1 - level.low;
    const reached = steps.spread({ ...kernels[j], from: level.at, count, to: end, room, powers: 0, suffix });
    entered.push(keep(level.low + 1, level.low + 1 + reached));
  }
  const weights = memory.slice(rows, end);
  const last = left[points];
  const ends = new Float64Array(last.high - last.low);
  let total = 0;
  for (let i = last.low; i < last.high; i++) {
    const weight = weights[last.at - rows + i - last.low] * reach(kernels[points], powers, size - 1 - i);
    ends[i - last.low] = weight;
    total += weight;
  }
  if (!(lost.atEnd() < MOST_LOST * total)) return undefined;
  return {
    logTotal: log(total) + logScale,
    draw: (random) => {
      const indices = new Int32Array(points);
      const scratch = new Float64Array(Math.max(size, points));
      let index = last.low + choose(ends, ends.length, random);
      for (let j = points; j > 0; ) {
        let factor = 1;
        for (let run = 1; run <= j; run++) {
          const { at, low, high } = entered[j - run];
          scratch[run - 1] = index >= low && index < high ? factor * weights[at - rows + index - low] : 0;
          if (run < j) factor *= (lengths[index] * repeats[j - run]) / (run + 1);
        }
        const run = choose(scratch, j, random) + 1;
        indices.fill(index, j - run, j);
        j -= run;
        if (j === 0) break;
        const { at, low, high } = left[j];
        const count = Math.min(index, high) - low;
        const { whole, before, beyond } = kernels[j];
        const far = Math.max(0, Math.min(count, index - low - whole));
        for (let i = 0; i < far; i++)
          scratch[i] = weights[at - rows + i] * (beyond * powers[index - low - i - whole - 1]);
        for (let i = far; i < count; i++)
          scratch[i] = weights[at - rows + i] * (before * powers[whole - index + low + i]);
        index = low + choose(scratch, count, random);
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

/** exp(-decay i) for i from 0 to size. */
function decayPowers(decay: number, size: number): Float64Array {
  const powers = new Float64Array(size + 1);
  for (let i = 0; i <= size; i++) {
    const power = exp(-decay * i);
    if (power < LEAST) break;
    powers[i] = power;
  }
  return powers;
}

function reach({ whole, before, beyond }: ChainKernel, powers: Float64Array, distance: number): number {
  return distance <= whole ? before * powers[whole - distance] : beyond * powers[distance - whole - 1];
}

/** Without the zeros at both ends. */
function trimmed(memory: Float64Array, { at, low, high }: Level): Level {
  while (high > low && memory[at + high - low - 1] === 0) high--;
  let skipped = 0;
  while (low + skipped < high && memory[at + skipped] === 0) skipped++;
  return { at: at + skipped, low: low + skipped, high };
}

/** The first level from which weights, repeated up to level j, are not all below the smallest that count. */
function firstThatMatters(repeats: readonly number[], j: number, longest: number): number {
  let first = j - 1;
  for (let from = j - 1, factor = 1; from > 0 && factor > 0; from--) {
    factor *= (longest * repeats[from]) / (j - from + 1);
    if (factor >= LEAST) first = from - 1;
  }
  return first;
}
