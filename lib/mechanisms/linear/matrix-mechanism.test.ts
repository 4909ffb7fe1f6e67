import { describe, expect, it } from "vitest";
import { audit } from "../../auditing/mechanism-audit.ts";
import { singularValues } from "../../numerics/linear-algebra.ts";
import { goldenSection } from "../../numerics/minimum.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { matrixMechanism } from "./matrix-mechanism.ts";
import { optimalStrategy } from "./optimal-strategy.ts";
import { hierarchicalStrategy, marginalWorkload, prefixWorkload, rangeWorkload, waveletStrategy } from "./workload.ts";

const target = { epsilon: 1, delta: 1e-5, neighbours: "add-remove" } as const;
const identity = (n: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
const total = (workload: readonly ArrayLike<number>[], strategy: readonly ArrayLike<number>[]) => {
  const { sigma, sensitivity, totalSquaredError } = matrixMechanism({ ...target, workload, strategy });
  return (totalSquaredError / (sigma * sigma)) * sensitivity * sensitivity;
};

describe("a strategy of tiny entries", () => {
  it("is refused where its squares are below float64", () => {
    const tiny = [[2.7e-162]];
    const budget = { epsilon: 1, delta: 1e-6, neighbours: "add-remove" } as const;
    expect(() => matrixMechanism({ ...budget, workload: tiny, strategy: tiny })).toThrow(
      "strategy must be one whose largest entry",
    );
  });
});

describe("the best strategy for questions of unlike sizes", () => {
  it.each([
    [1e-3, 1e-6],
    [1e-5, 0.01],
  ])("asks for the one that is %d times the other, too", (share, excess) => {
    const workload = [
      [1, 0],
      [0, share],
    ];
    const { strategy, totalSquaredError, lowerBound } = optimalStrategy(workload);
    // Every cell alone, with unit columns.
    const optimum = 1 + share * share;
    expect(totalSquaredError).toBeGreaterThan(optimum * (1 - 1e-12));
    expect(totalSquaredError).toBeLessThan(optimum * (1 + excess));
    expect(lowerBound).toBeLessThanOrEqual(optimum);
    expect(Math.abs(total(workload, strategy) / totalSquaredError - 1)).toBeLessThan(1e-6);
  });

  it("is refused where float64 does not see their squares beside each other", () => {
    const refused = "larger beside the other questions, or farther from sums of them, for float64";
    for (const second of [
      [0, 1e-7],
      [1e-7, -1e-7],
      [1, 1 + 1e-7],
      [0, 1e-20],
    ])
      expect(() => optimalStrategy([[1, 1], second])).toThrow(
        `workload[${second[0] === 1 ? 0 : 1}] must be ${refused}`,
      );
    // Questions that are exact sums of others are none the less fine.
    expect(
      optimalStrategy([
        [1, 1, 0],
        [0, 0, 1],
        [1, 1, 1],
      ]).totalSquaredError,
    ).toBeLessThan(4);
  });
});

describe("matrixMechanism", () => {
  it("has the errors of hand for the identity and for the workload itself as strategy", () => {
    // Prefix sums of 8 cells: row i has i ones; as strategy the first column has norm sqrt(8), and the inverse rows of norm 1.
    expect(Math.abs(total(prefixWorkload(8), identity(8)) - 36)).toBeLessThan(1e-10);
    expect(Math.abs(total(prefixWorkload(8), prefixWorkload(8)) - 64)).toBeLessThan(1e-10);
    // The wavelet is orthogonal of equal column norms; the binary hierarchy has norm sqrt(4).
    for (const strategy of [hierarchicalStrategy({ cells: 8, branching: 2 }), waveletStrategy(8)])
      expect(total(rangeWorkload(8), strategy)).toBeLessThan(total(rangeWorkload(8), prefixWorkload(8)));
  });

  it("measures the variances that it states, and a tenth more is told apart", () => {
    const workload = rangeWorkload(5);
    const strategy = hierarchicalStrategy({ cells: 5, branching: 2 });
    const mechanism = matrixMechanism({ ...target, workload, strategy });
    const counts = [4, 0, 7, 1, 2];
    const exact = workload.map((row) => row.reduce((sum, w, i) => sum + w * counts[i], 0));
    const random = stream(20261115, "matrix");
    const draws = 8000;
    let [squares, shift] = [0, 0];
    for (let k = 0; k < draws; k++)
      mechanism.release(counts, random).forEach((answer, i) => {
        squares += (answer - exact[i]) * (answer - exact[i]);
        shift += answer - exact[i];
      });
    const ratio = squares / draws / mechanism.totalSquaredError;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    expect(Math.abs(shift / draws)).toBeLessThan(4 * Math.sqrt((15 * mechanism.totalSquaredError) / draws));
  });

  it.each(["swap", "add-remove"] as const)(
    "has the sensitivity of all neighbours under %s, and holds on its worst pair",
    (neighbours) => {
      const strategy = hierarchicalStrategy({ cells: 6, branching: 3 });
      const { measured, sensitivity } = matrixMechanism({ ...target, neighbours, workload: strategy, strategy });
      let worst = 0;
      const column = (j: number) => strategy.map((row) => row[j]);
      for (let i = 0; i < 6; i++)
        for (let j = 0; j < 6; j++) {
          const other = neighbours === "swap" ? column(j) : column(j).map(() => 0);
          worst = Math.max(worst, Math.sqrt(column(i).reduce((sum, x, k) => sum + (x - other[k]) * (x - other[k]), 0)));
        }
      expect(sensitivity).toBeGreaterThanOrEqual(worst);
      expect(sensitivity / worst - 1).toBeLessThan(1e-13);
      expect(audit(measured).verdict).toBe("holds");
    },
  );

  it("refuses a strategy from which the workload cannot be answered", () => {
    const strategy = [[1, 1, 0]];
    expect(() => matrixMechanism({ ...target, workload: prefixWorkload(3), strategy })).toThrow("strategy must be one");
  });
});

describe("optimalStrategy", () => {
  it("is the best of all matrices with unit diagonal for two cells, by search over the one entry that is left", () => {
    const random = stream(20261115, "workloads");
    for (let k = 0; k < 20; k++) {
      const workload = Array.from({ length: 3 }, () => [2 * sampleUniform(random) - 1, 2 * sampleUniform(random) - 1]);
      const v = [0, 1].map((i) => [0, 1].map((j) => workload.reduce((sum, row) => sum + row[i] * row[j], 0)));
      const error = (c: number) => (v[0][0] - 2 * c * v[0][1] + v[1][1]) / (1 - c * c);
      const { value } = goldenSection(error, { lower: -1 + 1e-9, upper: 1 - 1e-9 });
      const { totalSquaredError, lowerBound } = optimalStrategy(workload);
      expect(Math.abs(totalSquaredError / value - 1)).toBeLessThan(1e-7);
      expect(lowerBound).toBeLessThanOrEqual(value * (1 + 1e-12));
    }
  });

  it.each([
    ["prefix sums", prefixWorkload(16)],
    ["ranges", rangeWorkload(12)],
    ["marginals", marginalWorkload({ sizes: [2, 3, 2], marginals: [[0, 1], [1, 2], []] })],
    ["the identity", identity(5)],
  ])("closes the gap for %s, and no strategy that is known does better", (_, workload) => {
    const { strategy, totalSquaredError, lowerBound, spectralBound } = optimalStrategy(workload);
    expect(totalSquaredError / lowerBound - 1).toBeLessThan(1e-6);
    const nuclear = singularValues(workload).values.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(spectralBound / ((nuclear * nuclear) / workload[0].length) - 1)).toBeLessThan(1e-9);
    expect(spectralBound).toBeLessThanOrEqual(lowerBound);
    expect(Math.abs(total(workload, strategy) / totalSquaredError - 1)).toBeLessThan(1e-6);
    const n = workload[0].length;
    for (const other of [identity(n), prefixWorkload(n), hierarchicalStrategy({ cells: n, branching: 2 })])
      expect(total(workload, other)).toBeGreaterThanOrEqual(lowerBound * (1 - 1e-9));
  });

  it("reaches the spectral bound for marginals that are alike in all cells", () => {
    const workload = marginalWorkload({ sizes: [2, 2, 2], marginals: [[0], [1], [2], [0, 1], [1, 2], [0, 2]] });
    const { totalSquaredError, spectralBound } = optimalStrategy(workload);
    expect(Math.abs(totalSquaredError / spectralBound - 1)).toBeLessThan(1e-8);
  });
});

describe("workloads", () => {
  it("have the rows of hand", () => {
    expect(prefixWorkload(3).map((row) => row.join(""))).toEqual(["100", "110", "111"]);
    expect(rangeWorkload(3).map((row) => row.join(""))).toEqual(["100", "110", "111", "010", "011", "001"]);
    expect(marginalWorkload({ sizes: [2, 3], marginals: [[], [0], [1]] }).map((row) => row.join(""))).toEqual([
      ...["111111", "111000", "000111", "100100", "010010", "001001"],
    ]);
    const three = hierarchicalStrategy({ cells: 5, branching: 3 }).map((row) => row.join(""));
    expect(three).toEqual(["11111", "10000", "01100", "00011", "01000", "00100", "00010", "00001"]);
    const wavelet = waveletStrategy(4);
    expect(wavelet).toHaveLength(4);
    for (let j = 0; j < 4; j++) expect(wavelet.reduce((sum, row) => sum + row[j] * row[j], 0)).toBeCloseTo(1, 14);
    expect(() => waveletStrategy(6)).toThrow("power of two");
    expect(() => marginalWorkload({ sizes: [2], marginals: [[1]] })).toThrow("marginals[0]");
  });
});
