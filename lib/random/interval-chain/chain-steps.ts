/**
 * The steps of an interval chain over one memory of float64 numbers: repeats, scaling, and the spread by the kernel.
 *
 * Weights of a level stand side by side; places are positions in the memory. The kernel falls geometrically on both sides of the target,
 * so that a spread takes time linear in the places it reaches: beyond the target by a recursion, before it from sums over the two
 * blocks of `target` places that a window meets. All terms are positive, so nothing cancels.
 * Compiled (`assembly/source/interval-chain.ts`), or plain where there is no WebAssembly: the same bits.
 * Limits: values below `LEAST` count as 0, or they would end among the subnormal numbers, which are slow.
 */
import { float64, type Kernels, kernels, scratch } from "../../assembly/kernels.ts";
import { exp } from "../../numerics/exponential.ts";

export const LEAST = 1e-290;

/** exp(-decay |distance - target|) at the largest distance within the target, and at the smallest beyond it. */
export interface ChainKernel {
  readonly whole: number;
  readonly before: number;
  readonly beyond: number;
}

export function chainKernel(target: number, decay: number): ChainKernel {
  const whole = Math.floor(target);
  return { whole, before: exp(-decay * (target - whole)), beyond: exp(-decay * (whole + 1 - target)) };
}

interface Spread extends ChainKernel {
  readonly from: number;
  readonly count: number;
  readonly to: number;
  /** How many places there are behind the first of the weights. */
  readonly room: number;
  /** Where exp(-decay i) stands for all i, and room for `count` numbers. */
  readonly powers: number;
  readonly suffix: number;
}

export interface ChainSteps {
  /** The memory with room for this many numbers; it keeps what was in it, and is the same until the next call. */
  memory(numbers: number): Float64Array;
  /** weights = factor * lengths * weights where a weight is above LEAST / factor, and 0 elsewhere. */
  shrink(at: number, lengths: number, count: number, factor: number): void;
  add(at: number, other: number, count: number): void;
  /** weights = weights * lengths; the largest of them. */
  weigh(at: number, lengths: number, count: number): number;
  scale(at: number, count: number, largest: number): void;
  /**
   * At `to` and behind, for each place i behind the first weight, the sum of the weights before i times the kernel; how many it
   * reached.
   */
  spread(spread: Spread): number;
}

let shared: ChainSteps | undefined;

/** The memory of the compiled steps is scratch space: it holds until anything else is called that uses it. */
export function chainSteps(): ChainSteps {
  const compiled = kernels();
  shared ??= compiled === undefined ? plainSteps() : compiledSteps(compiled);
  return shared;
}

export function compiledSteps(compiled: Kernels): ChainSteps {
  const base = scratch(0);
  const pointer = (place: number) => base + 8 * place;
  let memory: Float64Array = new Float64Array(0);
  return {
    memory(numbers) {
      scratch(8 * numbers);
      if (memory.buffer !== float64().buffer) memory = float64().subarray(base >> 3);
      return memory;
    },
    shrink: (at, lengths, count, factor) => compiled.shrinkWeights(pointer(at), pointer(lengths), count, factor),
    add: (at, other, count) => compiled.addWeights(pointer(at), pointer(other), count),
    weigh: (at, lengths, count) => compiled.weighWeights(pointer(at), pointer(lengths), count),
    scale: (at, count, largest) => compiled.scaleWeights(pointer(at), count, largest),
    spread: ({ from, count, to, room, whole, before, beyond, powers, suffix }) =>
      compiled.spreadWeights(
        pointer(from),
        count,
        pointer(to),
        room,
        whole,
        before,
        beyond,
        pointer(powers),
        pointer(suffix),
      ),
  };
}

export function plainSteps(): ChainSteps {
  let memory: Float64Array = new Float64Array(0);
  return {
    memory(numbers) {
      if (numbers > memory.length) {
        const larger = new Float64Array(Math.max(numbers, 2 * memory.length));
        larger.set(memory);
        memory = larger;
      }
      return memory;
    },
    shrink(at, lengths, count, factor) {
      const least = LEAST / factor;
      for (let i = 0; i < count; i++) {
        const weight = memory[at + i];
        memory[at + i] = weight > least ? factor * memory[lengths + i] * weight : 0;
      }
    },
    add(at, other, count) {
      for (let i = 0; i < count; i++) memory[at + i] += memory[other + i];
    },
    weigh(at, lengths, count) {
      let largest = 0;
      for (let i = 0; i < count; i++) {
        memory[at + i] *= memory[lengths + i];
        largest = Math.max(largest, memory[at + i]);
      }
      return largest;
    },
    scale(at, count, largest) {
      for (let i = 0; i < count; i++) memory[at + i] = flushed(memory[at + i] / largest);
    },
    spread: (spread) => plainSpread(memory, spread),
  };
}

function plainSpread(memory: Float64Array, spread: Spread): number {
  const { from, count, to, room, whole, before, beyond, powers, suffix } = spread;
  const ratio = memory[powers + 1];
  if (whole > 0) suffixSums(memory, spread, ratio);
  let far = 0;
  let prefix = 0;
  for (let i = 1, place = 0; i <= room; i++) {
    const behind = i - whole - 1;
    if (behind >= 0) far = flushed(far * ratio + (behind < count ? memory[from + behind] : 0) * beyond);
    let near = 0;
    if (whole > 0) {
      // `place` is that of i - 1 in its block; prefix is the sum of its block up to it, falling away from the block's beginning.
      const weight = i <= count ? memory[from + i - 1] : 0;
      prefix = place === 0 ? weight : prefix + weight * memory[powers + place];
      if (behind >= -1 && behind + 1 < count) near = memory[suffix + behind + 1];
      if (place === whole - 1) place = 0;
      else near += prefix * memory[powers + whole - ++place];
    }
    memory[to + i - 1] = flushed(far + before * near);
    if (behind > count && far === 0) return i;
  }
  return room;
}

/** From each place to the end of its block of `whole` places, falling away from it. */
function suffixSums(memory: Float64Array, { from, count, whole, suffix }: Spread, ratio: number): void {
  let sum = 0;
  for (let i = count - 1, place = (count - 1) % whole; i >= 0; i--) {
    sum = flushed(memory[from + i] + ratio * sum);
    memory[suffix + i] = sum;
    if (place-- === 0) {
      place = whole - 1;
      sum = 0;
    }
  }
}

function flushed(value: number): number {
  return value < LEAST ? 0 : value;
}
