/**
 * The errors of factorisations beside those that jax-privacy 2.0.0 computes (float64), and the bounds beside an independent
 * optimisation.
 */
import { describe, expect, it } from "vitest";
import { singularValues } from "../../numerics/linear-algebra.ts";
import { gaussianDp } from "../../privacy/guarantees/guarantee.ts";
import { gaussianEpsilon } from "../../privacy/loss/gaussian-profile.ts";
import { bandedSum } from "./banded-sum.ts";
import { bufferedSum } from "./buffered-sum.ts";
import { countingErrorBounds } from "./counting-error-bounds.ts";
import type { RunningSum } from "./running-sum.ts";
import { squareRootSum } from "./square-root-sum.ts";
import { treeLevels } from "./tree-sum.ts";

const unit = { records: { lower: 0, upper: 1 }, guarantee: gaussianDp(1), neighbours: "event" } as const;

function meanSquare(counter: RunningSum<number>): number {
  let sum = 0;
  for (let t = 1; t <= counter.horizon; t++) sum += counter.variance(t);
  return sum / counter.horizon;
}

describe("the square root", () => {
  // toeplitz.optimal_max_error_strategy_coefs(n): sensitivity^2 times the mean of per_query_error, and the root of that times the largest.
  it.each([
    [1, 1, 1],
    [2, 1.40625, 1.25],
    [3, 1.687581380208333, 1.390625],
    [10, 2.7330060326254118, 1.7913439415860921],
    [100, 5.62002033582539, 2.5313521126355694],
    [1000, 9.623887207285149, 3.265003080672431],
    [1024, 9.670793265309426, 3.2725541502731326],
    [4096, 12.611679728637785, 3.7138836274412843],
  ])("errs at horizon %i as jax-privacy says", (horizon, mean, largest) => {
    const counter = squareRootSum({ ...unit, horizon });
    expect(Math.abs(meanSquare(counter) / mean - 1)).toBeLessThan(1e-12);
    expect(Math.abs(Math.sqrt(counter.variance(horizon)) / largest - 1)).toBeLessThan(1e-12);
  });
});

describe("optimal bands", () => {
  // toeplitz.optimize_banded_toeplitz(n, bands), root mean squared error.
  it.each([
    [1024, 16, 6.342793360417922],
    [1024, 64, 4.0659134395436105],
    [200, 7, 4.299334316238154],
  ])("err at horizon %i with %i bands as jax-privacy's", (horizon, bands, found) => {
    const best = bandedSum({ ...unit, horizon, bands, coefficients: "optimised" });
    expect(Math.abs(Math.sqrt(meanSquare(best)) - found)).toBeLessThan(1e-6);
    const start = bandedSum({ ...unit, horizon, bands, coefficients: "square-root" });
    expect(meanSquare(start)).toBeGreaterThan(meanSquare(best));
  });
});

describe("buffers", () => {
  it("err no more than jax-privacy's optimum, 3.2776 at horizon 1024, with three of them", () => {
    const errors = [1, 2, 3, 5].map((buffers) =>
      Math.sqrt(bufferedSum({ ...unit, horizon: 1024, buffers }).variance(1024)),
    );
    expect(Math.abs(errors[2] - 3.2776)).toBeLessThan(5e-6);
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    // The square root has the least largest error of all Toeplitz factors.
    expect(errors[3]).toBeGreaterThanOrEqual(3.272554150273128);
    expect(errors[3]).toBeLessThan(3.27259);
  });
});

/**
 * gamma_2 of the matrix of ones below the diagonal, as the largest nuclear norm of diag(u) A diag(v) over unit vectors (Lee,
 * Shraibman, Spalek 2008), by repeated weighing: u_i^2 and v_j^2 in proportion to the shares of the rows and columns in the norm.
 */
function gammaTwo(size: number): number {
  let u = new Array<number>(size).fill(1 / Math.sqrt(size));
  let v = u.slice();
  let value = 0;
  for (let round = 0; round < 400; round++) {
    const weighed = u.map((x, i) => v.map((y, j) => (j <= i ? x * y : 0)));
    const { left, values, right } = singularValues(weighed);
    value = values.reduce((sum, x) => sum + x, 0);
    const share = (rows: readonly Float64Array[]) =>
      rows.map((row) => Math.sqrt(row.reduce((sum, x, k) => sum + x * x * values[k], 0) / value));
    [u, v] = [share(left), share(right)];
  }
  return value;
}

describe("countingErrorBounds", () => {
  it("hold gamma_2, found by an ascent of its dual, which is 2 / sqrt(3) for two records", () => {
    expect(Math.abs(gammaTwo(2) - 2 / Math.sqrt(3))).toBeLessThan(1e-6);
    for (const size of [1, 2, 3, 5, 8, 13]) {
      const found = gammaTwo(size);
      const { largest, largestUpper, rootMeanSquare } = countingErrorBounds(size);
      expect(largest).toBeLessThanOrEqual(found + 1e-9);
      expect(rootMeanSquare).toBeLessThanOrEqual(found + 1e-9);
      expect(found).toBeLessThanOrEqual(largestUpper + 1e-9);
      expect(found).toBeLessThanOrEqual(Math.sqrt(squareRootSum({ ...unit, horizon: size }).variance(size)) + 1e-9);
    }
  });

  it("have the nuclear norm of the matrix, and are below the dense optima of jax-privacy by a few per cent", () => {
    for (const size of [1, 2, 7, 20]) {
      const ones = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (j <= i ? 1 : 0)));
      const nuclear = singularValues(ones).values.reduce((sum, x) => sum + x, 0);
      expect(Math.abs(countingErrorBounds(size).rootMeanSquare / (nuclear / size) - 1)).toBeLessThan(1e-12);
    }
    // dense.optimize(n), root mean squared error.
    for (const [size, optimum] of [
      [2, 1.1441228056393538],
      [4, 1.3109294759930432],
      [8, 1.4944140059133724],
      [32, 1.8920886295671486],
      [64, 2.099868673240954],
    ]) {
      const ratio = countingErrorBounds(size).rootMeanSquare / optimum;
      expect(ratio).toBeLessThan(1);
      expect(ratio).toBeGreaterThan(0.96);
    }
  });
});

describe("tree accounting of DP-FTRL", () => {
  it("of 1600 steps is below the published 19.74 at sigma 1.13 and 2.04 at 8.83, delta 1e-6", () => {
    // Eleven levels: mu = sqrt(11) / sigma (Kairouz et al. 2021, in the tests of dp-accounting).
    for (const [sigma, published] of [
      [1.13, 19.74],
      [8.83, 2.04],
    ]) {
      const found = gaussianEpsilon({ mu: Math.sqrt(treeLevels(1600)) / sigma, delta: 1e-6 });
      expect(found).toBeLessThan(published);
      expect(found).toBeGreaterThan(0.8 * published);
    }
  });
});
