import { describe, expect, it } from "vitest";
import { samplePermutation, shuffle } from "./permutation.ts";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";

describe("samplePermutation", () => {
  it.each([-1, 1.5, Number.NaN, Infinity, 2147483648, "3"])("refuses the size %o", (size) => {
    expect(() => samplePermutation(size as number, stream(1))).toThrow(/^size must be /);
  });

  it.each([0, 1, 2, 1000])("of size %d holds every integer once", (size) => {
    for (const random of [stream(1), secureRandom()]) {
      expect([...samplePermutation(size, random).sort()]).toEqual(Array.from({ length: size }, (_, i) => i));
    }
  });
});

describe("shuffle", () => {
  it("puts the same items into another order, in place", () => {
    const items = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const shuffled = shuffle(items, stream(1));
    expect(shuffled).toBe(items);
    expect(items.join("")).not.toBe("abcdefgh");
    expect([...items].sort().join("")).toBe("abcdefgh");
  });
});
