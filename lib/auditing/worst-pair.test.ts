import { describe, expect, it } from "vitest";
import type { NEIGHBOURS } from "../privacy/guarantees/neighbours.ts";
import { listsOf, neighbouringPairs, worstPair } from "./worst-pair.ts";

const histogram = (records: readonly number[], size: number) => {
  const counts = new Array<number>(size).fill(0);
  for (const record of records) counts[record]++;
  return counts;
};
const distance = (first: readonly number[], second: readonly number[]) =>
  first.reduce((sum, count, k) => sum + Math.abs(count - second[k]), 0);

describe("the search over small domains", () => {
  it("lists every pair of neighbours once: binomial counts for each relation", () => {
    const count = (neighbours: (typeof NEIGHBOURS)[number]) =>
      [...neighbouringPairs({ universe: [0, 1, 2], size: 3, neighbours, nullRecord: -1 })].length;
    expect(count("swap")).toBe((27 * 3 * 2) / 2); // 27 lists, 3 places, 2 other records, each pair seen from both sides
    expect(count("event")).toBe(81);
    expect(count("zero-out")).toBe(81);
    expect(count("add-remove")).toBe(18); // 10 multisets of 3: 3 with one kind, 6 with two, 1 with three
    expect([...listsOf(3, 4)].length).toBe(81);
  });

  it("finds under swap exactly the lists at Hamming distance 1, and histograms at distance 2", () => {
    for (let size = 1; size <= 4; size++) {
      const seen = new Set<string>();
      for (const [first, second] of neighbouringPairs({ universe: [0, 1, 2], size, neighbours: "swap" })) {
        expect(first.filter((record, k) => record !== second[k]).length).toBe(1);
        expect(distance(histogram(first, 3), histogram(second, 3))).toBe(2);
        seen.add(`${first}|${second}`);
      }
      expect(seen.size).toBe([0, 3, 18, 81, 324][size]);
    }
  });

  it("finds under add-remove exactly the multisets that differ by one record", () => {
    for (const [first, second] of neighbouringPairs({ universe: [0, 1, 2], size: 4, neighbours: "add-remove" })) {
      expect(second.length).toBe(3);
      expect(distance(histogram(first, 3), histogram(second, 3))).toBe(1);
    }
  });

  it("finds the sensitivity of the mean under add-remove: half the range, at one record (claim sensitivity, E53)", () => {
    const mean = (records: readonly number[]) => records.reduce((a, b) => a + b, 0) / records.length;
    const sensitivity = (size: number) =>
      worstPair({ universe: [0, 1], size, neighbours: "add-remove" }, (x, y) => Math.abs(mean(x) - mean(y))).loss;
    const bySize = [2, 3, 4, 5, 6, 7].map(sensitivity);
    expect(bySize[0]).toBe(0.5);
    expect(Math.max(...bySize)).toBe(0.5);
  });

  it("refuses domains that have no neighbours, unknown relations and losses that are not numbers", () => {
    expect(() => worstPair({ universe: [0], size: 2, neighbours: "swap" }, () => 0)).toThrow(/universe/);
    expect(() => [...neighbouringPairs({ universe: [], size: 2, neighbours: "swap" })]).toThrow(/universe/);
    expect(() => [...neighbouringPairs({ universe: [0], size: 0, neighbours: "swap" })]).toThrow(/size/);
    expect(() => [...neighbouringPairs({ universe: [0], size: 1, neighbours: "zero-out" })]).toThrow(/nullRecord/);
    expect(() => [...neighbouringPairs({ universe: [0], size: 1, neighbours: "none" as "swap" })]).toThrow(
      /neighbours/,
    );
    expect(() => worstPair({ universe: [0, 1], size: 1, neighbours: "swap" }, () => Number.NaN)).toThrow(/loss/);
  });
});
