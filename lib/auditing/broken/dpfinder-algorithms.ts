/**
 * The algorithms on which DP-Finder was measured, at its parameters: epsilon 0.1, four queries in [-10, 10], threshold 0, one positive.
 *
 * DP-Finder searches for a pair and an event of small certified error by optimisation and confirms what it found by exact
 * integration; it takes at most 12 484 608 draws for an estimate. No results are published with its code.
 * Source: Bichsel, Gehr, Drachsler-Cohen, Tsankov, Vechev (CCS 2018) and its published algorithms; those numbered are variants of
 * Lyu, Su, Li (VLDB 2017).
 * Limits: `exact` is that of the pair audited, but of alg3 over all queries. Its alg2 stops at its first positive and is alg1.
 */
import { discreteEpsilon } from "../discrete-audit.ts";
import { exponentialMaxIndex, laplaceVector, noisyMaximum, sparseProgram } from "./benchmark-programs.ts";
import type { BenchmarkRow } from "./benchmark-row.ts";
import type { ProgramPair } from "./noisy-program.ts";
import { noisyMaxIndex } from "./selection.ts";
import { cellsEpsilon, sparseCounts, sparseEpsilon, sparsePairEpsilon } from "./sparse-epsilon.ts";
import { type SparseVariant, sparseVariant } from "./sparse-vector.ts";

type Pair = ProgramPair["inputs"];

/** A third of the most that it draws for one estimate. */
export const DPFINDER_DRAWS = 4_000_000;

const CLAIMED = 0.1;
const one = { epsilon: CLAIMED, positives: 1 };
const crossing: Pair = [
  [5, 5, 5, 8],
  [6, 6, 6, 7],
];
const twoGroups: Pair = [
  [1, 1, -1, -1],
  [0, 0, 0, 0],
];
const above: SparseVariant = { thresholdScale: 20, queryScale: 20, positives: Infinity, releases: "answer" };
const lawful: SparseVariant = { thresholdScale: 20, queryScale: 40, positives: 1, releases: "answer" };

type Algorithm = Omit<BenchmarkRow, "name" | "claimed">;

const stopping = (variant: SparseVariant): Algorithm => ({
  program: sparseProgram(variant, { kind: "places" }),
  inputs: crossing,
  exact: () => sparsePairEpsilon(variant, crossing),
});
const endless = (variant: SparseVariant): Algorithm => ({
  program: sparseProgram(variant, { kind: "counts", front: 2 }),
  inputs: twoGroups,
  exact: () => {
    const [first, second] = twoGroups.map((queries) => sparseCounts(variant, queries, 2));
    return cellsEpsilon(first, second);
  },
});
const maximum = (noise: "laplace" | "exponential", inputs: Pair): Algorithm => ({
  program: noisyMaximum({ noise, scale: 20, releases: "index" }),
  inputs,
  exact: () => {
    const law = (input: readonly number[]) => (noise === "laplace" ? noisyMaxIndex : exponentialMaxIndex)(input, 20);
    return discreteEpsilon({ first: law(inputs[0]), second: law(inputs[1]) });
  },
});
const third = sparseVariant(3, one);

const algorithms: Readonly<Record<string, Algorithm>> = {
  aboveThreshold: endless(above),
  alg1: stopping(lawful),
  alg2: stopping(lawful),
  alg3: {
    program: sparseProgram(third, { kind: "last value" }),
    inputs: [
      [0, 0, 0, -5],
      [1, 1, 1, -6],
    ],
    exact: () => sparseEpsilon(third, 4),
  },
  alg4: stopping(sparseVariant(4, one)),
  alg5: endless(sparseVariant(5, one)),
  expMech: maximum("exponential", [
    [1, 1, 1, 1],
    [0, 2, 2, 2],
  ]),
  reportNoisyMax: maximum("laplace", [
    [-10, 10, 10, 10],
    [-9, 9, 9, 9],
  ]),
  sum: {
    // The sum of the queries is one number.
    program: laplaceVector({ scale: 10, between: [0, 1] }),
    inputs: [[0], [1]],
    exact: () => 1 / 10,
  },
};

export const dpfinderAlgorithms: readonly BenchmarkRow[] = Object.entries(algorithms).map(([name, algorithm]) => ({
  name,
  claimed: CLAIMED,
  ...algorithm,
}));
