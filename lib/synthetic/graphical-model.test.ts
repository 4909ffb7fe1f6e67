import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { placeInMarginal, summedMarginal } from "../oracles/summed-marginal.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { sampleNormal } from "../random/normal.ts";
import { type Stream, stream } from "../random/stream.ts";
import { beliefPropagation } from "./belief-propagation.ts";
import { cellMap, cellsOf, isSubset, project, union } from "./cell-map.ts";
import { graphicalModel } from "./graphical-model.ts";
import { junctionTree, junctionTreeCells } from "./junction-tree.ts";

const TRIALS = 60;

function randomSizes(random: Stream): number[] {
  return Array.from({ length: 3 + sampleBoundedInteger(4, random) }, () => 1 + sampleBoundedInteger(4, random));
}

function randomSet(count: number, most: number, random: Stream): number[] {
  return union(
    Array.from({ length: 1 + sampleBoundedInteger(most, random) }, () => sampleBoundedInteger(count, random)),
  );
}

/** A random model, and the probabilities of every cell of its domain. */
function randomModel(random: Stream, spread: number) {
  const sizes = randomSizes(random);
  const sets = Array.from({ length: 1 + sampleBoundedInteger(5, random) }, () => randomSet(sizes.length, 3, random));
  const tree = junctionTree(sizes, sets);
  const propagation = beliefPropagation(tree);
  const count = cellsOf(
    sizes,
    sizes.map((_, k) => k),
  );
  const logs = new Float64Array(count);
  tree.cliques.forEach(({ attributes }, k) => {
    const potential = propagation.potentials[k];
    for (let cell = 0; cell < potential.length; cell++)
      potential[cell] = sampleNormal({ mean: 0, sigma: spread }, random);
    for (let cell = 0; cell < count; cell++) logs[cell] += potential[placeInMarginal(sizes, attributes, cell)];
  });
  const largest = logs.reduce((most, value) => Math.max(most, value), -Infinity);
  const weights = logs.map((value) => exp(value - largest));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return { sizes, sets, tree, propagation, joint: weights.map((w) => w / total), logTotal: largest + log(total) };
}

function farthest(first: ArrayLike<number>, second: ArrayLike<number>): number {
  expect(first.length).toBe(second.length);
  return Array.from(first).reduce((most, value, k) => Math.max(most, Math.abs(value - second[k])), 0);
}

describe("cellMap", () => {
  it("numbers cells with the last attribute fastest", () => {
    expect([...cellMap([2, 3, 2], [0, 1], [1])]).toEqual([0, 1, 2, 0, 1, 2]);
    expect([...cellMap([2, 3, 2], [0, 1, 2], [0, 2])]).toEqual([0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]);
    expect([...cellMap([2, 3], [1], [])]).toEqual([0, 0, 0]);
    expect([...project([2, 3], Float64Array.of(1, 2, 3, 4, 5, 6), [0, 1], [0])]).toEqual([6, 15]);
  });
});

describe("junctionTree", () => {
  it("holds every set, and the cliques with an attribute are connected (running intersection)", () => {
    const random = stream(20261116, "junction tree");
    for (let trial = 0; trial < 200; trial++) {
      const sizes = Array.from({ length: 2 + sampleBoundedInteger(9, random) }, () => 2);
      const sets = Array.from({ length: sampleBoundedInteger(12, random) }, () => randomSet(sizes.length, 4, random));
      const { cliques, cells } = junctionTree(sizes, sets);
      for (const set of sets) expect(cliques.some(({ attributes }) => isSubset(set, attributes))).toBe(true);
      expect(cells).toBe(junctionTreeCells(sizes, sets));
      sizes.forEach((_, attribute) => {
        const holders = cliques.flatMap(({ attributes }, k) => (attributes.includes(attribute) ? [k] : []));
        // A connected part of a tree has one clique whose parent is outside of it.
        const tops = holders.filter((k) => !holders.includes(cliques[k].parent));
        expect(tops.length).toBe(1);
        for (const k of holders) if (k !== tops[0]) expect(cliques[k].separator).toContain(attribute);
      });
      cliques.forEach(({ parent }, k) => {
        expect(parent).toBeLessThan(k);
        expect(parent < 0).toBe(k === 0);
      });
    }
  });

  it("finds the two triangles of a square with one fill edge, and no fill in a chain", () => {
    const square = [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 3],
    ];
    expect(junctionTree([2, 2, 2, 2], square).cliques.map(({ attributes }) => attributes.length)).toEqual([3, 3]);
    const chain = junctionTree(
      [2, 3, 4, 5],
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    );
    expect(chain.cells).toBe(6 + 12 + 20);
    expect(junctionTree([2, 3], []).cells).toBe(5);
  });
});

describe("beliefPropagation", () => {
  it.each([1, 30, 400])(
    "has the marginals and log Z of sums over the whole domain, for potentials of spread %d",
    (spread) => {
      const random = stream(20261116, "propagation", spread);
      for (let trial = 0; trial < TRIALS; trial++) {
        const { sizes, tree, propagation, joint, logTotal } = randomModel(random, spread);
        expect(Math.abs(propagation.run() - logTotal)).toBeLessThan(1e-12 * (1 + Math.abs(logTotal)));
        tree.cliques.forEach(({ attributes }, k) => {
          expect(farthest(propagation.marginals[k], summedMarginal(sizes, joint, attributes))).toBeLessThan(1e-11);
        });
      }
    },
  );
});

describe("graphicalModel", () => {
  it("answers any marginal as the sum over the whole domain does", () => {
    const random = stream(20261116, "elimination");
    for (let trial = 0; trial < TRIALS; trial++) {
      const { sizes, tree, propagation, joint } = randomModel(random, 2);
      propagation.run();
      const model = graphicalModel(tree, propagation);
      for (let k = 0; k < 12; k++) {
        const set = k === 0 ? [] : randomSet(sizes.length, sizes.length, random);
        expect(farthest(model.marginal(set), summedMarginal(sizes, joint, set))).toBeLessThan(1e-12);
      }
    }
  });

  it("draws a table whose clique counts are within rounding of their shares, at other seeds too", () => {
    for (let seed = 0; seed < 5; seed++) {
      const random = stream(seed, "records");
      const { sizes, tree, propagation, joint } = randomModel(random, 1);
      propagation.run();
      const rows = 20_000;
      const columns = graphicalModel(tree, propagation).columns(rows, random);
      const root = new Float64Array(tree.cliques[0].cells);
      const counted = new Float64Array(joint.length);
      for (let row = 0; row < rows; row++) {
        root[tree.cliques[0].attributes.reduce((cell, a) => cell * sizes[a] + columns[a][row], 0)]++;
        counted[columns.reduce((cell, column, a) => cell * sizes[a] + column[row], 0)]++;
      }
      expect(
        farthest(
          root,
          propagation.marginals[0].map((p) => p * rows),
        ),
      ).toBeLessThanOrEqual(1);
      // Of independent rows a cell's count deviates by six standard deviations with probability 2e-9; these deviate less.
      for (const [cell, count] of counted.entries())
        expect(Math.abs(count - joint[cell] * rows)).toBeLessThan(
          6 * Math.sqrt(rows * joint[cell] * (1 - joint[cell])) + 6,
        );
    }
  });

  it("draws each cell with its probability: one row, many times", () => {
    const random = stream(20261116, "one row");
    const { sizes, tree, propagation, joint } = randomModel(random, 1);
    propagation.run();
    const model = graphicalModel(tree, propagation);
    const draws = 20_000;
    const counted = new Float64Array(joint.length);
    for (let k = 0; k < draws; k++)
      counted[model.columns(1, random).reduce((cell, [value], a) => cell * sizes[a] + value, 0)]++;
    for (const [cell, count] of counted.entries())
      expect(Math.abs(count / draws - joint[cell])).toBeLessThan(5 * Math.sqrt(joint[cell] / draws) + 1e-3);
  });

  it("refuses sets that are none", () => {
    const tree = junctionTree([2, 3], [[0, 1]]);
    const propagation = beliefPropagation(tree);
    propagation.run();
    const model = graphicalModel(tree, propagation);
    expect(() => model.marginal([2])).toThrow("set[0] must be an attribute from 0 to 1, got 2");
    expect(() => model.marginal([1, 0])).toThrow("set[1] must be above 1, for a set increases, got 0");
    expect(() => model.columns(-1, stream(1))).toThrow("rows must be an integer of at least 0, got -1");
  });
});
