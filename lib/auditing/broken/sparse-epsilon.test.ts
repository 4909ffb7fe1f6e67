import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { cellsEpsilon, mergedCells, sparseCounts, sparseEpsilon, sparsePairEpsilon } from "./sparse-epsilon.ts";
import { type SparseVariant, sparseVariant } from "./sparse-vector.ts";

const lawful: SparseVariant = { thresholdScale: 2, queryScale: 4, positives: 1, releases: "answer" };
const variants: readonly (readonly [string, SparseVariant, number])[] = [
  ["the right one", lawful, 1],
  ["variant 4, which is (1 + 6 c) / 4", sparseVariant(4, { epsilon: 1, positives: 1 }), 1.75],
  ["variant 4 with two positives", sparseVariant(4, { epsilon: 1, positives: 2 }), 3.25],
  ["fresh values", { ...lawful, thresholdScale: 3, queryScale: 6, releases: "fresh value", freshScale: 3 }, 1],
];
const below = (x: number) => (x < 0 ? exp(x) / 2 : 1 - exp(-x) / 2);

describe("the epsilon of sparse vector", () => {
  it.each(variants)("over all queries of a length is that of the theorem: %s", (_, variant, epsilon) => {
    expect(Math.abs(sparseEpsilon(variant, 9) - epsilon)).toBeLessThan(1e-12);
  });

  it.each(variants)("of a pair is never more, and nearly as much for queries far apart: %s", (_, variant) => {
    const random = stream(1, "pairs");
    const most = sparseEpsilon(variant, 3);
    for (let k = 0; k < 12; k++) {
      const first = [0, 1, 2].map(() => 12 * sampleUniform(random) - 6);
      const second = first.map((query) => query + 2 * sampleUniform(random) - 1);
      expect(sparsePairEpsilon(variant, [first, second])).toBeLessThanOrEqual(most + 1e-9);
    }
    const apart = [variant.positives === 1 ? [60, 60, -60] : [60, -60, -60]];
    const moved = apart[0].map((query) => query + (query > 0 ? 1 : -1));
    expect(sparsePairEpsilon(variant, [apart[0], moved])).toBeGreaterThan(most - 0.02);
  });

  it("of queries that move one way is half as much for each answer", () => {
    const variant = { ...lawful, queryScale: 2 };
    expect(sparseEpsilon(variant, 7, "one way")).toBe(1);
    expect(sparseEpsilon(variant, 7)).toBe(1.5);
  });

  it("of a released value is reached where the value is low, by sums of the density", () => {
    const variant = sparseVariant(3, { epsilon: 0.2, positives: 1 });
    const [length, scale] = [4, 10];
    // The density of three below and then the value v, with noise of scale 10 everywhere.
    const density = (queries: readonly number[], v: number) => {
      let sum = 0;
      for (let t = v - 400.025; t < v; t += 0.05) {
        let product = exp(-Math.abs(t) / scale);
        for (let k = 0; k < length - 1; k++) product *= below((t - queries[k]) / scale);
        sum += product;
      }
      return sum * exp(-Math.abs(v - queries[length - 1]) / scale);
    };
    const ratio = (v: number) => log(density([0, 0, 0, 0], v) / density([1, 1, 1, 1], v));
    expect(sparseEpsilon(variant, length)).toBe(0.4);
    expect(Math.abs(ratio(-20) - 0.4)).toBeLessThan(1e-6);
    expect(ratio(0)).toBeLessThan(0.4);
  });

  it("counts answers of groups as their lists do, and merges them", () => {
    const variant = sparseVariant(6, { epsilon: 1, positives: 1 });
    const cells = sparseCounts(variant, [1, 1, -1], 2);
    expect(Math.abs(cells.reduce((sum, mass) => sum + mass, 0) - 1)).toBeLessThan(1e-9);
    // How many are above in all, by sums over the threshold.
    const merged = mergedCells(cells, (cell) => Math.floor(cell / 2) + (cell % 2));
    let [none, total] = [0, 0];
    for (let t = -80; t < 80; t += 0.01) {
      const weight = exp(-Math.abs(t) / 2);
      total += weight;
      none += weight * below((t - 1) / 2) * below((t - 1) / 2) * below((t + 1) / 2);
    }
    expect(Math.abs(merged[0] - none / total)).toBeLessThan(1e-4);
    expect(cellsEpsilon([0.5, 0.5, 0], [0.25, 0.75, 0])).toBe(log(2));
    expect(cellsEpsilon([0.5, 0.5], [0, 1])).toBe(Infinity);
  });

  it("refuses what it does not know, by name", () => {
    expect(sparseEpsilon({ ...lawful, queryScale: 0 }, 3)).toBe(Infinity);
    expect(() => sparseEpsilon({ ...lawful, releases: "value", positives: Infinity }, 3)).toThrow(
      /positives.*Infinity/,
    );
    expect(() => sparsePairEpsilon({ ...lawful, releases: "value" }, [[0], [1]])).toThrow(/variant.*value/);
  });
});
