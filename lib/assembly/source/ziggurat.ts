// Ziggurat samplers of 1024 layers: one 64-bit word a draw, the rare rejects put on a list and settled afterwards, so that no call
// stands in the hot loop. The oracle, and the layout of the table, is lib/random/ziggurat.ts.
// A word: bits 0-9 the layer, bit 10 the sign, bits 11-63 the position in the layer.
import { exp, log, scaledLogs } from "./elementary";
import { threefry } from "./threefry";

// @ts-ignore: decorator
@inline const HEIGHTS: usize = 32768;
// @ts-ignore: decorator
@inline const TAIL: usize = HEIGHTS + 8200;
// @ts-ignore: decorator
@inline const SPARE: usize = 32; // four words of room behind the 32 bytes that name the stream and the position

// @ts-ignore: decorator
@inline
function spare(context: usize, index: i32, attempt: u32): void {
  const position = load<u64>(context, 24) + <u64>index;
  const high = 0x40000000 | (attempt << 20) | <u32>(position >> 32);
  threefry(context, <u32>position, high, load<u32>(context, 16), load<u32>(context, 20), context + SPARE);
}

// @ts-ignore: decorator
@inline
function uniform(word: u64): f64 {
  return reinterpret<f64>((word >> 12) | 0x3ff0000000000000) - (1.0 - 1.1102230246251565e-16);
}

// @ts-ignore: decorator
@inline const LEAST: f64 = 5.421010862427522e-20; // 2^-64: a Gumbel draw is at most 44.4 scales above its location

/** The magnitude of a standard Laplace draw whose first word was rejected. */
function settleExponential(word: u64, table: usize, context: usize, index: i32): f64 {
  let offset: f64 = 0.0;
  let attempt: u32 = 0;
  while (true) {
    const layer = <usize>(word & 1023);
    const position = <f64>(<i64>(word >> 11));
    const x = position * load<f64>(table + (layer << 4), 8);
    if (position < load<f64>(table + (layer << 4))) return offset + x;
    spare(context, index, attempt++);
    word = load<u64>(context, SPARE + 8);
    if (layer == 0) {
      offset += load<f64>(table, TAIL);
    } else {
      const lower = load<f64>(table + (layer << 3), HEIGHTS);
      const upper = load<f64>(table + (layer << 3), HEIGHTS + 8);
      if (lower + uniform(load<u64>(context, SPARE)) * (upper - lower) < exp(-x)) return offset + x;
    }
  }
}

/** The magnitude of a standard normal draw whose first word was rejected. */
function settleNormal(word: u64, table: usize, context: usize, index: i32): f64 {
  let attempt: u32 = 0;
  while (true) {
    const layer = <usize>(word & 1023);
    const position = <f64>(<i64>(word >> 11));
    const x = position * load<f64>(table + (layer << 4), 8);
    if (position < load<f64>(table + (layer << 4))) return x;
    spare(context, index, attempt++);
    if (layer == 0) {
      const tail = load<f64>(table, TAIL);
      while (true) {
        const beyond = -log(uniform(load<u64>(context, SPARE))) / tail;
        const bound = -log(uniform(load<u64>(context, SPARE + 8)));
        if (bound + bound > beyond * beyond) return tail + beyond;
        spare(context, index, attempt++);
      }
    }
    word = load<u64>(context, SPARE + 8);
    const lower = load<f64>(table + (layer << 3), HEIGHTS);
    const upper = load<f64>(table + (layer << 3), HEIGHTS + 8);
    if (lower + uniform(load<u64>(context, SPARE)) * (upper - lower) < exp(-0.5 * x * x)) return x;
  }
}

// @ts-ignore: decorator
@inline
function signed(magnitude: f64, word: u64): f64 {
  return reinterpret<f64>(reinterpret<u64>(magnitude) | ((word & 1024) << 53));
}

// @ts-ignore: decorator
@inline const NOTHING: f64 = -0.0; // the number that changes no other by being added, zeros of either sign included

// @ts-ignore: decorator
@inline
/** Turns words into location + scale * draw, taking the bits of `mask` as the row; the rejects go on a list, whose end it returns. */
function sweep(at: usize, count: i32, table: usize, mask: u64, location: f64, scale: f64, rejects: usize): usize {
  for (let i: i32 = 0; i < count; i++) {
    const here = at + (<usize>i << 3);
    const word = load<u64>(here);
    const cell = table + (<usize>(word & mask) << 4);
    const position = <f64>(<i64>(word >> 11));
    store<f64>(here, location + position * load<f64>(cell, 8) * scale);
    if (position >= load<f64>(cell)) {
      store<u64>(rejects, word);
      store<i32>(rejects, i, 8);
      rejects += 16;
    }
  }
  return rejects;
}

export function laplaces(at: usize, count: i32, table: usize, scale: f64, context: usize, rejects: usize): void {
  const end = sweep(at, count, table, 2047, NOTHING, scale, rejects);
  for (let r = rejects; r < end; r += 16) {
    const word = load<u64>(r);
    const i = load<i32>(r, 8);
    store<f64>(at + (<usize>i << 3), signed(settleExponential(word, table, context, i), word) * scale);
  }
}

export function exponentials(at: usize, count: i32, table: usize, scale: f64, context: usize, rejects: usize): void {
  const end = sweep(at, count, table, 1023, NOTHING, scale, rejects);
  for (let r = rejects; r < end; r += 16) {
    const i = load<i32>(r, 8);
    store<f64>(at + (<usize>i << 3), settleExponential(load<u64>(r), table, context, i) * scale);
  }
}

export function gumbels(at: usize, count: i32, table: usize, location: f64, scale: f64, context: usize, rejects: usize): void {
  exponentials(at, count, table, 1.0, context, rejects);
  scaledLogs(at, count & ~1, LEAST, location, scale);
  at += <usize>(count & ~1) << 3;
  if (count & 1) store<f64>(at, location - log(max(load<f64>(at), LEAST)) * scale);
}

export function normals(at: usize, count: i32, table: usize, mean: f64, deviation: f64, context: usize, rejects: usize): void {
  const end = sweep(at, count, table, 2047, mean, deviation, rejects);
  for (let r = rejects; r < end; r += 16) {
    const word = load<u64>(r);
    const i = load<i32>(r, 8);
    store<f64>(at + (<usize>i << 3), mean + signed(settleNormal(word, table, context, i), word) * deviation);
  }
}
