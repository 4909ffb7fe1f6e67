import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { everySubset, subsetQueries } from "./subset-queries.ts";

describe("subset queries", () => {
  it.each([1, 5, 31, 32, 33, 70])("of %i records are answered as sums over their members", (records) => {
    const random = stream(20261115, "queries", records);
    const queries = subsetQueries({ size: records, queries: 40 }, random);
    const secret = Array.from({ length: records }, () => random.uint32() % 2);
    const sums = Array.from({ length: 40 }, (_, q) => queries.members(q).reduce((sum, r) => sum + secret[r], 0));
    expect(Array.from(queries.answers(secret))).toEqual(sums);
    expect(queries.answers(new Uint8Array(records).fill(1))).toEqual(
      Float64Array.from({ length: 40 }, (_, q) => queries.members(q).length),
    );
  });

  it("hold each record about half of the time, and tell by record what they tell by query", () => {
    const queries = subsetQueries({ size: 37, queries: 4000 }, stream(20261115, "queries"));
    const { words, wordsEach } = queries.byRecord();
    for (let r = 0; r < 37; r++) {
      const asked = Array.from({ length: 4000 }, (_, q) => queries.has(q, r));
      expect(Array.from(asked, (_, q) => ((words[r * wordsEach + (q >>> 5)] >>> (q & 31)) & 1) === 1)).toEqual(asked);
      // Five standard deviations of 4000 coins.
      expect(Math.abs(asked.filter(Boolean).length - 2000)).toBeLessThan(158);
    }
  });

  it("are all of them for `everySubset`, each once", () => {
    const lists = Array.from({ length: 32 }, (_, q) => everySubset(5).members(q).join());
    expect(new Set(lists).size).toBe(32);
  });

  it("refuse what cannot be, and never show a secret", () => {
    const random = stream(20261115, "queries");
    const queries = subsetQueries({ size: 3, queries: 2 }, random);
    expect(() => subsetQueries({ size: 0, queries: 2 }, random)).toThrow(
      "size must be an integer from 1 to 65536, got 0",
    );
    expect(() => subsetQueries({ size: 65_536, queries: 1_048_576 }, random)).toThrow(
      "size * queries must be at most 134217728, got 68719476736",
    );
    expect(() => everySubset(17)).toThrow("size must be at most 16, for all subsets, got 17");
    expect(() => queries.answers([1, 0])).toThrow("secret must be of length 3, got an array of length 2");
    expect(() => queries.answers([1, 0, 7])).toThrow("secret[2] must be 0 or 1, got a value that is not shown");
    expect(() => queries.has(0, Number.NaN)).toThrow("record must be an integer from 0 to 2, got NaN");
    expect(() => queries.has(-1, 0)).toThrow("query must be an integer from 0 to 1, got -1");
    expect(() => queries.members(2)).toThrow("query must be an integer from 0 to 1, got 2");
  });
});
