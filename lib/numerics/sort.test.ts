import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortFloat64 } from "./sort.ts";

/** A small generator: uniform on [0, 1) with 52 bits. */
function generator(seed: number): () => number {
  let state = seed;
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 6;
  };
  return () => (word() * 67108864 + word()) / 4503599627370496;
}

const words = new Uint32Array(2);
const word = new Float64Array(words.buffer);

/** What numbers an array holds: each gives number i of n from a uniform generator. */
const inputs: Record<string, (uniform: () => number, i: number, n: number) => number> = {
  uniform: (uniform) => uniform(),
  "two-sided with a heavy tail": (uniform) => 1 / (uniform() - 0.5),
  "bell-shaped": (uniform) => uniform() + uniform() + uniform() + uniform() - 2,
  "any bit patterns": (uniform) => {
    do {
      words[0] = uniform() * 4294967296;
      words[1] = uniform() * 4294967296;
    } while (Number.isNaN(word[0]));
    return word[0];
  },
  "in a narrow range": (uniform) => 1 + 1e-9 * uniform(),
  "in three clusters": (uniform) => 1 + 1e-6 * Math.floor(3 * uniform()) + 1e-15 * Math.floor(40 * uniform()),
  "ever closer to 1": (uniform, i) => 1 + 1 / (1 + i * i) + 1e-16 * Math.floor(4 * uniform()),
  "negative and clustered": (uniform) => -3 - 1e-12 * uniform(),
  "few integers": (uniform) => Math.floor(10 * uniform()) - 5,
  sorted: (_, i) => i,
  reversed: (_, i, n) => n - i,
  equal: () => 3.5,
  denormal: (uniform) => Math.floor(1000 * uniform() - 500) * Number.MIN_VALUE,
  "zeros of both signs and infinities": (uniform) => [0, -0, Infinity, -Infinity, 1][Math.floor(5 * uniform())],
};

function bytes(values: Float64Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

describe("sortFloat64", () => {
  it.each(Object.keys(inputs))("gives the bits of the built-in sort for numbers that are %s", (name) => {
    for (const length of [0, 1, 2, 25, 255, 256, 257, 1000, 5000, 32767, 32768, 150_000]) {
      const uniform = generator(length + 1);
      const values = Float64Array.from({ length }, (_, i) => inputs[name](uniform, i, length));
      const wanted = values.slice().sort();
      const got = sortFloat64(values);
      expect(got).toBe(values);
      expect(bytes(got).equals(bytes(wanted))).toBe(true);
    }
  });

  it("gives the bits of the built-in sort for any numbers, repeated at will", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 40 }), fc.integer(), (few, seed) => {
        const uniform = generator(seed);
        const values = Float64Array.from({ length: 600 }, () => few[Math.floor(few.length * uniform())]);
        const wanted = values.slice().sort();
        expect(bytes(sortFloat64(values)).equals(bytes(wanted))).toBe(true);
      }),
      { seed: 20261115, numRuns: 60 },
    );
  });

  it("sorts a part of an array and leaves the rest", () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => 1000 - i);
    sortFloat64(values.subarray(100, 900));
    expect(values[99]).toBe(901);
    expect(values[100]).toBe(101);
    expect(values[899]).toBe(900);
    expect(values[900]).toBe(100);
  });

  it.each([3, 256, 1000, 40_000])("refuses NaN among %i numbers and leaves them as they were", (length) => {
    // The sign and the payload of a NaN must not matter; the last one differs from infinity in its lowest bit only.
    for (const [high, low] of [
      [0x7ff80000, 0],
      [0xfff80000, 0],
      [0x7ff00000, 1],
      [0xfff00000, 1],
    ]) {
      const values = Float64Array.from({ length }, (_, i) => (i % 7 === 0 ? Infinity : (i % 3) - 1));
      const view = new Uint32Array(values.buffer);
      view[2 * length - 2] = low;
      view[2 * length - 1] = high;
      const before = bytes(values.slice());
      expect(() => sortFloat64(values)).toThrow("values must be numbers, got NaN");
      expect(bytes(values).equals(before)).toBe(true);
    }
  });

  it("refuses what is not a Float64Array", () => {
    expect(() => sortFloat64([2, 1] as unknown as Float64Array)).toThrow("values must be a Float64Array");
  });
});
