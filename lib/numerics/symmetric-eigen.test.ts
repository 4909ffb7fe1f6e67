import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { singularValues } from "./linear-algebra.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { cos } from "./trigonometry.ts";

function randomSymmetric(size: number, seed: number): Float64Array[] {
  const random = stream(seed, "symmetric");
  const rows = Array.from({ length: size }, () =>
    Float64Array.from({ length: size }, () => 2 * sampleUniform(random) - 1),
  );
  return rows.map((row, i) => row.map((_, j) => rows[i][j] + rows[j][i]));
}
const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, i) => sum + value * y[i], 0);

describe("symmetricEigen", () => {
  it("has the closed form of the second-difference matrix: 2 - 2 cos(k pi / (n + 1))", () => {
    const size = 12;
    const rows = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    symmetricEigen(rows).values.forEach((value, i) => {
      expect(Math.abs(value - (2 - 2 * cos(((size - i) * Math.PI) / (size + 1))))).toBeLessThan(1e-14);
    });
  });

  it("has the values of the Hilbert matrix of order 4 (roots of its exact characteristic polynomial, 60 digits)", () => {
    const rows = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => 1 / (i + j + 1)));
    const known = [1.5002142800592428, 0.16914122022145003, 0.006738273605760748, 9.670230402258689e-5];
    symmetricEigen(rows).values.forEach((value, i) => {
      expect(Math.abs(value - known[i])).toBeLessThan(1e-15);
    });
  });

  it("gives orthonormal vectors that rebuild the matrix, for every size, and the sizes of the singular values", () => {
    for (const size of [1, 2, 3, 7, 20]) {
      const matrix = randomSymmetric(size, size);
      const { values, vectors } = symmetricEigen(matrix);
      const bound = 40 * size * Number.EPSILON;
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          expect(Math.abs(dot(vectors[i], vectors[j]) - (i === j ? 1 : 0))).toBeLessThan(bound);
          const rebuilt = vectors.reduce((sum, vector, k) => sum + values[k] * vector[i] * vector[j], 0);
          expect(Math.abs(rebuilt - matrix[i][j])).toBeLessThan(bound * size);
        }
        if (i > 0) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
      }
      const sizes = Array.from(values, Math.abs).sort((a, b) => b - a);
      singularValues(matrix).values.forEach((value, i) => {
        expect(Math.abs(value - sizes[i])).toBeLessThan(bound * size);
      });
    }
  });

  it.each([2e-300, 1e-170, 1e152, 1e299])("is that of the matrix times %d, by so much", (size) => {
    const [{ values, vectors }, simple] = [size, 1].map((by) =>
      symmetricEigen([
        [2 * by, by, 0],
        [by, 2 * by, by],
        [0, by, 3 * by],
      ]),
    );
    values.forEach((value, k) => {
      expect(Math.abs(value / size / simple.values[k] - 1)).toBeLessThan(1e-14);
      vectors[k].forEach((entry, i) => {
        expect(Math.abs(entry - simple.vectors[k][i])).toBeLessThan(1e-14);
      });
    });
  });

  it("takes zeros, equal values and extreme sizes, and refuses what is not symmetric", () => {
    expect([
      ...symmetricEigen([
        [0, 0],
        [0, 0],
      ]).values,
    ]).toEqual([0, 0]);
    expect([
      ...symmetricEigen([
        [5, 0],
        [0, 5],
      ]).values,
    ]).toEqual([5, 5]);
    expect([
      ...symmetricEigen([
        [-1e150, 0],
        [0, 1e-300],
      ]).values,
    ]).toEqual([1e-300, -1e150]);
    expect(
      symmetricEigen([
        [1, 1e-200],
        [1e-200, 2],
      ]).values[0],
    ).toBe(2);
    expect(() =>
      symmetricEigen([
        [1, 2],
        [0, 1],
      ]),
    ).toThrow("matrix must be symmetric");
    expect(() => symmetricEigen([])).toThrow("at least one row");
    expect(() => symmetricEigen([[1, 2]])).toThrow("matrix row 0");
    expect(() => symmetricEigen([[Number.NaN]])).toThrow("matrix at (0, 0)");
  });
});
