/**
 * Ziggurats of 1024 layers of equal area under exp(-x) and exp(-x^2/2): a draw is one 64-bit word, one table row and one product.
 *
 * A word holds the layer (bits 0-9), the sign (bit 10) and the position in the layer (bits 11-63). A position below the row's
 * threshold lies under the curve whatever its height, in 99.4 % of the draws; the others are settled with spare words of the stream.
 * Source: Marsaglia, Tsang (2000), "The ziggurat method for generating random variables", J. Stat. Software 5(8), with independent
 * bits for layer and position as Doornik (2005) asks, and 53-bit positions.
 *
 * The table: rows (threshold, width 2^-53) for layer + 1024 * sign, then 1025 heights, then the start of the tail.
 */
import { float64, reserve } from "../assembly/kernels.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { nextWord, type Stream } from "./stream.ts";

const LAYERS = 1024;
const HEIGHTS = 4 * LAYERS;
const TAIL = HEIGHTS + LAYERS + 1;
const TWO_53 = 9007199254740992;

interface Ziggurat {
  readonly table: Float64Array;
  /** The table's copy in compiled memory. */
  pointer(): number;
}

// Tail starts and layer areas that close 1024 layers, found by bisection in 60-digit arithmetic.
export const exponentialZiggurat = ziggurat({
  tail: 9.256164544265545,
  area: 9.796789906620208e-4,
  height: (x) => exp(-x),
  width: (y) => -log(y),
});
export const normalZiggurat = ziggurat({
  tail: 4.038849846109505,
  area: 1.226324646353088e-3,
  height: (x) => exp(-0.5 * x * x),
  width: (y) => Math.sqrt(-2 * log(y)),
});

interface Shape {
  readonly tail: number;
  readonly area: number;
  height(x: number): number;
  width(y: number): number;
}

function ziggurat({ tail, area, height, width }: Shape): Ziggurat {
  const table = new Float64Array(TAIL + 1);
  let x = area / height(tail);
  let next = tail;
  for (let layer = 0; layer < LAYERS; layer++) {
    const threshold = Math.floor((next / x) * TWO_53);
    for (const sign of [0, 1]) {
      const row = 2 * (layer + LAYERS * sign);
      table[row] = threshold;
      table[row + 1] = (sign === 0 ? x : -x) / TWO_53;
    }
    table[HEIGHTS + layer] = layer === 0 ? 0 : height(x);
    x = next;
    next = layer + 2 < LAYERS ? width(height(x) + area / x) : 0;
  }
  table[HEIGHTS + LAYERS] = 1;
  table[TAIL] = tail;
  let pointer = 0;
  return {
    table,
    pointer: () => {
      if (pointer === 0) {
        pointer = reserve(table.byteLength);
        float64().set(table, pointer >> 3);
      }
      return pointer;
    },
  };
}

const spare = new Int32Array(4);

/** A standard exponential draw, from the next word of the stream. */
export function drawExponential(random: Stream): number {
  nextWord(random);
  const { low } = random;
  const { table } = exponentialZiggurat;
  const row = 2 * (low & 1023);
  const position = (random.high >>> 0) * 2097152 + (low >>> 11);
  if (position < table[row]) return position * table[row + 1];
  return settleExponential(low & 1023, position, random);
}

/** A standard Laplace draw (scale 1), from the next word of the stream. */
export function drawLaplace(random: Stream): number {
  const magnitude = drawExponential(random);
  return (random.low & 1024) === 0 ? magnitude : -magnitude;
}

/** A standard normal draw, from the next word of the stream. */
export function drawNormal(random: Stream): number {
  nextWord(random);
  const { low } = random;
  const { table } = normalZiggurat;
  const row = 2 * (low & 2047);
  const position = (random.high >>> 0) * 2097152 + (low >>> 11);
  if (position < table[row]) return position * table[row + 1];
  const magnitude = settleNormal(low & 1023, position, random);
  return (low & 1024) === 0 ? magnitude : -magnitude;
}

function settleExponential(firstLayer: number, firstPosition: number, random: Stream): number {
  const { table } = exponentialZiggurat;
  let layer = firstLayer;
  let position = firstPosition;
  let offset = 0;
  for (let attempt = 0; ; attempt++) {
    const x = position * table[2 * layer + 1];
    if (position < table[2 * layer]) return offset + x;
    random.spare(random.position - 1, attempt, spare);
    if (layer === 0) offset += table[TAIL];
    else if (underCurve(table, layer, exp(-x))) return offset + x;
    layer = spare[2] & 1023;
    position = (spare[3] >>> 0) * 2097152 + (spare[2] >>> 11);
  }
}

function settleNormal(firstLayer: number, firstPosition: number, random: Stream): number {
  const { table } = normalZiggurat;
  let layer = firstLayer;
  let position = firstPosition;
  for (let attempt = 0; ; attempt++) {
    const x = position * table[2 * layer + 1];
    if (position < table[2 * layer]) return x;
    random.spare(random.position - 1, attempt, spare);
    if (layer === 0) return normalTail(attempt, table[TAIL], random);
    if (underCurve(table, layer, exp(-0.5 * x * x))) return x;
    layer = spare[2] & 1023;
    position = (spare[3] >>> 0) * 2097152 + (spare[2] >>> 11);
  }
}

/** Marsaglia's tail: an exponential beyond the start, accepted with the ratio of the densities. */
function normalTail(attempt: number, start: number, random: Stream): number {
  for (let next = attempt + 1; ; next++) {
    const beyond = -log(openUniform(spare[1], spare[0])) / start;
    const bound = -log(openUniform(spare[3], spare[2]));
    if (bound + bound > beyond * beyond) return start + beyond;
    random.spare(random.position - 1, next, spare);
  }
}

function underCurve(table: Float64Array, layer: number, density: number): boolean {
  const lower = table[HEIGHTS + layer];
  const upper = table[HEIGHTS + layer + 1];
  return lower + openUniform(spare[1], spare[0]) * (upper - lower) < density;
}

/** (k + 1/2) 2^-52 for the upper 52 bits k of a word: never 0, never 1. */
export function openUniform(high: number, low: number): number {
  return ((high >>> 0) * 1048576 + (low >>> 12) + 0.5) * 2.220446049250313e-16;
}
