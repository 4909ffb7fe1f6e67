/**
 * Words: the sequence of 64-bit words behind a stream, in blocks.
 *
 * A block is four sfc64 generators side by side, word 4 i + l being the i-th of generator l, and its twelve state words are Threefry
 * output under the stream's key, so that a block is a function of (key, block number) alone. Blocks double from 64 words to 16384, so
 * that a stream that gives a single number costs little and a long one runs at the speed of sfc64.
 * Source: sfc64 is Chris Doty-Humphrey's (PractRand 0.95); keying a fast generator per block by a counter-based one is the hybrid that
 * performance tests chose. Limits: for simulation, not for secrets.
 */
import { threefry } from "./threefry.ts";

const LANES = 4;
/** Words are generated in multiples of this. */
export const GRAIN = 8;
const FIRST_BLOCK = 64;
const LONGEST_BLOCK = 16384;

/** What a counter is used for: the top two bits of its second word. Different uses never meet. */
const SEED_USE = 0;
export const SPARE_USE = 1 << 30;

/** The identity of a stream: four key words, and two words that stand in every counter. */
export interface StreamKey {
  readonly key: Int32Array;
  readonly tag0: number;
  readonly tag1: number;
}

export function blockLength(block: number): number {
  return block >= 8 ? LONGEST_BLOCK : FIRST_BLOCK << block;
}

/** Writes the state of a block: for a, b, c and the counter, four 64-bit numbers each, low half first. */
export function seedBlock({ key, tag0, tag1 }: StreamKey, block: number, state: Int32Array): void {
  for (let part = 0; part < 6; part++) {
    const index = block * 6 + part;
    const counter = state.subarray(4 * part, 4 * part + 4);
    counter[0] = index | 0;
    counter[1] = SEED_USE | Math.floor(index / 4294967296);
    counter[2] = tag0;
    counter[3] = tag1;
    threefry(key, counter);
  }
  for (let lane = 0; lane < LANES; lane++) {
    state[24 + 2 * lane] = 1;
    state[25 + 2 * lane] = 0;
  }
}

/** The plain form of the compiled `words`: `count` words, a multiple of 8, low half first, from the state, which moves on. */
export function plainWords(state: Int32Array, out: Int32Array, count: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const at = 2 * lane;
    let aLow = state[at];
    let aHigh = state[at + 1];
    let bLow = state[at + 8];
    let bHigh = state[at + 9];
    let cLow = state[at + 16];
    let cHigh = state[at + 17];
    let nLow = state[at + 24];
    let nHigh = state[at + 25];
    for (let i = at; i < 2 * count; i += 2 * LANES) {
      const sum = (aLow >>> 0) + (bLow >>> 0) + (nLow >>> 0);
      const low = sum | 0;
      const high = (aHigh + bHigh + nHigh + Math.floor(sum / 4294967296)) | 0;
      nLow = (nLow + 1) | 0;
      if (nLow === 0) nHigh = (nHigh + 1) | 0;
      aLow = bLow ^ ((bLow >>> 11) | (bHigh << 21));
      aHigh = bHigh ^ (bHigh >>> 11);
      const times9 = (cLow >>> 0) + ((cLow << 3) >>> 0);
      bLow = times9 | 0;
      bHigh = (cHigh + ((cHigh << 3) | (cLow >>> 29)) + Math.floor(times9 / 4294967296)) | 0;
      const rotatedLow = (cLow << 24) | (cHigh >>> 8);
      const rotatedHigh = (cHigh << 24) | (cLow >>> 8);
      const added = (rotatedLow >>> 0) + (low >>> 0);
      cLow = added | 0;
      cHigh = (rotatedHigh + high + Math.floor(added / 4294967296)) | 0;
      out[i] = low;
      out[i + 1] = high;
    }
    state[at] = aLow;
    state[at + 1] = aHigh;
    state[at + 8] = bLow;
    state[at + 9] = bHigh;
    state[at + 16] = cLow;
    state[at + 17] = cHigh;
    state[at + 24] = nLow;
    state[at + 25] = nHigh;
  }
}
