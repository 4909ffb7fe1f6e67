import { describe, expect, it } from "vitest";
import { int32, kernels, scratch } from "../assembly/kernels.ts";
import { blockLength, plainWords, type StreamKey, seedBlock } from "./words.ts";

const KEY: StreamKey = { key: Int32Array.of(1, 2, 3, 4), tag0: 5, tag1: 6 };

/** sfc64 as its author states it, in whole 64-bit integers. */
function* sfc64(a0: bigint, b0: bigint, c0: bigint): Generator<bigint> {
  const wrap = (x: bigint) => BigInt.asUintN(64, x);
  let [a, b, c] = [a0, b0, c0];
  for (let counter = 1n; ; counter++) {
    const result = wrap(a + b + counter);
    a = b ^ (b >> 11n);
    b = wrap(c + (c << 3n));
    c = wrap(wrap((c << 24n) | (c >> 40n)) + result);
    yield result;
  }
}

describe("the words of a block", () => {
  it("are four sfc64 generators side by side", () => {
    const state = new Int32Array(32);
    seedBlock(KEY, 3, state);
    const seeds = new BigUint64Array(state.slice().buffer);
    const lanes = [0, 1, 2, 3].map((lane) => sfc64(seeds[lane], seeds[4 + lane], seeds[8 + lane]));
    const out = new Int32Array(2 * 4096);
    plainWords(state, out, 4096);
    const words = new BigUint64Array(out.buffer);
    for (let i = 0; i < words.length; i++) expect(words[i]).toBe(lanes[i % 4].next().value);
  });

  it("are the same compiled and plain, and the state moves on alike", () => {
    const plainState = new Int32Array(32);
    seedBlock(KEY, 1_000_000_007, plainState);
    const at = scratch(128 + 8 * 16384);
    int32().set(plainState, at >> 2);
    kernels()?.words(at, at + 128, 16384);
    const compiled = int32().slice((at + 128) >> 2, ((at + 128) >> 2) + 2 * 16384);
    const plain = new Int32Array(2 * 16384);
    plainWords(plainState, plain, 8);
    plainWords(plainState, plain.subarray(16), 16376);
    expect(compiled).toEqual(plain);
    expect(int32().slice(at >> 2, (at >> 2) + 32)).toEqual(plainState);
  });

  it("carry the counter from its low into its high half", () => {
    const state = new Int32Array(32);
    for (let lane = 0; lane < 4; lane++) state[24 + 2 * lane] = -1;
    const out = new Int32Array(32);
    plainWords(state, out, 16);
    expect([...state.subarray(24, 32)]).toEqual([3, 1, 3, 1, 3, 1, 3, 1]);
    expect([out[0] >>> 0, out[1]]).toEqual([0xffffffff, 0]);
  });

  it("come in blocks that double from 64 to 16384", () => {
    expect([0, 1, 2, 7, 8, 9, 1000].map(blockLength)).toEqual([64, 128, 256, 8192, 16384, 16384, 16384]);
  });

  it("differ between any two of 300 neighbouring blocks, keys and tags", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++) {
      for (const [key, block] of [
        [KEY, i],
        [{ ...KEY, tag0: 1000 + i }, 0],
        [{ ...KEY, key: Int32Array.of(1, 2, 3, 1000 + i) }, 0],
      ] as const) {
        const state = new Int32Array(32);
        seedBlock(key, block, state);
        seen.add(state.join());
      }
    }
    expect(seen.size).toBe(300);
  });
});
