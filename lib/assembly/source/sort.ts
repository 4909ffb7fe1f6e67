// Sorts float64 numbers: by their leading bits, then block by block within the cache. The oracle is Float64Array.prototype.sort.
//
// Bits of a float64 order like the number itself where the sign is +, and the other way round where it is -. The first round deals
// the numbers by their leading 14 (or 12) bits, sign included, into blocks at `spare`; -0 and 0 are then apart. A block is dealt by its
// next bits, in one or two rounds, into buckets of one or two numbers back at `at`, and a network (sort-network.ts) or insertion puts
// these right. A bucket that came out large is dealt again by its highest differing bits, so that no input needs more than about
// twenty rounds. (Gathering whole cache lines before the stores of the first round did not make it faster.)
// Memory: `at` and `spare` hold `count` numbers each; `counts` has room for 2^16 and then 2^15 32-bit numbers.
import { sortStretches } from "./sort-network";

// @ts-ignore: decorator
@inline const LARGE: u32 = 32;
// @ts-ignore: decorator
@inline const NEAR: u32 = 9;

/** Sorts `count` numbers at `at`; 0 if there is a NaN among them, and `at` is then in disorder. `leading` bits go first, 12 to 16. */
export function sortNumbers(at: usize, count: i32, spare: usize, counts: usize, leading: i32): i32 {
  const shift = <u64>(64 - leading);
  const digits = <u32>1 << leading, half = digits >> 1;
  const end = at + (<usize>count << 3);
  memory.fill(counts, 0, <usize>digits << 2);
  for (let from = at; from < end; from += 8) {
    const bin = counts + (<usize>(load<u64>(from) >> shift) << 2);
    store<u32>(bin, load<u32>(bin) + 8);
  }
  // Where each bin starts: the negative ones backwards, then the others.
  let start: u32 = <u32>spare;
  for (let digit = digits - 1; digit >= half; digit--) start = place(counts + (<usize>digit << 2), start);
  for (let digit: u32 = 0; digit < half; digit++) start = place(counts + (<usize>digit << 2), start);
  for (let from = at; from < end; from += 8) {
    const bits = load<u64>(from);
    const bin = counts + (<usize>(bits >> shift) << 2);
    const to = load<u32>(bin);
    store<u64>(<usize>to, bits);
    store<u32>(bin, to + 8);
  }
  // Only the ends can hold NaN: the bins whose exponent is all ones.
  const infinite = (half - 1) & ~((1 << (leading - 12)) - 1);
  if (hasNaN(spare, <usize>load<u32>(counts + (<usize>(infinite + half) << 2)))) return 0;
  if (hasNaN(<usize>load<u32>(counts + (<usize>(infinite - 1) << 2)), spare + (<usize>count << 3))) return 0;

  const inner = counts + (<usize>4 << 16);
  let from = spare;
  for (let digit = digits - 1; digit >= half; digit--) from = settle(from, counts + (<usize>digit << 2), at - spare, <i32>shift, -1, inner);
  for (let digit: u32 = 0; digit < half; digit++) from = settle(from, counts + (<usize>digit << 2), at - spare, <i32>shift, 0, inner);
  return 1;
}

// @ts-ignore: decorator
@inline
function place(bin: usize, start: u32): u32 {
  const size = load<u32>(bin);
  store<u32>(bin, start);
  return start + size;
}

function hasNaN(from: usize, end: usize): bool {
  for (; from < end; from += 8) {
    const value = load<f64>(from);
    if (value != value) return true;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function settle(from: usize, bin: usize, apart: usize, width: i32, flip: i64, counts: usize): usize {
  const end = <usize>load<u32>(bin);
  if (end != from) deal(from, end, from + apart, width, flip, counts);
  return end;
}

/** Numbers of one sign that agree but for their lowest `width` bits, sorted from [from, end) to `to`; both ranges are overwritten. */
function deal(from: usize, end: usize, to: usize, width: i32, flip: i64, counts: usize): void {
  const size = end - from, count = <u32>(size >> 3);
  if (count <= 24) {
    insert(from, end, to);
    return;
  }
  const magnitude = 31 - <i32>clz(count);
  const bits = min(width, magnitude > 11 ? min(11, magnitude - 9) : magnitude);
  const shift = <u64>(width - bits), mask = (<u64>1 << <u64>bits) - 1;
  const last = counts + (<usize>4 << bits);
  memory.fill(counts, 0, <usize>4 << bits);
  for (let at = from; at < end; at += 8) {
    const bin = counts + (<usize>(((load<u64>(at) ^ flip) >> shift) & mask) << 2);
    store<u32>(bin, load<u32>(bin) + 8);
  }
  let start = <u32>to, largest: u32 = 0;
  for (let bin = counts; bin < last; bin += 4) {
    const size = load<u32>(bin);
    store<u32>(bin, start);
    start += size;
    largest = max(largest, size);
  }
  if (largest == <u32>size) {
    const narrower = differing(from, end);
    if (narrower == 0) memory.copy(to, from, size);
    else deal(from, end, to, narrower, flip, counts);
    return;
  }
  for (let at = from; at < end; at += 8) {
    const value = load<u64>(at);
    const bin = counts + (<usize>(((value ^ flip) >> shift) & mask) << 2);
    const into = load<u32>(bin);
    store<u64>(<usize>into, value);
    store<u32>(bin, into + 8);
  }
  if (largest > LARGE << 3) {
    let first = to;
    for (let bin = counts; bin < last; bin += 4) {
      const stop = <usize>load<u32>(bin);
      if (<u32>(stop - first) > LARGE << 3) {
        // Where no bits are left the numbers are equal.
        if (shift > 0) {
          const back = from + (first - to);
          deal(first, stop, back, <i32>shift, flip, last);
          memory.copy(first, back, stop - first);
        }
      } else if (stop != first) {
        insert(first, stop, first);
      }
      first = stop;
    }
  } else if (largest <= NEAR << 3) {
    smooth(to, count);
  } else {
    insert(to, to + size, to);
  }
}

/** Sorts numbers that are at most eight places from their place: two halves at once, then the seam between them and what is left over. */
function smooth(at: usize, count: u32): void {
  const steps = <usize>count >> 4, seam = at + (steps << 6), rest = seam + (steps << 6), end = at + (<usize>count << 3);
  sortStretches(at, seam, <i32>steps);
  insert(rest - 64, end, rest - 64);
  insert(seam - 64, seam + 64, seam - 64);
}

/** How many of the lowest bits it takes to tell the numbers apart. */
function differing(from: usize, end: usize): i32 {
  const first = load<u64>(from);
  let any: u64 = 0;
  for (; from < end; from += 8) any |= load<u64>(from) ^ first;
  return 64 - <i32>clz(any);
}

/** Insertion sort from [from, end) to `to`, which may be the same place. */
function insert(from: usize, end: usize, to: usize): void {
  let before = load<f64>(from);
  store<f64>(to, before);
  let at = to;
  for (from += 8; from < end; from += 8) {
    const value = load<f64>(from);
    at += 8;
    if (value >= before) {
      store<f64>(at, value);
      before = value;
      continue;
    }
    let hole = at;
    store<f64>(hole, before);
    hole -= 8;
    while (hole > to && load<f64>(hole - 8) > value) {
      store<f64>(hole, load<f64>(hole - 8));
      hole -= 8;
    }
    store<f64>(hole, value);
  }
}
