import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleBoundedBigInt, sampleBoundedInteger } from "./bounded-integer.ts";
import type { Random } from "./random.ts";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";

const TWO_32 = 1n << 32n;

/** A source that gives these words in turn, and counts them. */
function wordsOf(words: readonly number[]): Random & { used: number } {
  return {
    mode: "reproducible",
    used: 0,
    uint32() {
      return words[this.used++];
    },
  };
}

describe("sampleBoundedInteger", () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity, 9007199254740992, "3", 3n])("refuses the bound %o", (bound) => {
    expect(() => sampleBoundedInteger(bound as number, stream(1))).toThrow(
      /^bound must be an integer from 1 to 2\^53 - 1, got /,
    );
  });

  it("takes no word where there is one outcome", () => {
    const random = stream(1);
    expect(sampleBoundedInteger(1, random)).toBe(0);
    expect(random.position).toBe(0);
  });

  // Of the 2^32 words, the 2^32 mod bound whose product has the lowest fractions are drawn again: worked out with bigints.
  it("is the upper half of word times bound, but for the words that would favour an outcome", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4294967296 }),
        fc.array(fc.nat(4294967295), { minLength: 5, maxLength: 5 }),
        (bound, words) => {
          const random = wordsOf([...words, 2147483648]);
          const accepted = [...words, 2147483648].findIndex(
            (word) => (BigInt(word) * BigInt(bound)) % TWO_32 >= TWO_32 % BigInt(bound),
          );
          fc.pre(accepted >= 0);
          const draw = sampleBoundedInteger(bound, random);
          const expected = (BigInt([...words, 2147483648][accepted]) * BigInt(bound)) >> 32n;
          return random.used === accepted + 1 && BigInt(draw) === expected;
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  it("draws again the words below 2^32 mod bound", () => {
    // 2^32 = 1 mod 3: of all words, only 0 has a fraction below 1.
    const random = wordsOf([0, 5]);
    expect(sampleBoundedInteger(3, random)).toBe(0);
    expect(random.used).toBe(2);
  });

  it("stays below bounds beyond 2^32, and reaches the top", () => {
    const bound = 4294967297;
    expect(sampleBoundedInteger(bound, wordsOf([0xffffffff, 7, 0x80000000, 0]))).toBe(4294967296);
    expect(sampleBoundedInteger(bound, wordsOf([0x7fffffff, 9]))).toBe(9);
  });
});

describe("sampleBoundedBigInt", () => {
  it.each([0n, -1n, 3])("refuses the bound %o", (bound) => {
    expect(() => sampleBoundedBigInt(bound as bigint, stream(1))).toThrow(/^bound must be a positive bigint, got /);
  });

  it("is the number of the other form up to 2^53", () => {
    for (const bound of [1, 7, 4294967296, 4294967297, 9007199254740991]) {
      expect(sampleBoundedBigInt(BigInt(bound), stream(1, bound))).toBe(
        BigInt(sampleBoundedInteger(bound, stream(1, bound))),
      );
    }
  });

  it("takes as many bits as the bound has, and stays below it", () => {
    expect(sampleBoundedBigInt(1n << 64n, wordsOf([1, 2]))).toBe((1n << 32n) | 2n);
    expect(sampleBoundedBigInt((1n << 64n) + 1n, wordsOf([0x80000000, 0, 2]))).toBe(1n << 64n);
    expect(sampleBoundedBigInt((1n << 64n) + 1n, wordsOf([0x80000000, 1, 2, 0, 1, 2]))).toBe(2n);
    const random = secureRandom();
    const bound = (1n << 300n) + 12345n;
    for (let i = 0; i < 1000; i++) expect(sampleBoundedBigInt(bound, random) < bound).toBe(true);
  });
});
