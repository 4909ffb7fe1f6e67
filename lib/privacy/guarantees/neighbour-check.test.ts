import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { approximate, gaussianDp, pure, type RenyiGuarantee, zeroConcentrated } from "./guarantee.ts";
import { areNeighbours, convertNeighbours, histogramDistance } from "./neighbour-check.ts";
import { NEIGHBOURS, type Neighbours } from "./neighbours.ts";

/** All datasets of up to four records out of three. */
function allDatasets(): number[][] {
  let layer: number[][] = [[]];
  const all: number[][] = [[]];
  for (let size = 1; size <= 4; size++) {
    layer = layer.flatMap((dataset) => [0, 1, 2].map((record) => [...dataset, record]));
    all.push(...layer);
  }
  return all;
}

const histogram = (dataset: readonly number[]) =>
  [0, 1, 2].map((value) => dataset.filter((record) => record === value).length);

/** What one step of the relation reaches, by construction rather than by comparison; multisets as sorted keys. */
function reached(dataset: readonly number[], relation: Neighbours): Set<string> {
  const results = [[...dataset]];
  for (let k = 0; k < dataset.length; k++) {
    if (relation === "add-remove") results.push(dataset.filter((_, at) => at !== k));
    else
      for (const record of [0, 1, 2]) {
        // Record 0 is the null record of zero-out.
        if (relation !== "zero-out" || record === 0 || dataset[k] === 0) results.push(dataset.with(k, record));
      }
  }
  if (relation === "add-remove") for (const record of [0, 1, 2]) results.push([...dataset, record]);
  return new Set(results.map((result) => key(result, relation)));
}

const key = (dataset: readonly number[], relation: Neighbours) =>
  (relation === "add-remove" ? dataset.toSorted() : dataset).join("");

describe("areNeighbours", () => {
  const datasets = allDatasets();

  it.each(NEIGHBOURS)(
    "is what one step reaches under %s, for every pair of three records and sizes up to 4",
    (relation) => {
      let wrong = 0;
      for (const first of datasets) {
        const near = reached(first, relation);
        for (const second of datasets) {
          const claimed = areNeighbours(first, second, relation, { isNull: (record) => record === 0 });
          if (claimed !== near.has(key(second, relation))) wrong++;
          if (claimed !== areNeighbours(second, first, relation, { isNull: (record) => record === 0 })) wrong++;
        }
      }
      expect(wrong).toBe(0);
    },
  );

  it("agrees with the histograms: distance at most 2 is an unordered swap, at most 1 add-remove (claim neighbour-relations)", () => {
    let wrong = 0;
    for (const first of datasets) {
      for (const second of datasets) {
        const [a, b] = [histogram(first), histogram(second)];
        const distance = a.reduce((sum, count, k) => sum + Math.abs(count - b[k]), 0);
        if (histogramDistance(first, second) !== distance) wrong++;
        if (histogramDistance(first, second, (x, y) => x === y) !== distance) wrong++;
        if (areNeighbours(first, second, "add-remove") !== distance <= 1) wrong++;
        // An ordered swap is an unordered one; the converse holds up to the order of the records.
        if (areNeighbours(first, second, "swap") && distance > 2) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  it("tells swap from add-remove by the number of records, whose release only swap allows", () => {
    expect(areNeighbours([1, 2], [1], "swap")).toBe(false);
    expect(areNeighbours([1, 2], [1], "add-remove")).toBe(true);
    expect(areNeighbours([1, 2], [3, 2], "swap")).toBe(true);
    expect(areNeighbours([1, 2], [3, 2], "add-remove")).toBe(false);
    expect(areNeighbours([1, null], [1, 4], "zero-out")).toBe(true);
    expect(areNeighbours([1, 3], [1, 4], "zero-out")).toBe(false);
  });

  it("refuses a hole, which is no record", () => {
    const holed = [0, 1];
    delete holed[0];
    for (const relation of ["swap", "add-remove", "zero-out"] as const)
      expect(() => areNeighbours(holed, [5, 1], relation)).toThrow("first[0] must be given, got a hole");
  });

  it("takes the caller's equality, and refuses an unknown relation", () => {
    const equal = (a: readonly number[], b: readonly number[]) => a[0] === b[0];
    expect(areNeighbours([[1], [2]], [[2], [1], [7]], "add-remove", { equal })).toBe(true);
    expect(areNeighbours([Number.NaN, 0], [Number.NaN, -0], "swap")).toBe(true);
    expect(() => areNeighbours([1], [1], "next-door" as Neighbours)).toThrow(
      'neighbours must be one of swap, add-remove, zero-out, event, got "next-door"',
    );
  });
});

describe("convertNeighbours", () => {
  it("costs a group of two from add-remove or zero-out to swap (claim neighbour-relations)", () => {
    const [from, to] = ["add-remove", "swap"] as const;
    const result = convertNeighbours(approximate(0.5, 1e-3), { from, to });
    expect(result).toEqual({ kind: "approximate", epsilon: 1, delta: expect.closeTo((1 + exp(0.5)) * 1e-3, 15) });
    expect(convertNeighbours(pure(0.5), { from, to })).toEqual(pure(1));
    expect(convertNeighbours(zeroConcentrated(0.5), { from: "zero-out", to })).toEqual(zeroConcentrated(2));
    expect(convertNeighbours(gaussianDp(0.5), { from: "zero-out", to: "event" })).toEqual(gaussianDp(1));
    const line: RenyiGuarantee = { kind: "renyi", epsilonAt: (order) => order / 8 };
    expect((convertNeighbours(line, { from, to }) as RenyiGuarantee).epsilonAt(2)).toBe(1.5);
  });

  it("is free between swap and event and to itself", () => {
    for (const relation of NEIGHBOURS)
      expect(convertNeighbours(pure(1), { from: relation, to: relation })).toEqual(pure(1));
    expect(convertNeighbours(pure(1), { from: "swap", to: "event" })).toEqual(pure(1));
    expect(convertNeighbours(pure(1), { from: "event", to: "swap" })).toEqual(pure(1));
  });

  it("refuses what does not follow: the release of n is 0-private under swap and not private under add-remove", () => {
    for (const [from, to] of [
      ["swap", "add-remove"],
      ["swap", "zero-out"],
      ["zero-out", "add-remove"],
      ["add-remove", "zero-out"],
      ["add-remove", "event"],
      ["event", "add-remove"],
    ] as const) {
      expect(() => convertNeighbours(pure(1), { from, to })).toThrow(
        `to must be a relation that a guarantee under ${from} covers`,
      );
    }
  });
});
